/*
 * The keys of SECRET_KEYS, newest first, and the keys derived from them. The newest writes, all read: an old key may be
 * dropped once nothing is stored that it wrote. Purposes are separated by HKDF (RFC 5869), so that the hash of one kind
 * of credential never matches another.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { decrypt, encrypt } from './aes-gcm.js';

const PURPOSES = [
  'token',
  'refresh',
  'secret',
  'session',
  'recovery',
  'interaction',
  'passkey',
  'cookie',
  'csrf',
  'device',
  'holder',
  'idempotency',
  'invite',
  'verification',
  'attendee',
  'jwks',
  'seal',
] as const;
export type KeyPurpose = (typeof PURPOSES)[number];

export interface KeyRing {
  /** Of the keys, newest first: the prefixes of what is written under them. */
  readonly ids: readonly string[];
  /** The prefix of everything that is written now: `<key id>.` */
  readonly newest: string;
  /** Keyed hash under the newest key: `<key id>.<32 bytes base64url>`. */
  hash(purpose: KeyPurpose, value: string): string;
  /** The same under every key, newest first: a record may be under any of them. */
  hashes(purpose: KeyPurpose, value: string): readonly string[];
  /** Constant time; false for a hash whose key has left the ring. */
  matches(purpose: KeyPurpose, value: string, hash: string): boolean;
  /** AES-256-GCM under the newest key: `<key id>.<iv + ciphertext + tag>`. */
  seal(plain: string): string;
  /** Undefined when altered or its key has left the ring. */
  open(sealed: string): string | undefined;
  /** 32 bytes for one purpose under each key, newest first. */
  derived(purpose: KeyPurpose): readonly Buffer[];
}

interface RingKey {
  readonly id: string;
  /** Key objects, because handing a Buffer to every HMAC costs six times the HMAC itself. */
  readonly derived: Readonly<Record<KeyPurpose, KeyObject>>;
}

const derive = (secret: string, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `slotkey ${info}`, 32));

function ringKey(secret: string): RingKey {
  const derived = Object.fromEntries(
    PURPOSES.map((purpose) => [purpose, createSecretKey(derive(secret, purpose))]),
  );
  return {
    id: derive(secret, 'id').toString('base64url').slice(0, 5),
    derived: derived as Record<KeyPurpose, KeyObject>,
  };
}

const hashUnder = (key: RingKey, purpose: KeyPurpose, value: string): string =>
  `${key.id}.${createHmac('sha256', key.derived[purpose]).update(value).digest('base64url')}`;

const sealUnder = ({ id, derived }: RingKey, plain: string): string =>
  `${id}.${encrypt(derived.seal, Buffer.from(plain)).toString('base64url')}`;

function openUnder({ id, derived }: RingKey, sealed: string): string | undefined {
  try {
    return decrypt(derived.seal, Buffer.from(sealed.slice(id.length + 1), 'base64url')).toString();
  } catch {
    return undefined;
  }
}

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** `secretKeys`: at least one, newest first, each long enough to be unguessable (checked by config/readers.ts). */
export function createKeyRing(secretKeys: readonly string[]): KeyRing {
  const ring = secretKeys.map(ringKey);
  const [newest] = ring;
  if (newest === undefined) throw new Error('a key ring needs a key');
  const keyOf = (text: string): RingKey | undefined => ring.find((key) => text.startsWith(`${key.id}.`));
  return {
    ids: ring.map(({ id }) => id),
    newest: `${newest.id}.`,
    hash: (purpose, value) => hashUnder(newest, purpose, value),
    hashes: (purpose, value) => ring.map((key) => hashUnder(key, purpose, value)),
    matches(purpose, value, hash) {
      const key = keyOf(hash);
      return key !== undefined && equal(hashUnder(key, purpose, value), hash);
    },
    seal: (plain) => sealUnder(newest, plain),
    open(sealed) {
      const key = keyOf(sealed);
      return key && openUnder(key, sealed);
    },
    derived: (purpose) => ring.map((key) => key.derived[purpose].export()),
  };
}
