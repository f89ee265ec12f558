/* One guide: its text, its contents, and whose client stands in its examples. Data: web/guides. */
import type { VNode } from 'preact';
import { Layout, type PublicFacts } from '../layout.js';
import { Button } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Link } from '../parts/link.js';
import { CopyScript } from '../parts/text/copyable.js';
import type { GuideElement, GuideNode } from './elements.js';
import type { Crumb } from '../shell.js';

export interface GuideProps {
  readonly title: string;
  readonly body: readonly GuideNode[];
  readonly contents: readonly { readonly id: string; readonly title: string }[];
  readonly publicFacts: PublicFacts;
  readonly crumbs: readonly Crumb[];
  /** Of the reader; empty without any, or when nothing in the guide names one. */
  readonly clients: readonly { readonly id: string; readonly name: string }[];
  readonly chosenId: string | undefined;
}

const TEXT = {
  contents: 'On this page',
  client: 'Examples with the client',
  noClient: 'No client',
  choose: 'Show',
  table: 'Table',
  code: 'Code',
} as const;

/** Scrolls by itself on a narrow screen, by keyboard too. */
const Code = ({ children }: Pick<GuideElement, 'children'>): VNode => (
  <div
    class="guide-code"
    data-copy="Copy"
    data-copied="Copied"
    data-failed="The code could not be copied. Select it and copy it by hand."
  >
    <pre role="group" aria-label={TEXT.code} tabIndex={0}>
      <code dir="ltr">
        <Nodes of={children} />
      </code>
    </pre>
  </div>
);

const Table = ({ children }: Pick<GuideElement, 'children'>): VNode => (
  <div class="guide-table" role="group" aria-label={TEXT.table} tabIndex={0}>
    <table>
      <Nodes of={children} />
    </table>
  </div>
);

function Element({ tag, children, id, to }: GuideElement): VNode {
  if (tag === 'pre') return <Code>{children}</Code>;
  // A heading without text is read as one.
  if (tag === 'th' && children.length === 0) return <td />;
  if (tag === 'table') return <Table>{children}</Table>;
  const inside = <Nodes of={children} />;
  if (tag === 'a') return <Link to={to ?? ''}>{inside}</Link>;
  const Tag = tag;
  return <Tag id={id}>{inside}</Tag>;
}

const Nodes = ({ of }: { of: readonly GuideNode[] }): VNode => (
  <>{of.map((node) => (typeof node === 'string' ? node : <Element {...node} />))}</>
);

const Contents = ({ contents }: Pick<GuideProps, 'contents'>): VNode => (
  <nav class="guide-contents" aria-label={TEXT.contents}>
    <h2>{TEXT.contents}</h2>
    <ul>
      {contents.map(({ id, title }) => (
        <li key={id}>
          <Link to={`#${id}`}>{title}</Link>
        </li>
      ))}
    </ul>
  </nav>
);

const ClientChoice = ({ clients, chosenId }: Pick<GuideProps, 'clients' | 'chosenId'>): VNode => (
  <form method="get" class="filter">
    <label for="client">{TEXT.client}</label>
    <select id="client" name="client">
      <option value="">{TEXT.noClient}</option>
      {clients.map(({ id, name }) => (
        <option key={id} value={id} selected={id === chosenId}>
          {name}
        </option>
      ))}
    </select>
    <Button look="plain">{TEXT.choose}</Button>
  </form>
);

export const GuidePage = (props: GuideProps): VNode => (
  <Layout title={props.title} width="page" publicFacts={props.publicFacts} crumbs={props.crumbs}>
    {props.clients.length > 0 && (
      <Card>
        <ClientChoice {...props} />
      </Card>
    )}
    <div class="guide">
      {props.contents.length > 1 && <Contents contents={props.contents} />}
      <article class="guide-text">
        <Nodes of={props.body} />
      </article>
    </div>
    <CopyScript />
  </Layout>
);
