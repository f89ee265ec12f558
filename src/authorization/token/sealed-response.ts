/*
 * The token answer that a repeated refresh gets again. At rest it is AES-256-GCM under a key derived from the refresh
 * token that was presented, which stands nowhere but at the client: a store dump opens nothing.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { PAIR_BYTES, packPair, unpackPair } from '../grants/tokens.js';

export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: 'bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SECONDS_BYTES = 4;

/** Small, since every installation has one: the pair of tokens, their seconds, the scope as text. */
function pack(answer: TokenAnswer): Buffer {
  const seconds = Buffer.alloc(SECONDS_BYTES);
  seconds.writeUInt32BE(answer.expires_in);
  return Buffer.concat([
    packPair(answer.access_token, answer.refresh_token),
    seconds,
    Buffer.from(answer.scope),
  ]);
}

function unpack(presented: string, packed: Buffer): TokenAnswer {
  const { access, refresh } = unpackPair(presented, packed);
  return {
    access_token: access,
    refresh_token: refresh,
    token_type: 'bearer',
    expires_in: packed.readUInt32BE(PAIR_BYTES),
    scope: packed.toString('utf8', PAIR_BYTES + SECONDS_BYTES),
  };
}

/**
 * A token carries 256 random bits, so one hash with a label makes a key of it. It is hashed under other keys at rest. A
 * key object, because a cipher that is handed a Buffer takes twice as long.
 */
const keyFor = (presented: string): KeyObject =>
  createSecretKey(createHash('sha256').update(`slotkey repeated answer ${presented}`).digest());

export function sealAnswer(presented: string, answer: TokenAnswer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(presented), iv);
  const text = Buffer.concat([cipher.update(pack(answer)), cipher.final()]);
  return Buffer.concat([iv, text, cipher.getAuthTag()]).toString('base64url');
}

/** Throws when `sealed` was not made for `presented`. */
export function openAnswer(presented: string, sealed: string): TokenAnswer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFor(presented), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  return unpack(presented, Buffer.concat([text, decipher.final()]));
}
