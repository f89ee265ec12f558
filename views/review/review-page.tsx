/* The review of one client: warnings, proposed changes, current state, owner, and verdict. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { PageUser } from '../parts/account-menu.js';
import { Button, type ButtonLook } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { TextArea } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { Preline } from '../parts/text/preline.js';
import { Time } from '../parts/text/time.js';
import { ClientFacts } from '../developer/client-facts.js';
import { ClientHeading, type ClientViewPageProps } from '../developer/client-heading.js';
import { ProposedChanges, RejectedNotice } from '../developer/proposal.js';
import { ClientHistory, type ClientHistoryView } from './client-history.js';
import { AllowedSchemes, type AllowedSchemesProps } from './allowed-schemes.js';
import { RetiredScopes } from './retired-scopes.js';

export interface VerdictForm {
  /** Below the page's path: `approval`, `revision/rejection`. */
  readonly to: string;
  readonly label: string;
  readonly consequence: string;
  readonly look: ButtonLook;
  readonly reason: 'required' | 'welcome' | 'none';
}

export interface ReviewOwner extends PageUser {
  /** The team that owns it; the account is that of the user who transferred it. */
  readonly team?: string | undefined;
  /** The page of the account. */
  readonly to: string;
  readonly since: Date;
  readonly approvedClients: number;
}

export interface ReviewPageProps extends ClientViewPageProps {
  readonly warnings: readonly string[];
  readonly owner: ReviewOwner;
  readonly history: ClientHistoryView;
  /** Of a public client. */
  readonly schemes?: AllowedSchemesProps | undefined;
  /** Empty for the reviewer's own client. */
  readonly verdicts: readonly VerdictForm[];
  readonly isOwn: boolean;
  /** The client changed after the page with the last verdict was opened. */
  readonly isOutdated: boolean;
  /** The verdict that was not accepted, with its reason. */
  readonly retry?: { readonly to: string; readonly typed: string; readonly fault?: string } | undefined;
}

/** By the last form; `name`: of the client. */
export const reviewDone = (name: string): Readonly<Record<string, string>> => ({
  approval: `${name} was approved. Everyone can use it.`,
  rejection: `${name} was rejected. Nobody can use it.`,
  suspension: `${name} was suspended. It no longer has access.`,
  resumption: `${name} was resumed. Everyone can use it again.`,
  schemes: `The scheme is allowed for ${name}.`,
  migrating: `${name} is marked as migrating: retired scopes are accepted.`,
  migrated: `${name} is no longer marked as migrating: retired scopes are refused.`,
  'revision/approval': `The proposed changes to ${name} are in effect.`,
  'revision/rejection': `The proposed changes to ${name} were rejected. Nothing else changed.`,
});

const TEXT = {
  changed: 'Nothing was decided: the client changed since you opened this page',
  changedDetail: 'Below is the current version. Check it again before you decide.',
  own: 'You cannot review this client',
  ownDetail: 'You manage it, or you created or changed it. Another administrator must review it.',
  warnings: 'Check these points',
  noWarnings: 'Nothing unusual was found',
  reason: { required: 'Reason', welcome: 'Reason (optional)' },
  lastReason: 'Reason given',
  reasonHint: 'The owner reads it. Say what is wrong and what to change.',
  proposal: 'Proposed changes',
  facts: 'The client as it is now',
  owner: 'Owner',
  team: 'Team',
  since: 'Account since',
  approvedClients: 'Approved clients',
  verdict: 'Your verdict',
} as const;

const Warnings = ({ warnings }: ReviewPageProps): VNode =>
  warnings.length === 0 ? (
    <Notice kind="good" title={TEXT.noWarnings} />
  ) : (
    <Notice kind="warning" title={TEXT.warnings}>
      <ul class="plain-list ink">
        {warnings.map((warning) => (
          <li key={warning}>
            <bdi>{warning}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );

const Proposal = ({ proposal, now }: ReviewPageProps): VNode | null =>
  proposal ? (
    <Card>
      <h2>{TEXT.proposal}</h2>
      {proposal.refusal !== undefined && <RejectedNotice refusal={proposal.refusal} />}
      <ProposedChanges proposal={proposal} now={now} />
    </Card>
  ) : null;

const Owner = ({ owner, now }: ReviewPageProps): VNode => (
  <Card>
    <h2>{TEXT.owner}</h2>
    <p>
      <Link to={owner.to}>
        <bdi class="strong">{owner.name}</bdi>
      </Link>{' '}
      <bdi class="hint">{owner.email}</bdi>
    </p>
    <DefinitionList
      of={[
        { term: TEXT.team, value: owner.team && <bdi>{owner.team}</bdi> },
        { term: TEXT.since, value: <Time at={owner.since} now={now} /> },
        { term: TEXT.approvedClients, value: owner.approvedClients },
      ]}
    />
  </Card>
);

const Verdict = ({ verdict, ...props }: ReviewPageProps & { verdict: VerdictForm }): VNode => {
  const retry = props.retry?.to === verdict.to ? props.retry : undefined;
  const id = `reason-${verdict.to.replace('/', '-')}`;
  return (
    <li>
      <Form action={`${props.path}/${verdict.to}`} csrf={props.csrf}>
        <input type="hidden" name="version" value={props.version} />
        {verdict.reason !== 'none' && (
          <TextArea
            id={id}
            name="reason"
            label={TEXT.reason[verdict.reason]}
            hint={TEXT.reasonHint}
            value={retry?.typed ?? ''}
            fault={retry?.fault}
            rows={3}
          />
        )}
        <div class="consequence">
          <p class="hint">{verdict.consequence}</p>
          <Button look={verdict.look}>{verdict.label}</Button>
        </div>
      </Form>
    </li>
  );
};

const Verdicts = (props: ReviewPageProps): VNode =>
  props.isOwn ? (
    <Notice kind="info" title={TEXT.own} detail={TEXT.ownDetail} />
  ) : (
    <Card>
      <h2>{TEXT.verdict}</h2>
      <ul class="plain-list verdicts">
        {props.verdicts.map((verdict) => (
          <Verdict key={verdict.to} verdict={verdict} {...props} />
        ))}
      </ul>
    </Card>
  );

export const ReviewPage = (props: ReviewPageProps): VNode => (
  <Layout title={props.name} width="wide" user={props.user} crumbs={props.crumbs}>
    <ClientHeading {...props} />
    {props.isOutdated && <Notice kind="danger" title={TEXT.changed} detail={TEXT.changedDetail} />}
    {props.reason !== undefined && (
      <Notice kind="info" title={TEXT.lastReason}>
        <Preline text={props.reason} />
      </Notice>
    )}
    <Warnings {...props} />
    <Proposal {...props} />
    <Card>
      <h2>{TEXT.facts}</h2>
      <ClientFacts {...props.facts} now={props.now} />
    </Card>
    <Owner {...props} />
    <ClientHistory {...props.history} now={props.now} />
    {props.schemes && (
      <AllowedSchemes
        {...props.schemes}
        form={props.isOwn ? undefined : { action: `${props.path}/schemes`, csrf: props.csrf }}
      />
    )}
    <RetiredScopes
      migrating={props.facts.migrating}
      form={props.isOwn ? undefined : { action: `${props.path}/migration`, csrf: props.csrf }}
    />
    <Verdicts {...props} />
  </Layout>
);
