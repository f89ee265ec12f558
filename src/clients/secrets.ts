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

export interface CreatedSecret {
  /** Shown to its owner once, stored nowhere. */
  readonly plain: string;
  readonly stored: NewSecret;
}

type SecretHash = Pick<ClientSecret, 'id' | 'hash'>;

const MAX_TOKEN_LENGTH = 512;
const IMPORTED = /^sha256:[0-9a-f]{64}$/;
/** The hint of a secret whose text is unknown to this service. */
const UNKNOWN_HINT = '????';

export const isImportedHash = (hash: string): boolean => IMPORTED.test(hash);

export function newSecret(keys: KeyRing, random: RandomBytes): CreatedSecret {
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
 * The active secret that was presented. Every active secret is compared, so that timing does not disclose which one
 * matched. A NUL is never part of a secret: the provider would cut it off (`secret%00`).
 */
export function verifySecret(
  keys: KeyRing,
  secrets: readonly SecretHash[],
  presented: string,
): SecretHash | undefined {
  if (presented.length > MAX_TOKEN_LENGTH || presented.includes('\0')) return undefined;
  const matching = secrets.filter(({ hash }) => matches(keys, presented, hash));
  return matching[0];
}

/** Every hash that a secret may be stored as, for comparison with removed ones; none of what cannot be a secret. */
export const hashesOf = (keys: KeyRing, presented: string): readonly string[] =>
  presented.length > MAX_TOKEN_LENGTH || presented.includes('\0')
    ? []
    : [...keys.hashes('secret', presented), `sha256:${createHash('sha256').update(presented).digest('hex')}`];

/** The hash under the newest key; undefined when `hash` is that already. `presented` has matched it. */
export const renewedHash = (keys: KeyRing, presented: string, hash: string): string | undefined =>
  hash.startsWith(keys.newest) ? undefined : keys.hash('secret', presented);
