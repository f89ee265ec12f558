/* Proposed changes of a client, for its owner and for reviewers. */
import type { VNode } from 'preact';
import { Button } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/form.js';
import { Notice } from '../parts/notice.js';
import { Time } from '../parts/time.js';
import { Comparison } from './comparison.js';
import type { ChangeView } from './comparison.js';

export interface ProposalStateView {
  readonly changes: readonly ChangeView[];
  readonly proposedAt: Date;
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
  withdraw: 'Withdraw the proposal',
  forget: 'Discard the proposal',
} as const;

const Verdict = ({ refusal }: Pick<ProposalStateView, 'refusal'>): VNode =>
  refusal === undefined ? (
    <Notice kind="info" title={TEXT.waiting}>
      <p>{TEXT.waitingDetail}</p>
    </Notice>
  ) : (
    <Notice kind="danger" title={TEXT.refused}>
      <p class="preline" dir="auto">
        {refusal}
      </p>
      <p>{TEXT.refusedDetail}</p>
    </Notice>
  );

export const ProposedChanges = ({ changes, proposedAt, now }: ProposalStateView & { now: Date }): VNode => (
  <>
    <Comparison changes={changes} before={TEXT.before} after={TEXT.after} />
    <p class="hint">
      {TEXT.proposed} <Time at={proposedAt} now={now} />
    </p>
  </>
);

export const OwnProposal = (
  props: ProposalStateView & { csrf: string; path: string; version: number; now: Date },
): VNode => (
  <Card>
    <h2>{TEXT.title}</h2>
    <Verdict refusal={props.refusal} />
    <ProposedChanges {...props} />
    <Form action={`${props.path}/revision/withdrawal`} csrf={props.csrf}>
      <input type="hidden" name="version" value={props.version} />
      <div class="actions">
        <Button look="plain">{props.refusal === undefined ? TEXT.withdraw : TEXT.forget}</Button>
      </div>
    </Form>
  </Card>
);
