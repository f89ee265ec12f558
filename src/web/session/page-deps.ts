/* What the account pages are made of; app.ts puts it together once. */
import type { Context } from 'koa';
import type { PageLink } from '../../../views/home/home.js';
import type { ArtifactStore } from '../../artifacts/store.js';
import type { AuditLog } from '../../events/audit-log.js';
import type { JobStore } from '../../jobs/store.js';
import type { Cookies } from '../../http/cookies.js';
import type { Csrf } from '../../http/csrf.js';
import type { Throttle } from '../../http/throttle.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { Passwords } from '../../accounts/password-hash.js';
import type { PasskeyStore } from '../../accounts/passkey-store.js';
import type { PageSession } from './page-session.js';
import type { CurrentUser, RequireRecentSignIn, RequireUser } from './user.js';
import type { RecoveryStore } from '../../accounts/recovery-store.js';
import type { Sessions } from '../../accounts/session.js';
import type { AccountStore } from '../../accounts/store.js';
import type { TryLimits } from '../../accounts/sign-in-rate-limit.js';

export interface AccountLink extends PageLink {
  /** Shown to service administrators alone. */
  readonly administrators?: boolean;
}

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
  readonly throttle: Throttle;
  readonly keys: KeyRing;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** TRY_LIMITS when absent. */
  readonly limits?: TryLimits;
}

export interface AccountPagesDeps extends AccountDeps {
  readonly cookies: Cookies;
  readonly csrf: Csrf;
  readonly currentUser: CurrentUser;
  readonly requireUser: RequireUser;
  readonly requireRecentSignIn: RequireRecentSignIn;
  readonly sessionOf: (ctx: Context) => PageSession;
}

/** `Too many tries. Wait 15 minutes and try again.` */
export function tooManyTries(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many tries. Wait ${minutes === 1 ? '1 minute' : `${minutes} minutes`} and try again.`;
}
