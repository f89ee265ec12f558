/* What the account pages are made of; app.ts puts it together once. */
import type { PageLink } from '../../views/home.js';
import type { ArtifactStore } from '../artifact-store.js';
import type { AuditLog } from '../audit.js';
import type { JobStore } from '../delivery/store.js';
import type { Cookies } from '../http/cookies.js';
import type { Csrf } from '../http/csrf.js';
import type { Throttle } from '../http/throttle.js';
import type { KeyRing } from '../key-ring.js';
import type { Passwords } from './password-hash.js';
import type { PasskeyStore } from './passkey-store.js';
import type { CurrentPerson } from './person.js';
import type { RecoveryStore } from './recovery-store.js';
import type { Sessions } from './session.js';
import type { AccountStore } from './store.js';
import type { TryLimits } from './tries.js';

export interface AccountLink extends PageLink {
  /** Shown to service administrators alone. */
  readonly administrators?: boolean;
}

export interface AccountPagesDeps {
  readonly accounts: AccountStore;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly recoveries: RecoveryStore;
  readonly passkeys: PasskeyStore;
  readonly artifacts: ArtifactStore;
  readonly audit: AuditLog;
  readonly jobs: JobStore;
  readonly throttle: Throttle;
  readonly keys: KeyRing;
  readonly cookies: Cookies;
  readonly csrf: Csrf;
  readonly currentPerson: CurrentPerson;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** TRY_LIMITS when absent. */
  readonly limits?: TryLimits;
  /** Where the home page leads somebody who is signed in. */
  readonly links?: readonly AccountLink[];
}

/** `Too many tries. Wait 15 minutes and try again.` */
export function tooManyTries(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many tries. Wait ${minutes === 1 ? '1 minute' : `${minutes} minutes`} and try again.`;
}
