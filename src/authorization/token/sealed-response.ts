/*
 * The tokens that a repeated refresh gets again. At rest they are AES-256-GCM under a key derived from the refresh token
 * that was presented, which only the client has: a store dump opens nothing.
 */
import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { decrypt, encrypt } from '../../keys/aes-gcm.js';
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

/** A token carries 256 random bits, so one hash with a label makes a key of it. At rest it is hashed under other keys. */
const keyFor = (presented: string): KeyObject =>
  createSecretKey(createHash('sha256').update(`slotkey repeated answer ${presented}`).digest());

export const sealResponse = (presented: string, tokens: IssuedTokens): string =>
  encrypt(keyFor(presented), pack(tokens)).toString('base64url');

/** Throws when `sealed` was not sealed for `presented`. */
export const openResponse = (presented: string, sealed: string): IssuedTokens =>
  unpack(presented, decrypt(keyFor(presented), Buffer.from(sealed, 'base64url')));
