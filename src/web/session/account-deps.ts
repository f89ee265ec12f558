/* What pages are handed that prove who somebody is; web.ts puts it together once. */
import type { ArtifactStore } from '../../artifacts/store.js';
import type { AuditLog } from '../../events/audit-log.js';
import type { JobStore } from '../../jobs/store.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { Passwords } from '../../accounts/password-hash.js';
import type { PasskeyStore } from '../../accounts/passkeys/passkey-store.js';
import type { RecoveryStore } from '../../accounts/recovery-store.js';
import type { Sessions } from '../../accounts/session.js';
import type { AccountStore } from '../../accounts/store.js';
import type { Tries } from '../../accounts/sign-in-rate-limit.js';

/** What proves who somebody is, and keeps it. */
export interface AccountDeps {
  readonly accounts: AccountStore;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly recoveries: RecoveryStore;
  readonly passkeys: PasskeyStore;
  readonly artifacts: ArtifactStore;
  readonly audit: AuditLog;
  readonly jobs: JobStore;
  /** The rate limit of sign-in, sign-up and recovery. */
  readonly tries: Tries;
  readonly keys: KeyRing;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** `Too many attempts. Wait 15 minutes and try again.` */
export function tooManyTries(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Wait ${minutes === 1 ? '1 minute' : `${minutes} minutes`} and try again.`;
}
