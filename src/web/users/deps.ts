/* Dependencies and paths of the pages about users, for administrators. */
import type { AccountDeps } from '../../accounts/deps.js';
import type { ClientRecordStore } from '../../clients/record-store.js';
import type { Families } from '../../authorization/grants/families.js';

export interface UsersDeps extends Pick<
  AccountDeps,
  'accounts' | 'recoveries' | 'sessions' | 'audit' | 'keys' | 'appUrl' | 'clock'
> {
  readonly records: Pick<ClientRecordStore, 'ofManager'>;
  readonly families: Pick<Families, 'ofAccount'>;
}

export const USERS_PATH = '/admin/users';

export const userPath = ({ id }: { readonly id: number }): string => `${USERS_PATH}/${id}`;
