/*
 * The provider's grants, codes, access and refresh tokens as views of one family record. On the token endpoint nothing
 * is written here: what the provider saves is collected in the request's call (provider-call.ts) and committed in one
 * step afterwards (exchange.ts). Whether a credential was used before is decided at that step, so the payloads below
 * never say `consumed` to the token endpoint.
 */
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { present } from '../../present.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { SCOPE_NAMES } from '../../scopes/catalogue.js';
import { grantedScope, isSameScope } from '../../scopes/policy.js';
import { findAccess } from '../grants/bearer.js';
import type { Families, LoadedFamily } from '../grants/families.js';
import { readScope, writeScope } from '../grants/scope-record.js';
import { classifyRefreshToken, type Family, withoutAccess } from '../grants/token-family.js';
import { ACCESS_TOKEN_TTL, familyIdOf, parseRefresh, tokenHash, tokenHashes } from '../grants/tokens.js';
import { currentTokenCall, isPublicCaller, type TokenCall } from './provider-call.js';

export interface FamilyModelDeps {
  readonly families: Families;
  readonly keys: KeyRing;
  readonly refreshTokenTtlMs: number;
  readonly clock: () => number;
  /** For each family that a client has revoked. */
  readonly onRevoked: (revoked: LoadedFamily) => Promise<void>;
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
  // Revocation is RefreshToken.destroy, which removes the whole family, so there is no list of tokens to remove.
  revokeByGrantId: () => Promise.resolve(),
};

/** Read once for a token request. */
function load({ families }: FamilyModelDeps, id: string): Promise<LoadedFamily | undefined> {
  const ahead = currentTokenCall()?.ahead;
  return ahead?.id === id ? ahead.loaded : families.load(id);
}

const payloadOf = (kind: string, id: string, { id: grantId, family }: LoadedFamily): AdapterPayload => ({
  kind,
  jti: id,
  grantId,
  accountId: String(family.account),
  clientId: family.client,
  scope: writeScope(family.scope),
  iat: seconds(family.born),
  exp: seconds(family.ends),
});

/**
 * The provider compares names, and an unrestricted scope has none: where a request narrows it, it lists every scope.
 */
const comparableScope = ({ scope }: Family, call: TokenCall | undefined): string =>
  writeScope(scope.kind === 'unrestricted' && call?.narrows ? grantedScope(SCOPE_NAMES) : scope);

export function grantAdapter({ families }: FamilyModelDeps): Adapter {
  return {
    ...nothing,
    async find(id) {
      const call = currentTokenCall();
      const known = call?.findings.loaded;
      const loaded = known?.id === id ? known : await families.load(id);
      if (loaded === undefined) return undefined;
      return {
        ...payloadOf('Grant', id, loaded),
        openid: { scope: comparableScope(loaded.family, call) },
      };
    },
    destroy: () => Promise.resolve(),
  };
}

export function codeAdapter(deps: FamilyModelDeps): Adapter {
  const { families, keys, clock } = deps;
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
      const call = currentTokenCall();
      if (call) Object.assign(call.findings, { loaded, presented: { kind: 'code', token: id } });
      return {
        ...payloadOf('AuthorizationCode', id, loaded),
        redirectUri: code.redirectUri,
        ...(code.challenge !== undefined && { codeChallenge: code.challenge, codeChallengeMethod: 'S256' }),
      };
    },
    consume: spendAtCommit,
  };
}

/** The presented credential is spent in the transition that saves the tokens. */
const spendAtCommit = (): Promise<void> => (currentTokenCall() ? Promise.resolve() : never());

export function accessTokenAdapter({ families, keys, clock }: FamilyModelDeps): Adapter {
  return {
    ...nothing,
    upsert(id, payload, expiresIn = 0) {
      const { findings } = currentTokenCall() ?? never();
      const { family } = findings.loaded ?? never();
      const [scope, issuedAt] = [readScope(payload.scope), clock()];
      const until = issuedAt + expiresIn * 1000;
      findings.access = {
        hash: tokenHash(keys, id),
        until: Math.min(until, family.ends),
        ...present({ scope: isSameScope(scope, family.scope) ? undefined : scope }),
        ...(until > family.ends && { issuedAt }),
      };
      return Promise.resolve();
    },
    async find(id) {
      const familyId = familyIdOf('access', id);
      const loaded = familyId === undefined ? undefined : await families.load(familyId);
      const entry = loaded && findAccess(keys, loaded.family, id, clock());
      if (!loaded || !entry) return undefined;
      const payload = payloadOf('AccessToken', id, loaded);
      const { until, issuedAt = until - ACCESS_TOKEN_TTL * 1000, scope = loaded.family.scope } = entry;
      return { ...payload, iat: seconds(issuedAt), exp: seconds(until), scope: writeScope(scope) };
    },
    async destroy(id) {
      const familyId = familyIdOf('access', id) ?? '';
      const hashes = tokenHashes(keys, id);
      await families.change(familyId, (family) => ({ kind: 'ended', family: withoutAccess(family, hashes) }));
    },
  };
}

export function refreshTokenAdapter(deps: FamilyModelDeps): Adapter {
  const { families, keys, clock, onRevoked, refreshTokenTtlMs } = deps;
  const untilOf = (family: Family): number => Math.min(clock() + refreshTokenTtlMs, family.ends);
  return {
    ...nothing,
    upsert(id) {
      const { findings } = currentTokenCall() ?? never();
      const { family } = findings.loaded ?? never();
      findings.refresh = { hash: tokenHash(keys, id), until: untilOf(family), issuedAt: clock() };
      return Promise.resolve();
    },
    async find(id) {
      const parts = parseRefresh(keys, id);
      const loaded = parts && (await load(deps, parts.familyId));
      const refresh = loaded?.family.refresh;
      if (!loaded || !refresh || refresh.until <= clock()) return undefined;
      const call = currentTokenCall();
      const presented = {
        hashes: tokenHashes(keys, id),
        generation: parts.generation,
        clientIp: call?.clientIp ?? '',
        publicClient: isPublicCaller(),
      };
      if (call)
        Object.assign(call.findings, { loaded, presented: { kind: 'refresh', token: id, ...presented } });
      const spent = !call && classifyRefreshToken(loaded.family, presented, 0, clock()) !== 'newest';
      return {
        ...payloadOf('RefreshToken', id, loaded),
        scope: comparableScope(loaded.family, call),
        iat: seconds(refresh.issuedAt ?? loaded.family.born),
        exp: seconds(refresh.until),
        rotations: parts.generation,
        ...(spent && { consumed: true }),
      };
    },
    consume: spendAtCommit,
    async destroy(id) {
      const parts = parseRefresh(keys, id);
      const loaded = parts && (await families.load(parts.familyId));
      if (loaded && (await families.revoke(loaded.id))) await onRevoked(loaded);
    },
  };
}
