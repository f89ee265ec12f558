/*
 * The access token check behind every `/v2` call: one read of the family by key, nothing else; what was verified in a
 * record is not verified again until the record changes (verified-tokens.ts). Blocked clients and
 * accounts, and scopes that grants have lost, are on the access blocklist.
 */
import type { ArtifactStore } from '../../artifacts/store.js';
import type { Principal, VerifyToken } from '../../api/principal.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { present } from '../../present.js';
import { readAccess } from './family-record.js';
import { mayAct, type AccessBlocklist } from './access-blocklist.js';
import { scopeLeft } from './scope-removals.js';
import type { AccessEntry, Family } from './token-family.js';
import { familyIdOf, tokenHashes } from './tokens.js';
import { createVerifiedTokens, type VerifiedToken } from './verified-tokens.js';

export const findAccess = (
  keys: KeyRing,
  family: Pick<Family, 'access'>,
  token: string,
  now: number,
): AccessEntry | undefined => {
  const hashes = tokenHashes(keys, token);
  return family.access.find(({ hash, until }) => until > now && hashes.includes(hash));
};

interface BearerDeps {
  readonly artifacts: ArtifactStore;
  readonly keys: KeyRing;
  readonly blocklist: AccessBlocklist;
  readonly clock: () => number;
}

/** Reads the record and hashes the token. Undefined when the record does not have it, or cannot be read. */
function verify({ artifacts, keys, clock }: BearerDeps, familyId: string, token: string, record: string) {
  const family = readAccess(record);
  if (family === undefined) {
    artifacts.reportUnreadable('family', familyId);
    return undefined;
  }
  const entry = findAccess(keys, family, token, clock());
  if (entry === undefined) return undefined;
  const { account: accountId, client: clientId, clientVersion, resources } = family;
  const scope = entry.scope ?? family.scope;
  const principal = { accountId, clientId, familyId, scope, resources, expiresAt: entry.until };
  const granted = { scope: family.scope, ...present({ clientVersion }) };
  return { record, granted, principal };
}

export function createVerifyToken(deps: BearerDeps): VerifyToken {
  const { artifacts, blocklist, clock } = deps;
  const known = createVerifiedTokens();

  function verified(familyId: string, token: string, record: string): VerifiedToken | undefined {
    const earlier = known.find(token, record);
    if (earlier !== undefined) return earlier.principal.expiresAt > clock() ? earlier : undefined;
    const now = verify(deps, familyId, token, record);
    if (now !== undefined) known.keep(token, now);
    return now;
  }

  async function admitted({ granted, principal }: VerifiedToken): Promise<Principal | undefined> {
    const { accountId, clientId } = principal;
    const blocked = blocklist.fresh() ?? (await blocklist.current());
    if (!mayAct(blocked, clientId, accountId)) return undefined;
    const scope = scopeLeft(granted, principal.scope, blocked.removedScopes.get(clientId));
    if (scope === principal.scope) return principal;
    return scope && { ...principal, scope };
  }

  return async (token, onRefused): Promise<Principal | undefined> => {
    const familyId = familyIdOf('access', token);
    if (familyId === undefined) return undefined;
    const artifact = await artifacts.read('family', familyId);
    if (artifact === undefined) return undefined;
    const found = verified(familyId, token, artifact.value);
    const principal = found && (await admitted(found));
    const holder = principal === undefined ? readAccess(artifact.value)?.client : undefined;
    if (holder !== undefined) onRefused?.(holder);
    return principal;
  };
}
