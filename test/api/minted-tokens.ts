/* Access tokens as the token endpoint leaves them in the store: one for each scope takes no consent page each. */
import { createFamilies } from '../../src/authorization/families.js';
import { mint, tokenHash } from '../../src/authorization/tokens.js';
import type { Service } from '../support/service.js';

export interface Holder {
  readonly clientId: string;
  readonly accountId: number;
}

const HOUR_MS = 3_600_000;

/** `scope`: names with single spaces between them. */
export async function mintedToken(
  { stores, registry: { keys } }: Service,
  { clientId, accountId }: Holder,
  scope: string,
): Promise<string> {
  const families = createFamilies(stores.artifacts);
  const born = Date.now();
  const ends = born + HOUR_MS;
  const id = await families.open({ client: clientId, account: accountId, scope, born, ends, access: [] });
  const token = mint('access', id);
  const access = [{ hash: tokenHash(keys, token), until: ends }];
  await families.change(id, (family) => ({ kind: 'minted', family: { ...family, access } }));
  return token;
}
