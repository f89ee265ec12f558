/* The page of a user or a team: what people can book with them. */
import type { VNode } from 'preact';
import { Layout, type PublicFacts } from '../layout.js';
import type { PageUser } from '../parts/account-menu.js';
import { EmptyCard } from '../parts/card.js';
import { Link } from '../parts/link.js';
import { Pages } from '../parts/pages.js';
import { Preline } from '../parts/text/preline.js';
import { type OwnerView, Portrait } from './facts.js';

export interface OfferView {
  readonly title: string;
  readonly to: string;
  readonly lengths: string;
  readonly description?: string | undefined;
}

export interface OwnerPageProps {
  readonly owner: OwnerView;
  readonly offers: readonly OfferView[];
  readonly user?: PageUser | undefined;
  readonly publicFacts?: PublicFacts | undefined;
  readonly first?: string | undefined;
  readonly next?: string | undefined;
}

const TEXT = {
  offers: 'What you can book',
  none: 'There is nothing to book here at the moment',
  noneDetail: 'Ask for the link to what you want to book.',
  pages: { first: 'First page', next: 'More to book' },
} as const;

const Offer = ({ title, to, lengths, description }: OfferView): VNode => (
  <li class="offer">
    <h3>
      <Link to={to}>
        <bdi>{title}</bdi>
      </Link>
    </h3>
    <p class="hint">{lengths}</p>
    {description && (
      <p class="offer-description" dir="auto">
        {description}
      </p>
    )}
  </li>
);

export const OwnerPage = ({ owner, offers, user, publicFacts, first, next }: OwnerPageProps): VNode => (
  <Layout title={owner.name} width="wide" user={user} publicFacts={publicFacts}>
    <header class="owner">
      <Portrait {...owner} />
      <h1 dir="auto">{owner.name}</h1>
      {owner.bio && <Preline text={owner.bio} />}
    </header>
    {offers.length === 0 ? (
      <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} />
    ) : (
      <section class="card" aria-labelledby="offers">
        <h2 id="offers">{TEXT.offers}</h2>
        <ul class="offers">
          {offers.map((offer) => (
            <Offer key={offer.to} {...offer} />
          ))}
        </ul>
      </section>
    )}
    <Pages first={first} next={next} labels={TEXT.pages} />
  </Layout>
);
