/*
 * The shape of codes and tokens. Each starts with its kind and the id of its family, so that one read by key finds the
 * whole authorization; the rest is 256 random bits that only the client has.
 *
 *   sac_ <family, 22> <random, 43>                          authorization code
 *   sat_ <family, 22> <random, 43>                          access token
 *   srt_ <family, 22> <generation, 6> <random, 43> <mac, 22> refresh token
 *
 * The mac proves that we issued a refresh token, although only the newest is recorded: without it, a caller who knows a
 * family id could invent an "old" token and have the family revoked as reused.
 */
import { timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../keys/key-ring.js';
import { randomText } from '../../keys/random-text.js';

/** Seconds [docs/contract.md section 1]: not configurable. */
export const ACCESS_TOKEN_TTL = 1800;

export type TokenKind = 'code' | 'access' | 'refresh';

export interface RefreshTokenParts {
  readonly familyId: string;
  /** 0 for the first, one more with each rotation. */
  readonly generation: number;
}

const FAMILY_ID = 22;
const SECRET_BYTES = 32;
const MAC_CHARS = 22;
const GENERATION_CHARS = 6;
const PREFIX: Readonly<Record<TokenKind, string>> = { code: 'sac_', access: 'sat_', refresh: 'srt_' };
const START = PREFIX.code.length;
const SHAPE: Readonly<Record<TokenKind, RegExp>> = {
  code: /^sac_[A-Za-z0-9_-]{65}$/,
  access: /^sat_[A-Za-z0-9_-]{65}$/,
  refresh: /^srt_[A-Za-z0-9_-]{93}$/,
};

export const newFamilyId = (): string => randomText(16);

export const mint = (kind: 'code' | 'access', familyId: string): string =>
  PREFIX[kind] + familyId + randomText(SECRET_BYTES);

/** Undefined unless `token` has exactly the shape of its kind; it need not exist. */
export const familyIdOf = (kind: TokenKind, token: string): string | undefined =>
  SHAPE[kind].test(token) ? token.slice(START, START + FAMILY_ID) : undefined;

/** `hash` is `<key id>.<digest>`; the key id is not part of the mac. */
const macOf = (hash: string): Buffer => Buffer.from(hash.slice(hash.indexOf('.') + 1).slice(0, MAC_CHARS));

function generationChars(generation: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(generation);
  return bytes.toString('base64url');
}

export function mintRefresh(keys: KeyRing, familyId: string, generation: number): string {
  const random = randomText(SECRET_BYTES);
  const body = PREFIX.refresh + familyId + generationChars(generation) + random;
  return body + macOf(keys.hash('refresh', body)).toString();
}

const REFRESH_SECRET = START + FAMILY_ID + GENERATION_CHARS;
const GENERATION_BYTES = 4;
/** Of `packPair`. */
export const PAIR_BYTES = SECRET_BYTES + GENERATION_BYTES + SECRET_BYTES + MAC_CHARS;

/** An access and a refresh token of one family, without the parts that all tokens of that family share. */
export const packPair = (access: string, refresh: string): Buffer =>
  Buffer.concat([
    Buffer.from(access.slice(START + FAMILY_ID), 'base64url'),
    Buffer.from(refresh.slice(START + FAMILY_ID, REFRESH_SECRET), 'base64url'),
    Buffer.from(refresh.slice(REFRESH_SECRET, -MAC_CHARS), 'base64url'),
    Buffer.from(refresh.slice(-MAC_CHARS)),
  ]);

/** `sibling`: any token of the family. */
export function unpackPair(
  sibling: string,
  packed: Buffer,
): { readonly access: string; readonly refresh: string } {
  const family = sibling.slice(START, START + FAMILY_ID);
  const text = (from: number, length: number): string => packed.toString('base64url', from, from + length);
  const afterAccess = SECRET_BYTES + GENERATION_BYTES;
  return {
    access: PREFIX.access + family + text(0, SECRET_BYTES),
    refresh:
      PREFIX.refresh +
      family +
      text(SECRET_BYTES, GENERATION_BYTES) +
      text(afterAccess, SECRET_BYTES) +
      packed.toString('latin1', afterAccess + SECRET_BYTES, PAIR_BYTES),
  };
}

/** Undefined for a token that was not issued under the keys of this service. */
export function parseRefresh(keys: KeyRing, token: string): RefreshTokenParts | undefined {
  const familyId = familyIdOf('refresh', token);
  if (familyId === undefined) return undefined;
  const body = token.slice(0, -MAC_CHARS);
  const mac = Buffer.from(token.slice(-MAC_CHARS));
  const ours = keys.hashes('refresh', body).some((hash) => timingSafeEqual(macOf(hash), mac));
  if (!ours) return undefined;
  const chars = token.slice(START + FAMILY_ID, START + FAMILY_ID + GENERATION_CHARS);
  return { familyId, generation: Buffer.from(chars, 'base64url').readUInt32BE(0) };
}

/** 128 bits of a keyed hash are beyond guessing, and every family carries half a dozen of them. */
const HASH_CHARS = 22;
const shortened = (hash: string): string => hash.slice(0, hash.indexOf('.') + 1 + HASH_CHARS);

/** The record of a code or token in its family: `<key id>.<16 bytes base64url>`. */
export const tokenHash = (keys: KeyRing, token: string): string => shortened(keys.hash('token', token));

/** The same under every key of the ring, newest first. */
export const tokenHashes = (keys: KeyRing, token: string): readonly string[] =>
  keys.hashes('token', token).map(shortened);
