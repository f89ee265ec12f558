/* The life of a client as its reviewers decide it. Only a service administrator moves it. */
import type { PropertyFault } from '../errors.js';
import type { ClientStatus } from './store.js';
import { textFault } from './text.js';

export const CLIENT_STATUSES: readonly ClientStatus[] = ['pending', 'approved', 'rejected', 'suspended'];

export type Verdict = 'approve' | 'reject' | 'suspend' | 'resume';

interface VerdictRule {
  readonly from: readonly ClientStatus[];
  readonly to: ClientStatus;
  /** The owner is told why. */
  readonly needsReason: boolean;
}

/** The transition table. A rejected client may be approved after a second look. */
export const VERDICTS: Readonly<Record<Verdict, VerdictRule>> = {
  approve: { from: ['pending', 'rejected'], to: 'approved', needsReason: false },
  reject: { from: ['pending'], to: 'rejected', needsReason: true },
  suspend: { from: ['approved'], to: 'suspended', needsReason: true },
  resume: { from: ['suspended'], to: 'approved', needsReason: false },
};

const LONGEST_REASON = 1000;

/** The statuses from which `to` can be reached: the condition of the database's update. */
export const statusesBefore = (to: ClientStatus): readonly ClientStatus[] =>
  Object.values(VERDICTS).flatMap((rule) => (rule.to === to ? rule.from : []));

export const mayBecome = (from: ClientStatus, to: ClientStatus): boolean => statusesBefore(to).includes(from);

/** `reason`: tidied, undefined when nothing was written. */
export function reasonFaults(verdict: Verdict, reason: string | undefined): readonly PropertyFault[] {
  if (reason === undefined) {
    const message = 'is missing. Tell the owner what is wrong and what to change';
    return VERDICTS[verdict].needsReason ? [{ property: 'reason', message }] : [];
  }
  const message = textFault(reason, { longest: LONGEST_REASON, lines: true });
  return message === undefined ? [] : [{ property: 'reason', message }];
}
