/* What was before this review: authorizations, verdicts, and the owner's other clients. Data: web/review/client-history. */
import type { VNode } from 'preact';
import { ClientStatus, type ClientStatusProps } from '../developer/client-status.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Link } from '../parts/link.js';
import { counted } from '../parts/text/counted.js';
import { Preline } from '../parts/text/preline.js';
import { Time } from '../parts/text/time.js';

export interface PastVerdict {
  readonly id: string;
  /** The name of the event. */
  readonly action: string;
  readonly at: Date;
  readonly by: string;
  /** The account of the reviewer; absent for the command line. */
  readonly to?: string | undefined;
  readonly reason?: string | undefined;
}

export interface ClientHistoryView {
  readonly grants: { readonly count: number; readonly most: number };
  readonly verdicts: readonly PastVerdict[];
  readonly others: readonly (ClientStatusProps & { readonly name: string; readonly to: string })[];
  readonly moreOthers: number;
  /** The pages of the owner, and of the client in the audit log. */
  readonly owner: string;
  readonly audit: string;
}

interface HistoryProps extends ClientHistoryView {
  readonly now: Date;
}

const TEXT = {
  title: 'History',
  grants: 'Authorizations',
  atLeast: 'or more',
  audit: 'Audit log',
  auditLink: 'About this client',
  verdicts: 'Earlier verdicts',
  noVerdicts: 'None.',
  others: 'Other clients of the owner',
  noOthers: 'The owner manages no other client.',
  more: 'more: see the page of the owner.',
  by: 'by',
} as const;

const VERDICTS: Readonly<Record<string, string>> = {
  'client.approved': 'Approved',
  'client.rejected': 'Rejected',
  'client.suspended': 'Suspended',
  'client.resumed': 'Resumed',
  'revision.approved': 'Changes approved',
  'revision.rejected': 'Changes rejected',
};

const Verdict = ({ of, now }: { readonly of: PastVerdict; readonly now: Date }): VNode => (
  <li>
    <strong>{VERDICTS[of.action] ?? of.action}</strong>
    <span class="hint">
      <Time at={of.at} now={now} /> {TEXT.by}{' '}
      {of.to === undefined ? (
        <bdi>{of.by}</bdi>
      ) : (
        <Link to={of.to}>
          <bdi>{of.by}</bdi>
        </Link>
      )}
    </span>
    {of.reason !== undefined && <Preline text={of.reason} />}
  </li>
);

const Verdicts = ({ verdicts, now }: HistoryProps): VNode => (
  <section>
    <h3>{TEXT.verdicts}</h3>
    {verdicts.length === 0 ? (
      <p class="hint">{TEXT.noVerdicts}</p>
    ) : (
      <ul class="rows">
        {verdicts.map((verdict) => (
          <Verdict key={verdict.id} of={verdict} now={now} />
        ))}
      </ul>
    )}
  </section>
);

const Others = ({ others, moreOthers, owner }: HistoryProps): VNode => (
  <section>
    <h3>{TEXT.others}</h3>
    {others.length === 0 ? (
      <p class="hint">{TEXT.noOthers}</p>
    ) : (
      <ul class="rows">
        {others.map((client) => (
          <li key={client.to}>
            <Link to={client.to}>
              <bdi>{client.name}</bdi>
            </Link>
            <ClientStatus {...client} />
          </li>
        ))}
      </ul>
    )}
    {moreOthers > 0 && (
      <p>
        <Link to={owner}>
          {moreOthers} {TEXT.more}
        </Link>
      </p>
    )}
  </section>
);

export const ClientHistory = (props: HistoryProps): VNode => (
  <Card>
    <h2>{TEXT.title}</h2>
    <DefinitionList
      of={[
        {
          term: TEXT.grants,
          value: `${counted(props.grants.count, 'authorization')}${props.grants.count < props.grants.most ? '' : ` ${TEXT.atLeast}`}`,
        },
        { term: TEXT.audit, value: <Link to={props.audit}>{TEXT.auditLink}</Link> },
      ]}
    />
    <Verdicts {...props} />
    <Others {...props} />
  </Card>
);
