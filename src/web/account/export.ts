/* Everything stored about an account: its rows of the database, its sessions and the applications it has allowed. */
import type { AccountDeps } from '../../accounts/deps.js';
import type { Account } from '../../accounts/store.js';
import type { Families, LoadedFamily } from '../../authorization/grants/families.js';
import type { ClientStore } from '../../clients/store.js';
import { namesIn } from '../../scopes/policy.js';

export interface ExportDeps extends AccountDeps {
  readonly families: Pick<Families, 'ofAccount'>;
  readonly clients: Pick<ClientStore, 'find'>;
}

async function toGrant({ clients }: ExportDeps, { id, family }: LoadedFamily): Promise<object> {
  const { scope, resources } = family;
  return {
    grant: id,
    clientId: family.client,
    client: (await clients.find(family.client))?.name ?? null,
    scope: scope.kind === 'unrestricted' ? 'unrestricted' : [...namesIn(scope)],
    resources: resources ?? null,
    allowedAt: new Date(family.born),
    endsAt: new Date(family.ends),
  };
}

async function sessionsOf({ sessions }: ExportDeps, { id }: Account): Promise<readonly object[]> {
  return (await sessions.list(id)).map(({ browser, clientIp, createdAt, lastSeenAt, confirmedAt }) => ({
    ...{ browser, clientIp },
    createdAt: new Date(createdAt),
    lastSeenAt: new Date(lastSeenAt),
    confirmedAt: new Date(confirmedAt),
  }));
}

export async function exportAccount(deps: ExportDeps, account: Account): Promise<object> {
  const grants = await deps.families.ofAccount(account.id);
  return {
    exportedAt: new Date(deps.clock()),
    ...(await deps.accountData.read(account.id)),
    sessions: await sessionsOf(deps, account),
    applications: await Promise.all(grants.map((grant) => toGrant(deps, grant))),
  };
}
