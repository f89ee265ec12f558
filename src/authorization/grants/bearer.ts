/*
 * The access token check behind every `/v2` call: one read of the family by key, nothing else. Blocked clients and
 * accounts, and scopes that grants have lost, are on the access blocklist.
 */
import type { ArtifactStore } from '../../artifacts/store.js';
import type { Principal, VerifyToken } from '../../api/principal.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { readAccess } from './family-record.js';
import { mayAct, type AccessBlocklist } from './access-blocklist.js';
import { scopeLeft } from './scope-removals.js';
import type { AccessEntry, Family } from './token-family.js';
import { familyIdOf, tokenHashes } from './tokens.js';

export const findAccess = (
  keys: KeyRing,
  family: Pick<Family, 'access'>,
  token: string,
  now: number,
): AccessEntry | undefined => {
  const hashes = tokenHashes(keys, token);
  return family.access.find(({ hash, until }) => until > now && hashes.includes(hash));
};

export function createVerifyToken(deps: {
  readonly artifacts: ArtifactStore;
  readonly keys: KeyRing;
  readonly blocklist: AccessBlocklist;
  readonly clock: () => number;
}): VerifyToken {
  const { artifacts, keys, blocklist, clock } = deps;
  return async (token): Promise<Principal | undefined> => {
    const familyId = familyIdOf('access', token);
    if (familyId === undefined) return undefined;
    const artifact = await artifacts.read('family', familyId);
    if (artifact === undefined) return undefined;
    const family = readAccess(artifact.value);
    if (family === undefined) {
      artifacts.reportUnreadable('family', familyId);
      return undefined;
    }
    const entry = findAccess(keys, family, token, clock());
    if (entry === undefined) return undefined;
    const blocked = blocklist.fresh() ?? (await blocklist.current());
    if (!mayAct(blocked, family.client, family.account)) return undefined;
    const scope = scopeLeft(family, entry.scope ?? family.scope, blocked.removedScopes.get(family.client));
    if (scope === undefined) return undefined;
    return {
      accountId: family.account,
      clientId: family.client,
      familyId,
      scope,
      resources: family.resources,
    };
  };
}
