/* Who offers an event type, and what it is: beside the calendar and the form on wide screens, above them on phones. */
import type { VNode } from 'preact';
import { href } from '../href.js';
import { Link } from '../parts/link.js';
import { Preline } from '../parts/text/preline.js';

export interface OwnerView {
  readonly name: string;
  readonly initials: string;
  /** On this site. */
  readonly picture?: string | undefined;
  readonly bio?: string | undefined;
  readonly to: string;
}

export interface LengthView {
  readonly label: string;
  readonly to: string;
  readonly chosen: boolean;
}

export interface FactsView {
  readonly owner: OwnerView;
  readonly title: string;
  readonly description?: string | undefined;
  /** Of a team that names them. */
  readonly hosts: readonly string[];
  /** Only one of them comes. */
  readonly oneHost: boolean;
  readonly locations: readonly string[];
  readonly recurrence?: string | undefined;
  readonly confirmation?: string | undefined;
  readonly lengths: readonly LengthView[];
}

const TEXT = {
  lengths: 'Length',
  where: 'Where',
  hosts: 'With',
  oneHost: 'With one of',
  recurrence: 'Repeats',
} as const;

export const Portrait = ({ initials, picture }: OwnerView): VNode =>
  picture === undefined ? (
    <span class="portrait" aria-hidden="true">
      {initials}
    </span>
  ) : (
    <img class="portrait" src={href(picture)} width="48" height="48" alt="" />
  );

const Lengths = ({ lengths }: Pick<FactsView, 'lengths'>): VNode =>
  lengths.length === 1 ? (
    <>{lengths[0]?.label}</>
  ) : (
    <ul class="lengths" aria-label={TEXT.lengths}>
      {lengths.map(({ label, to, chosen }) => (
        <li key={label}>
          <Link to={to} current={chosen ? 'true' : undefined}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );

const Names = ({ of }: { of: readonly string[] }): VNode => (
  <>
    {of.map((name, at) => (
      <span key={name}>
        {at > 0 && ', '}
        <bdi>{name}</bdi>
      </span>
    ))}
  </>
);

const Locations = ({ of }: { of: readonly string[] }): VNode => (
  <ul class="plain-list">
    {of.map((location) => (
      <li key={location}>
        <bdi>{location}</bdi>
      </li>
    ))}
  </ul>
);

const rowsOf = (facts: FactsView) => [
  { term: TEXT.lengths, value: <Lengths {...facts} /> },
  {
    term: facts.oneHost ? TEXT.oneHost : TEXT.hosts,
    value: facts.hosts.length > 0 && <Names of={facts.hosts} />,
  },
  { term: TEXT.where, value: facts.locations.length > 0 && <Locations of={facts.locations} /> },
  { term: TEXT.recurrence, value: facts.recurrence },
];

export const Facts = (facts: FactsView): VNode => (
  <header class="booking-facts">
    <Link class="booking-owner" to={facts.owner.to}>
      <Portrait {...facts.owner} />
      <bdi>{facts.owner.name}</bdi>
    </Link>
    <h1 dir="auto">{facts.title}</h1>
    <dl class="definitions">
      {rowsOf(facts)
        .filter(({ value }) => Boolean(value))
        .map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
    {facts.confirmation && <p class="hint">{facts.confirmation}.</p>}
    {facts.description && <Preline text={facts.description} />}
  </header>
);
