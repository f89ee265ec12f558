/* One entry of the audit log: action, time and parties; client IP, facts and changes are folded. */
import type { VNode } from 'preact';
import { type ChangeView, Comparison } from '../developer/comparison.js';
import { type Definition, DefinitionList } from '../parts/definition-list.js';
import { Identifier } from '../parts/text/identifier.js';
import { Link } from '../parts/link.js';
import { ExactTime, Time } from '../parts/text/time.js';

export interface PartyView {
  /** As in the log: `account:12`, `client:ab12...`, `system`. */
  readonly id: string;
  /** Its current name; absent without a name, or when it was deleted. */
  readonly name?: string | undefined;
}

export interface FactView {
  readonly label: string;
  readonly lines: readonly string[];
  readonly name?: string | undefined;
}

export interface EntryView {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  /** What the action means, as a sentence. */
  readonly wording: string | undefined;
  readonly actor: PartyView;
  readonly subject: PartyView;
  readonly clientIp?: string | undefined;
  readonly facts: readonly FactView[];
  readonly changes: readonly { readonly label: string; readonly changes: readonly ChangeView[] }[];
}

/** As the filter has them. Facts have names of their own, such as `by` and `from`. */
const TEXT = {
  action: 'Action',
  time: 'Time',
  actor: 'Actor',
  subject: 'Subject',
  clientIp: 'Client IP',
  before: 'Before',
  after: 'After',
} as const;

interface EntryProps {
  readonly entry: EntryView;
  readonly now: Date;
  /** Path of the log, for links that filter it. */
  readonly path: string;
  /** Unfolded. */
  readonly open: boolean;
}

const filterPath = (path: string, field: string, value: string): string =>
  `${path}?${new URLSearchParams({ [field]: value }).toString()}`;

const Party = ({ party, to }: { party: PartyView; to: string }): VNode => (
  <Link to={to}>
    {party.name !== undefined && <bdi>{party.name} </bdi>}
    <Identifier value={party.id} />
  </Link>
);

const Fact = ({ fact }: { fact: FactView }): VNode => (
  <>
    {fact.lines.map((line, at) => (
      <span class="block" key={at}>
        <bdi>{line}</bdi>
      </span>
    ))}
    {fact.name !== undefined && <bdi class="hint">{fact.name}</bdi>}
  </>
);

const definitionsOf = ({ entry, path }: EntryProps): readonly Definition[] => [
  {
    term: TEXT.action,
    value: (
      <Link to={filterPath(path, 'action', entry.action)}>
        <Identifier value={entry.action} />
      </Link>
    ),
  },
  { term: TEXT.time, value: <ExactTime at={entry.at} /> },
  {
    term: TEXT.actor,
    value: <Party party={entry.actor} to={filterPath(path, 'actor', entry.actor.id)} />,
  },
  {
    term: TEXT.subject,
    value: <Party party={entry.subject} to={filterPath(path, 'subject', entry.subject.id)} />,
  },
  {
    term: TEXT.clientIp,
    value: entry.clientIp && (
      <Link to={filterPath(path, 'network', entry.clientIp)}>
        <Identifier value={entry.clientIp} />
      </Link>
    ),
  },
  ...entry.facts.map((fact) => ({ term: fact.label, value: <Fact fact={fact} /> })),
];

const nameOf = ({ name, id }: PartyView): string => name ?? id;

const Summary = ({ entry, now }: Pick<EntryProps, 'entry' | 'now'>): VNode => (
  <summary>
    <span class="entry-summary">
      <span class="entry-head">
        <h2>
          <Identifier value={entry.action} />
        </h2>
        <span class="hint">
          <Time at={entry.at} now={now} />
        </span>
      </span>
      {entry.wording && <span class="entry-wording">{entry.wording}</span>}
      <span class="hint clipped">
        <bdi>{nameOf(entry.actor)}</bdi> <bdi>· {nameOf(entry.subject)}</bdi>
      </span>
    </span>
  </summary>
);

export const AuditEntryRow = (props: EntryProps): VNode => {
  const { entry, now, open } = props;
  return (
    <li class="entry">
      <details class="folded entry-folded" open={open}>
        <Summary entry={entry} now={now} />
        <div class="entry-details">
          <DefinitionList of={definitionsOf(props)} />
          {entry.changes.map(({ label, changes }) => (
            <div class="entry-changes" key={label}>
              <p class="hint">{label}</p>
              <Comparison changes={changes} before={TEXT.before} after={TEXT.after} />
            </div>
          ))}
        </div>
      </details>
    </li>
  );
};
