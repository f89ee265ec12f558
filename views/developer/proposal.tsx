/* Proposed changes of a client, for its owner and for reviewers. */
import type { VNode } from 'preact';
import { Submit } from '../parts/forms/actions.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';
import { Preline } from '../parts/text/preline.js';
import { Time } from '../parts/text/time.js';
import type { ClientViewPageProps } from './client-heading.js';
import { type ChangeView, Comparison } from './comparison.js';

export interface ProposalStateView {
  readonly changes: readonly ChangeView[];
  readonly proposedAt: Date;
  /** With the approval, removed scopes are also taken from existing installations. */
  readonly fromInstallations: boolean;
  readonly refusal?: string | undefined;
}

const TEXT = {
  title: 'Proposed changes',
  before: 'Now',
  after: 'Proposed',
  waiting: 'These changes wait for review',
  waitingDetail: 'Until they are approved, everything keeps working as it is now.',
  refused: 'These changes were rejected',
  refusedDetail: 'Everything keeps working as it is now. Edit the client to propose something else.',
  proposed: 'Proposed',
  fromInstallations: 'Scopes that are not on the list are also taken from existing installations.',
  withdraw: 'Withdraw the proposal',
  discard: 'Discard the proposal',
} as const;

interface ProposalProps extends Pick<ClientViewPageProps, 'csrf' | 'path' | 'version' | 'now'> {
  readonly proposal: ProposalStateView;
}

export const RejectedNotice = ({ refusal, detail }: { refusal: string; detail?: string }): VNode => (
  <Notice kind="danger" title={TEXT.refused}>
    <Preline text={refusal} />
    {detail && <p>{detail}</p>}
  </Notice>
);

export const ProposedChanges = ({ proposal, now }: Pick<ProposalProps, 'proposal' | 'now'>): VNode => (
  <>
    <Comparison changes={proposal.changes} before={TEXT.before} after={TEXT.after} />
    {proposal.fromInstallations && <p>{TEXT.fromInstallations}</p>}
    <p class="hint">
      {TEXT.proposed} <Time at={proposal.proposedAt} now={now} />
    </p>
  </>
);

export const OwnProposal = ({ proposal, ...props }: ProposalProps): VNode => (
  <Card>
    <h2>{TEXT.title}</h2>
    {proposal.refusal === undefined ? (
      <Notice kind="info" title={TEXT.waiting} detail={TEXT.waitingDetail} />
    ) : (
      <RejectedNotice refusal={proposal.refusal} detail={TEXT.refusedDetail} />
    )}
    <ProposedChanges proposal={proposal} now={props.now} />
    <Form action={`${props.path}/revision/withdrawal`} csrf={props.csrf}>
      <input type="hidden" name="version" value={props.version} />
      <Submit look="plain" text={proposal.refusal === undefined ? TEXT.withdraw : TEXT.discard} />
    </Form>
  </Card>
);
