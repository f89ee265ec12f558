/* Whether the account of a grant may use its client now. Asked wherever the provider looks for the account. */
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { whoMayUse } from '../../clients/usable.js';
import { refusalOn, registeredOf } from './hooks.js';

export interface AccountAccessDeps {
  readonly accountEnabled: (accountId: number) => Promise<boolean>;
}

/** False for a disabled account. Throws when it may not use the client of `ctx`. */
export const mayUse =
  ({ accountEnabled }: AccountAccessDeps) =>
  async (ctx: KoaContextWithOIDC, accountId: number): Promise<boolean> => {
    const { client, route } = ctx.oidc;
    const registered = client && registeredOf(client);
    if (registered && !whoMayUse(registered, accountId))
      throw refusalOn(route, registered.status === 'approved' ? 'pending' : registered.status);
    return accountEnabled(accountId);
  };

export const accountOf =
  (deps: AccountAccessDeps): NonNullable<Configuration['findAccount']> =>
  async (ctx, sub) =>
    (await mayUse(deps)(ctx, Number(sub))) ? { accountId: sub, claims: () => ({ sub }) } : undefined;
