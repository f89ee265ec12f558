/* The verdicts as a table: where each is posted, in which states it is offered, its texts, and its use case. */
import type { VerdictForm as VerdictFormView } from '../../../views/review/review-page.js';
import type { Actor } from '../../events/audit-log.js';
import type { ClientRecord, ClientRecordStore } from '../../clients/record-store.js';
import { stageOf, type Verdict, VERDICTS } from '../../clients/status.js';
import {
  answerProposal,
  type ReviewDecision,
  giveVerdict,
  type ProposalAnswer,
  type VerdictOutcome,
} from '../../clients/review/verdicts.js';

export interface VerdictForm extends VerdictFormView {
  /** It interrupts those who use the client, so a page says so before. */
  readonly asksFirst?: true;
  readonly offered: (record: ClientRecord) => boolean;
  readonly give: (records: ClientRecordStore, given: ReviewDecision, actor: Actor) => Promise<VerdictOutcome>;
}

type Texts = Pick<VerdictForm, 'label' | 'consequence' | 'look' | 'asksFirst'>;

const onClient = (to: string, verdict: Verdict, texts: Texts): VerdictForm => ({
  to,
  ...texts,
  reason: VERDICTS[verdict].reason,
  offered: ({ client, editedAt }) => VERDICTS[verdict].from.includes(stageOf(client.status, editedAt)),
  give: (records, given, actor) => giveVerdict(records, verdict, given, actor),
});

const onProposal = (to: string, answer: ProposalAnswer, texts: Texts): VerdictForm => ({
  to,
  ...texts,
  reason: VERDICTS[answer].reason,
  offered: ({ proposal }) => proposal !== undefined && proposal.refusal === undefined,
  give: (records, given, actor) => answerProposal(records, answer, given, actor),
});

export const VERDICT_FORMS: readonly VerdictForm[] = [
  onProposal('revision/approval', 'approve', {
    label: 'Approve the changes',
    consequence: 'All of them take effect at once.',
    look: 'primary',
  }),
  onProposal('revision/rejection', 'reject', {
    label: 'Reject the changes',
    consequence: 'The client keeps working as it is now.',
    look: 'danger',
  }),
  onClient('approval', 'approve', {
    label: 'Approve the client',
    consequence: 'Everyone can use it.',
    look: 'primary',
  }),
  onClient('rejection', 'reject', {
    label: 'Reject the client',
    consequence: 'Nobody can use it, not even its owner.',
    look: 'danger',
  }),
  onClient('suspension', 'suspend', {
    label: 'Suspend the client',
    consequence: 'Nobody can use it, and its tokens lose access within a second.',
    look: 'danger',
    asksFirst: true,
  }),
  onClient('resumption', 'resume', {
    label: 'Resume the client',
    consequence: 'Everyone can use it again, with its existing tokens.',
    look: 'primary',
  }),
];

export const verdictFormsOf = (record: ClientRecord): readonly VerdictFormView[] =>
  VERDICT_FORMS.filter(({ offered }) => offered(record));
