/*
 * The holder of a slot: the account of a caller with a token, else the client IP. Client IPs are only for counting, since
 * many callers share one: a hold without a token belongs to the caller that has its uid.
 */
import type { Principal } from '../../api/principal.js';
import type { KeyRing } from '../../keys/key-ring.js';

type AccountHolder = Pick<Principal, 'accountId'>;

const accountHolder = ({ accountId }: AccountHolder): string => `account:${accountId}`;

/** Their holds do not block the caller's own booking. */
export const ownHolders = (
  keys: Pick<KeyRing, 'hashes'>,
  principal: AccountHolder | undefined,
): readonly string[] => (principal === undefined ? [] : keys.hashes('holder', accountHolder(principal)));

/** Under each key of the ring, newest first: the newest is written, all are searched. */
export function holdersOf(
  keys: Pick<KeyRing, 'hashes'>,
  principal: Principal | undefined,
  clientIp: string,
): readonly string[] {
  const holder = principal === undefined ? `network:${clientIp}` : accountHolder(principal);
  return keys.hashes('holder', holder);
}
