/* The link of a recovery: its id with a keyed hash of it. The token is derived from the id and stored nowhere. */
import type { KeyRing } from '../keys/key-ring.js';

/** Of links by mail and of those that operators issue. */
export const RECOVERY_MINUTES = 15;

export const recoveryLink = (appUrl: string, keys: KeyRing, id: string): string =>
  `${appUrl}/recover?token=${id}.${keys.hash('recovery', id)}`;

const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w.-]{1,100})$/;

/** The id in a token of ours; undefined for every other text. `hashed`: the text that was hashed for an id. */
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
