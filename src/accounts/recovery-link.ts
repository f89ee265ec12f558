/* The link of a recovery: its id with a keyed hash of it, so that the token stands nowhere and follows from the id. */
import type { KeyRing } from '../keys/key-ring.js';

/** What somebody asks for with a mail, or an operator makes. */
export const RECOVERY_MINUTES = 15;

export const recoveryLink = (appUrl: string, keys: KeyRing, id: string): string =>
  `${appUrl}/recover?token=${id}.${keys.hash('recovery', id)}`;

const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w.-]{1,100})$/;

/** The id in a token that we made; undefined for every other text. `hashed`: what of the id its hash was made of. */
export function recoveryIn(
  keys: KeyRing,
  token: string,
  hashed = (id: string): string => id,
): string | undefined {
  const [, id, hash] = TOKEN.exec(token) ?? [];
  return id !== undefined && hash !== undefined && keys.matches('recovery', hashed(id), hash)
    ? id
    : undefined;
}
