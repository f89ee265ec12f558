/* The list of guides, for developers and for who schedules. Data: web/guides. */
import type { VNode } from 'preact';
import { Layout, type PublicFacts } from '../layout.js';
import { Card } from '../parts/card.js';
import { Link } from '../parts/link.js';

export const GUIDES_TEXT = {
  title: 'Guides',
  detail: 'How to build an application, and how scheduling works, with examples.',
  lead: 'How to build an application on this service, and how scheduling works. The examples run as they stand.',
  reference: 'API reference',
} as const;

interface GuidesProps {
  readonly sections: readonly {
    readonly title: string;
    readonly guides: readonly { readonly to: string; readonly title: string; readonly detail: string }[];
  }[];
  readonly referenceTo: string;
  readonly publicFacts: PublicFacts;
}

export const GuidesPage = ({ sections, referenceTo, publicFacts }: GuidesProps): VNode => (
  <Layout title={GUIDES_TEXT.title} width="page" publicFacts={publicFacts}>
    <h1>{GUIDES_TEXT.title}</h1>
    <p class="lead">{GUIDES_TEXT.lead}</p>
    <p>
      <Link to={referenceTo}>{GUIDES_TEXT.reference}</Link>
    </p>
    <div class="overview">
      {sections.map(({ title, guides }) => (
        <Card key={title}>
          <h2>{title}</h2>
          <ul class="destinations">
            {guides.map((guide) => (
              <li key={guide.to}>
                <Link to={guide.to}>{guide.title}</Link>
                <p class="hint">{guide.detail}</p>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  </Layout>
);
