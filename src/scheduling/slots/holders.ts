/* As whom a caller holds slots: a person with a token as their account, everybody else as their network. */
import type { Principal } from '../../api/principal.js';
import type { KeyRing } from '../../key-ring.js';

/** Under each key of the ring, newest first: the newest is written, all of them are looked for. */
export function holdersOf(
  keys: Pick<KeyRing, 'hashes'>,
  principal: Principal | undefined,
  network: string,
): readonly string[] {
  const who = principal === undefined ? `network:${network}` : `account:${principal.accountId}`;
  return keys.hashes('holder', who);
}
