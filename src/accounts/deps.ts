/* What the use cases of accounts work with. Each picks the members that it needs. */
import type { ArtifactStore } from '../artifacts/store.js';
import type { AuditLog } from '../events/audit-log.js';
import type { JobStore } from '../jobs/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Passwords } from './password-hash.js';
import type { Ceremonies } from './passkeys/passkey-ceremony.js';
import type { Challenges } from './passkeys/passkey-challenges.js';
import type { Sessions } from './session.js';
import type { AttemptCounter } from './sign-in-rate-limit.js';
import type { AccountStores } from './stores.js';

export interface AccountDeps extends AccountStores {
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly ceremonies: Ceremonies;
  readonly challenges: Challenges;
  readonly artifacts: ArtifactStore;
  readonly audit: AuditLog;
  readonly jobs: JobStore;
  readonly attempts: AttemptCounter;
  readonly keys: KeyRing;
  readonly appUrl: string;
  /** Ends all that the account has allowed to applications. */
  readonly endGrants: (
    accountId: number,
    by: 'person' | 'recovery' | 'address_confirmed' | 'account_deleted',
    clientIp?: string,
  ) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}
