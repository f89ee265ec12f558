/*
 * Client secrets at rest. Two formats of ClientSecret.hash are understood:
 *   `<key id>.<base64url>`  keyed hash of KeyRing purpose 'secret': what this service writes;
 *   `sha256:<64 hex digits>`  plain SHA-256 of the secret: only from imported legacy clients.
 * The second is safe for random secrets alone. A hash that is not under the newest key is renewed when the secret is
 * next used (renewedHash), so that old hashes disappear soon after a key rotation.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../keys/key-ring.js';
import { newSecretId, newSecretText } from './ids.js';
import type { RandomBytes } from './ids.js';
import type { ClientSecret, NewSecret } from './store.js';

export interface MadeSecret {
  /** Shown to its owner once, kept nowhere. */
  readonly plain: string;
  readonly stored: NewSecret;
}

const MAX_TOKEN_LENGTH = 512;
const IMPORTED = /^sha256:[0-9a-f]{64}$/;
/** The hint of a secret whose text this service has never seen. */
const UNKNOWN_HINT = '????';

export const isImportedHash = (hash: string): boolean => IMPORTED.test(hash);

export function newSecret(keys: KeyRing, random: RandomBytes): MadeSecret {
  const plain = newSecretText(random);
  return {
    plain,
    stored: { id: newSecretId(random), hash: keys.hash('secret', plain), hint: plain.slice(-4) },
  };
}

export const importedSecret = (hash: string, random: RandomBytes): NewSecret => ({
  id: newSecretId(random),
  hash,
  hint: UNKNOWN_HINT,
});

function matches(keys: KeyRing, presented: string, hash: string): boolean {
  if (!isImportedHash(hash)) return keys.matches('secret', presented, hash);
  const expected = Buffer.from(hash.slice('sha256:'.length), 'hex');
  return timingSafeEqual(createHash('sha256').update(presented).digest(), expected);
}

/**
 * The id of the active secret that was presented. Every active secret is compared, so that timing does not tell which
 * one matched. A NUL is never part of a secret: the engine would cut it off (`secret%00`).
 */
export function verifySecret(
  keys: KeyRing,
  secrets: readonly Pick<ClientSecret, 'id' | 'hash'>[],
  presented: string,
): string | undefined {
  if (presented.length > MAX_TOKEN_LENGTH || presented.includes('\0')) return undefined;
  const matching = secrets.filter(({ hash }) => matches(keys, presented, hash));
  return matching[0]?.id;
}

/** The hash to keep from now on; undefined when the newest key made the one that is kept. `presented` has matched it. */
export function renewedHash(keys: KeyRing, presented: string, hash: string): string | undefined {
  const newest = keys.hash('secret', presented);
  return newest === hash ? undefined : newest;
}
