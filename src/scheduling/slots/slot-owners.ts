/*
 * As whom a caller holds slots: a person with a token as their account, everybody else as their network. A network is
 * only counted by: many people share one, so that a hold made without a token is its holder's who has its uid.
 */
import type { Principal } from '../../api/principal.js';
import type { KeyRing } from '../../keys/key-ring.js';

const accountHolder = ({ accountId }: Principal): string => `account:${accountId}`;

/** Whose holds do not stand in the way of the caller's own booking. */
export const ownHolders = (
  keys: Pick<KeyRing, 'hashes'>,
  principal: Principal | undefined,
): readonly string[] => (principal === undefined ? [] : keys.hashes('holder', accountHolder(principal)));

/** Under each key of the ring, newest first: the newest is written, all of them are looked for. */
export function holdersOf(
  keys: Pick<KeyRing, 'hashes'>,
  principal: Principal | undefined,
  clientIp: string,
): readonly string[] {
  const who = principal === undefined ? `network:${clientIp}` : accountHolder(principal);
  return keys.hashes('holder', who);
}
