/* A link with which a user sets a new password, handed over by an operator or administrator instead of a mail. */
import { randomUUID } from 'node:crypto';
import { MINUTE } from '../durations.js';
import type { Actor } from '../events/audit-log.js';
import type { KeyRing } from '../keys/key-ring.js';
import { RECOVERY_MINUTES, recoveryLink } from './recovery-link.js';
import type { RecoveryStore } from './recovery-store.js';

export interface IssueDeps {
  readonly recoveries: RecoveryStore;
  readonly keys: KeyRing;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface IssuedLink {
  readonly link: string;
  readonly expiresAt: Date;
}

/** Undefined when the account is disabled or deleted. */
export async function issueRecovery(
  { recoveries, keys, appUrl, clock }: IssueDeps,
  accountId: number,
  actor: Actor,
): Promise<IssuedLink | undefined> {
  const [id, expiresAt] = [randomUUID(), new Date(clock() + RECOVERY_MINUTES * MINUTE)];
  const issued = await recoveries.issue({ id, accountId, expiresAt }, actor);
  return issued && { link: recoveryLink(appUrl, keys, id), expiresAt };
}
