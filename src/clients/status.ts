/* The status of a client, and the verdicts of service administrators that change it. */
import type { PropertyFault } from '../errors.js';
import type { ClientStatus } from './store.js';
import { textFault } from './text.js';

export const CLIENT_STATUSES: readonly ClientStatus[] = ['pending', 'approved', 'rejected', 'suspended'];

/** `resubmitted`: rejected, and changed since by those who manage it, so that it waits for a verdict again. */
export type ReviewStage = ClientStatus | 'resubmitted';

/** `editedAt`: the last change since the last verdict. */
export const stageOf = (status: ClientStatus, editedAt: Date | null | undefined): ReviewStage =>
  status === 'rejected' && editedAt ? 'resubmitted' : status;

export type Verdict = 'approve' | 'reject' | 'suspend' | 'resume';

interface VerdictRule {
  readonly from: readonly ReviewStage[];
  /** `from` in a sentence. */
  readonly mustBe: string;
  readonly to: ClientStatus;
  /** For the managers of the client. */
  readonly reason: 'required' | 'welcome' | 'none';
}

/** The transition table. A rejected client may be approved after a second look. */
export const VERDICTS: Readonly<Record<Verdict, VerdictRule>> = {
  approve: {
    from: ['pending', 'resubmitted', 'rejected'],
    mustBe: 'pending or rejected',
    to: 'approved',
    reason: 'none',
  },
  reject: {
    from: ['pending', 'resubmitted'],
    mustBe: 'pending, or rejected and changed since',
    to: 'rejected',
    reason: 'required',
  },
  // A harmful client is stopped first and explained later.
  suspend: { from: ['approved'], mustBe: 'approved', to: 'suspended', reason: 'welcome' },
  resume: { from: ['suspended'], mustBe: 'suspended', to: 'approved', reason: 'none' },
};

const MAX_REASON_LENGTH = 1000;

export const mayBecome = (from: ReviewStage, to: ClientStatus): boolean =>
  Object.values(VERDICTS).some((rule) => rule.to === to && rule.from.includes(from));

/** `reason`: tidied, undefined when nothing was written. */
export function reasonFaults(verdict: Verdict, reason: string | undefined): readonly PropertyFault[] {
  if (reason === undefined) {
    const message = 'is missing. Tell the owner what is wrong and what to change';
    return VERDICTS[verdict].reason === 'required' ? [{ property: 'reason', message }] : [];
  }
  const message = textFault(reason, { longest: MAX_REASON_LENGTH, lines: true });
  return message === undefined ? [] : [{ property: 'reason', message }];
}
