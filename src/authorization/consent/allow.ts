/*
 * Opens the grant that a user has allowed. Grants may be stored outside the database, so its index entry and event are
 * written after it, but before a code is issued: no application has access without a row and without a mail to its user.
 * Each step may be repeated and run in parallel, so that an answer sent twice is one grant.
 */
import type { Client } from '../../clients/store.js';
import type { AuditLog } from '../../events/audit-log.js';
import { present } from '../../present.js';
import type { Announcements } from './announcement-store.js';
import { isEverywhere } from '../../scopes/granted-resources.js';
import type { GrantedResources } from '../../scopes/granted-resources.js';
import type { GrantedScope } from '../../scopes/policy.js';
import type { Families, LoadedFamily } from '../grants/families.js';
import { endsAt, type GrantEnd } from '../grants/revocation.js';
import { revocationNotifications } from '../grants/revocation-notification.js';
import { allowedEntry, type GrantOrigin, revokedEntry } from '../grants/audit-entries.js';
import type { ClientGrantStore } from '../grants/client-grant-store.js';
import { indexedGrant } from '../grants/granted-resources.js';
import type { GrantedResourcesStore } from '../grants/granted-resources-store.js';
import type { ScopeRemovals } from '../grants/scope-removals.js';
import type { Family } from '../grants/token-family.js';

export interface AllowDeps {
  readonly families: Families;
  readonly announcements: Announcements;
  readonly grantedResources: GrantedResourcesStore;
  readonly clientGrants: Pick<ClientGrantStore, 'add'>;
  readonly narrowOpened: ScopeRemovals['narrowOpened'];
  readonly audit: Pick<AuditLog, 'append'>;
}

export interface Allowance {
  readonly client: Pick<Client, 'id' | 'version'>;
  readonly accountId: number;
  readonly scope: GrantedScope;
  readonly until: GrantEnd;
  readonly resources: GrantedResources;
}

export type NewGrant = Pick<LoadedFamily, 'id' | 'family'>;

/** `born`: milliseconds since the epoch; `maxAge`: seconds. */
export function familyOf(
  { client, accountId, scope, until, resources }: Allowance,
  born: number,
  maxAge: number,
): Family {
  return {
    client: client.id,
    clientVersion: client.version,
    account: accountId,
    scope,
    born,
    ends: endsAt(until, born, maxAge),
    ...present({
      until: until === 'revoked' ? undefined : until,
      resources: isEverywhere(resources) ? undefined : resources,
    }),
    access: [],
  };
}

/**
 * Unrestricted grants of a client that was legacy go on until their user authorizes it for scopes [docs/contract.md
 * section 3]; so do codes that still wait.
 */
async function endUnrestricted(
  { families, audit }: AllowDeps,
  { family: { client, account } }: NewGrant,
  clientIp: string,
): Promise<void> {
  for (const one of await families.ofAccount(account)) {
    if (one.family.client !== client || one.family.scope.kind !== 'unrestricted') continue;
    if (await families.revoke(one.id)) await audit.append(revokedEntry(one, 'authorized_again', clientIp));
  }
}

export async function openGrant(
  deps: AllowDeps,
  grant: NewGrant,
  client: Client,
  origin: GrantOrigin,
): Promise<void> {
  const { families, announcements, clientGrants, grantedResources } = deps;
  const { id, family } = grant;
  const { account: accountId, born, ends, until = 'revoked' } = family;
  await families.open(id, family);
  await clientGrants.add({ familyId: id, clientId: client.id, endsAt: new Date(ends) });
  const indexed = indexedGrant(grant);
  if (indexed !== undefined) await grantedResources.index(indexed);
  const ending = revocationNotifications({ grantId: id, accountId, clientId: client.id, until, born, ends });
  await announcements.announce(allowedEntry(grant, origin), ending);
  await deps.narrowOpened(id, client.id);
  if (!client.legacy && family.scope.kind === 'scopes') await endUnrestricted(deps, grant, origin.clientIp);
}
