/*
 * The provider's grants, codes, access and refresh tokens as views of one family record. On the token endpoint nothing
 * is written here: what the provider saves or consumes is collected in the request's exchange and committed in one
 * step afterwards (exchange.ts). Whether a credential was used before is decided at that step, so the payloads below
 * never say `consumed` to the token endpoint.
 */
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { present } from '../../present.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { SCOPE_NAMES } from '../../scopes/catalogue.js';
import { formatScope } from '../../scopes/policy.js';
import { findAccess, UNRESTRICTED } from '../grants/bearer.js';
import type { Exchange } from '../token/exchange.js';
import type { Families, LoadedFamily } from '../grants/families.js';
import { type Family, standingOf, withoutAccess } from '../grants/token-family.js';
import { familyIdOf, parseRefresh, tokenHash, tokenHashes } from '../grants/tokens.js';

export interface FamilyModelDeps {
  readonly families: Families;
  readonly keys: KeyRing;
  readonly refreshTokenTtlMs: number;
  readonly clock: () => number;
  /** Told of each family that a client has revoked. */
  readonly onRevoked: (revoked: LoadedFamily) => Promise<void>;
  /** The token request being worked on; undefined on every other route. */
  readonly exchange: () => Exchange | undefined;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

export function never(): never {
  throw new Error('the provider used a part of its storage that is switched off');
}

export const nothing: Adapter = {
  upsert: () => never(),
  find: () => never(),
  findByUserCode: () => never(),
  findByUid: () => never(),
  consume: () => never(),
  destroy: () => never(),
  // Revocation is RefreshToken.destroy; by then the whole family is gone, so there is no list of tokens to walk.
  revokeByGrantId: () => Promise.resolve(),
};

/** Read once for a token request. */
function load({ families, exchange }: FamilyModelDeps, id: string): Promise<LoadedFamily | undefined> {
  const early = exchange()?.early;
  return early?.id === id ? early.loaded : families.load(id);
}

const payloadOf = (kind: string, id: string, { id: grantId, family }: LoadedFamily): AdapterPayload => ({
  kind,
  jti: id,
  grantId,
  accountId: String(family.account),
  clientId: family.client,
  scope: family.scope,
  iat: seconds(family.born),
  exp: seconds(family.ends),
});

/**
 * The engine compares names, and `*` is none of a catalogue: an unrestricted family that shall be narrowed holds every
 * name there is.
 */
const comparableScope = ({ scope }: Family, exchange: Exchange | undefined): string =>
  scope === UNRESTRICTED && exchange?.narrows === true ? formatScope(SCOPE_NAMES) : scope;

export function grantAdapter({ families, exchange }: FamilyModelDeps): Adapter {
  return {
    ...nothing,
    async find(id) {
      const current = exchange();
      const known = current?.loaded;
      const loaded = known?.id === id ? known : await families.load(id);
      if (loaded === undefined) return undefined;
      return {
        ...payloadOf('Grant', id, loaded),
        openid: { scope: comparableScope(loaded.family, current) },
      };
    },
    destroy: () => Promise.resolve(),
  };
}

export function codeAdapter(deps: FamilyModelDeps): Adapter {
  const { families, keys, clock, exchange } = deps;
  return {
    ...nothing,
    async upsert(id, payload, expiresIn = 0) {
      const { grantId = '', redirectUri = '', codeChallenge } = payload;
      const code = {
        hash: tokenHash(keys, id),
        until: clock() + expiresIn * 1000,
        epoch: await families.epochOf(grantId),
        redirectUri,
        ...present({ challenge: codeChallenge }),
      };
      const verdict = await families.change(grantId, (family) => ({
        kind: 'coded',
        family: { ...family, code },
      }));
      if (verdict.kind === 'gone') throw new errors.AccessDenied('the authorization was revoked');
    },
    async find(id) {
      const familyId = familyIdOf('code', id);
      const loaded = familyId === undefined ? undefined : await load(deps, familyId);
      const code = loaded?.family.code;
      if (!loaded || !code || !tokenHashes(keys, id).includes(code.hash)) return undefined;
      if (code.redeemedAt === undefined && code.until <= clock()) return undefined;
      if (!(await families.isCurrent(code.epoch))) return undefined;
      const current = exchange();
      if (current) Object.assign(current, { loaded, presented: { kind: 'code', token: id } });
      return {
        ...payloadOf('AuthorizationCode', id, loaded),
        redirectUri: code.redirectUri,
        ...(code.challenge !== undefined && { codeChallenge: code.challenge, codeChallengeMethod: 'S256' }),
      };
    },
    consume: () => consume(exchange),
  };
}

function consume(exchange: FamilyModelDeps['exchange']): Promise<void> {
  const current = exchange();
  if (current === undefined) never();
  current.consumed = true;
  return Promise.resolve();
}

export function accessTokenAdapter({ families, keys, clock, exchange }: FamilyModelDeps): Adapter {
  return {
    ...nothing,
    upsert(id, payload, expiresIn = 0) {
      const current = exchange();
      if (current?.loaded === undefined) never();
      const { family } = current.loaded;
      const scope = payload.scope ?? '';
      current.access = {
        hash: tokenHash(keys, id),
        until: Math.min(clock() + expiresIn * 1000, family.ends),
        ...(scope !== family.scope && { scope }),
      };
      return Promise.resolve();
    },
    async find(id) {
      const familyId = familyIdOf('access', id);
      const loaded = familyId === undefined ? undefined : await families.load(familyId);
      const entry = loaded && findAccess(keys, loaded.family, id, clock());
      if (!loaded || !entry) return undefined;
      const payload = payloadOf('AccessToken', id, loaded);
      return { ...payload, exp: seconds(entry.until), scope: entry.scope ?? loaded.family.scope };
    },
    async destroy(id) {
      const familyId = familyIdOf('access', id) ?? '';
      const hashes = tokenHashes(keys, id);
      await families.change(familyId, (family) => ({ kind: 'ended', family: withoutAccess(family, hashes) }));
    },
  };
}

export function refreshTokenAdapter(deps: FamilyModelDeps): Adapter {
  const { families, keys, clock, exchange, onRevoked, refreshTokenTtlMs } = deps;
  const untilOf = (family: Family): number => Math.min(clock() + refreshTokenTtlMs, family.ends);
  return {
    ...nothing,
    upsert(id) {
      const current = exchange();
      if (current?.loaded === undefined) never();
      current.refresh = { hash: tokenHash(keys, id), until: untilOf(current.loaded.family) };
      return Promise.resolve();
    },
    async find(id) {
      const parts = parseRefresh(keys, id);
      const loaded = parts && (await load(deps, parts.familyId));
      const refresh = loaded?.family.refresh;
      if (!loaded || !refresh || refresh.until <= clock()) return undefined;
      const current = exchange();
      const presented = {
        hashes: tokenHashes(keys, id),
        generation: parts.generation,
        clientIp: current?.clientIp ?? '',
      };
      if (current)
        Object.assign(current, { loaded, presented: { kind: 'refresh', token: id, ...presented } });
      const spent = !current && standingOf(loaded.family, presented, 0, clock()) !== 'newest';
      return {
        ...payloadOf('RefreshToken', id, loaded),
        scope: comparableScope(loaded.family, current),
        exp: seconds(refresh.until),
        rotations: parts.generation,
        ...(spent && { consumed: true }),
      };
    },
    consume: () => consume(exchange),
    async destroy(id) {
      const parts = parseRefresh(keys, id);
      const loaded = parts && (await families.load(parts.familyId));
      if (loaded && (await families.revoke(loaded.id))) await onRevoked(loaded);
    },
  };
}
