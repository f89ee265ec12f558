/* Access tokens as the token endpoint stores them, without a consent page for each. */
import { createFamilies } from '../../src/authorization/grants/families.js';
import { readScope } from '../../src/authorization/grants/scope-record.js';
import { mint, newFamilyId, tokenHash } from '../../src/authorization/grants/tokens.js';
import type { GrantedResources } from '../../src/scopes/granted-resources.js';
import type { Service } from '../support/service.js';

export interface Holder {
  readonly clientId: string;
  readonly accountId: number;
  /** Everywhere when absent. */
  readonly resources?: GrantedResources;
}

/** Tests advance their clocks by years. */
const LONG_MS = 100 * 365 * 24 * 3_600_000;

/** `scope`: names with single spaces between them. */
export async function mintedToken(
  { stores, registry: { keys } }: Service,
  { clientId, accountId, ...chosen }: Holder,
  scope: string,
): Promise<string> {
  const families = createFamilies(stores.artifacts);
  const born = Date.now();
  const ends = born + LONG_MS;
  const family = {
    client: clientId,
    account: accountId,
    scope: readScope(scope),
    born,
    ends,
    access: [],
    ...chosen,
  };
  const id = newFamilyId();
  await families.open(id, family);
  const token = mint('access', id);
  const access = [{ hash: tokenHash(keys, token), until: ends }];
  await families.change(id, (family) => ({ kind: 'minted', family: { ...family, access } }));
  return token;
}
