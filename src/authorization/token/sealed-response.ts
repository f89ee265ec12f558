/*
 * The tokens that a repeated refresh gets again. At rest they are AES-256-GCM under a key derived from the refresh token
 * that was presented, which only the client has: a store dump opens nothing.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { GrantedScope } from '../../scopes/policy.js';
import { readResponseScope, writeResponseScope } from '../grants/scope-record.js';
import { PAIR_BYTES, packPair, unpackPair } from '../grants/tokens.js';

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly scope: GrantedScope;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SECONDS_BYTES = 4;

/** Small, since every installation has one: the pair of tokens, their seconds, the scope as text. */
function pack(tokens: IssuedTokens): Buffer {
  const seconds = Buffer.alloc(SECONDS_BYTES);
  seconds.writeUInt32BE(tokens.expiresIn);
  return Buffer.concat([
    packPair(tokens.accessToken, tokens.refreshToken),
    seconds,
    Buffer.from(writeResponseScope(tokens.scope)),
  ]);
}

function unpack(presented: string, packed: Buffer): IssuedTokens {
  const { access, refresh } = unpackPair(presented, packed);
  return {
    accessToken: access,
    refreshToken: refresh,
    expiresIn: packed.readUInt32BE(PAIR_BYTES),
    scope: readResponseScope(packed.toString('utf8', PAIR_BYTES + SECONDS_BYTES)),
  };
}

/**
 * A token carries 256 random bits, so one hash with a label makes a key of it. It is hashed under other keys at rest. A
 * key object, because a cipher that is handed a Buffer takes twice as long.
 */
const keyFor = (presented: string): KeyObject =>
  createSecretKey(createHash('sha256').update(`slotkey repeated answer ${presented}`).digest());

export function sealResponse(presented: string, tokens: IssuedTokens): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(presented), iv);
  const text = Buffer.concat([cipher.update(pack(tokens)), cipher.final()]);
  return Buffer.concat([iv, text, cipher.getAuthTag()]).toString('base64url');
}

/** Throws when `sealed` was not made for `presented`. */
export function openResponse(presented: string, sealed: string): IssuedTokens {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFor(presented), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  return unpack(presented, Buffer.concat([text, decipher.final()]));
}
