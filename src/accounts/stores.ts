/* The stores of accounts. */
import type { AccountDataStore, DeletionStore } from './deletion-store.js';
import type { EmailChangeStore } from './email-change-store.js';
import type { PasskeyStore } from './passkeys/passkey-store.js';
import type { RecoveryStore } from './recovery-store.js';
import type { AccountStore } from './store.js';

export interface AccountStores {
  readonly accounts: AccountStore;
  readonly passkeys: PasskeyStore;
  readonly recoveries: RecoveryStore;
  readonly emailChanges: EmailChangeStore;
  readonly deletions: DeletionStore;
  readonly accountData: AccountDataStore;
}
