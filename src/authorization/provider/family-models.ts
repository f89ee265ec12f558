/*
 * The provider's grants and codes at the authorization endpoint, as views of one family record. Tokens are no models of
 * the provider (grant-handlers.ts, presented-tokens.ts).
 */
import { type Adapter, errors } from 'oidc-provider';
import { present } from '../../present.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { Families } from '../grants/families.js';
import { writeScope } from '../grants/scope-record.js';
import { tokenHash } from '../grants/tokens.js';

export interface FamilyModelDeps {
  readonly families: Families;
  readonly keys: KeyRing;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

function never(): never {
  throw new Error('the provider used a part of its storage that is switched off');
}

export const nothing: Adapter = {
  upsert: () => never(),
  find: () => never(),
  findByUserCode: () => never(),
  findByUid: () => never(),
  consume: () => never(),
  destroy: () => never(),
  revokeByGrantId: () => never(),
};

export function grantAdapter({ families }: FamilyModelDeps): Adapter {
  return {
    ...nothing,
    async find(id) {
      const family = (await families.load(id))?.family;
      if (family === undefined) return undefined;
      return {
        kind: 'Grant',
        jti: id,
        accountId: String(family.account),
        clientId: family.client,
        iat: seconds(family.born),
        exp: seconds(family.ends),
        openid: { scope: writeScope(family.scope) },
      };
    },
  };
}

export function codeAdapter({ families, keys, clock }: FamilyModelDeps): Adapter {
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
  };
}
