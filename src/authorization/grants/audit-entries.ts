/*
 * The audit log entries of a grant: allowed, narrowed, reused, ended. Pure; no entry holds a token.
 */
import { present } from '../../present.js';
import type { Actor, NewAuditEntry } from '../../events/audit-log.js';
import { namesIn } from '../../scopes/policy.js';
import { EVERYWHERE, hasLevel } from '../../scopes/granted-resources.js';
import type { LoadedFamily } from './families.js';
import { REPEATED } from './refresh-repeats.js';
import { writeScope } from './scope-record.js';
import type { Family, SpentRefresh } from './token-family.js';

/** `client`: at the revocation endpoint. `scopes_removed`: the client lost all the scopes that it had. */
type EndedByClient = 'client' | 'scopes_removed' | 'refresh_reused' | 'code_replayed';
/**
 * `person`: in connected applications. `authorized_again`: an unrestricted grant, by a new one for scopes. `recovery`,
 * `address_confirmed`: of an account whose address nobody had confirmed before. `account_deleted`: after that.
 */
export type EndedByUser =
  'person' | 'authorized_again' | 'recovery' | 'address_confirmed' | 'account_deleted';
export type EndedBy = EndedByClient | EndedByUser;

const ENDED_BY_USER: readonly EndedBy[] = [
  'person',
  'authorized_again',
  'recovery',
  'address_confirmed',
  'account_deleted',
];

/** Teams and organizations by their ids, where the user chose any and a scope covers them. */
function chosenIn({ scope, resources: { teams, organizations } = EVERYWHERE }: Family) {
  const names = namesIn(scope);
  return present({
    teams: teams !== 'all' && hasLevel(names, 'team') ? teams : undefined,
    organizations: organizations !== 'all' && hasLevel(names, 'organization') ? organizations : undefined,
  });
}

const factsOf = ({ family }: Pick<LoadedFamily, 'family'>) => ({
  clientId: family.client,
  accountId: family.account,
  scope: writeScope(family.scope),
  ...chosenIn(family),
});

/** The browser in which a user allows a grant. */
export interface GrantOrigin {
  readonly clientIp: string;
  /** `Firefox on Linux`. */
  readonly browser: string;
}

export function allowedEntry(
  loaded: Pick<LoadedFamily, 'id' | 'family'>,
  { clientIp, browser }: GrantOrigin,
): NewAuditEntry {
  const { id, family } = loaded;
  const ends = new Date(family.ends).toISOString();
  return {
    actor: `account:${family.account}`,
    clientIp,
    action: 'grant.allowed',
    subject: `family:${id}`,
    facts: { ...factsOf(loaded), until: family.until ?? 'revoked', ends, browser },
  };
}

/** `client`: those who manage it took scopes from its existing installations. */
type NarrowedBy = 'client' | { readonly clientIp: string };

/** `before` and `after` are states of one grant. */
export function narrowedEntry(
  id: string,
  { before, after }: { readonly before: Family; readonly after: Family },
  by: NarrowedBy,
): NewAuditEntry {
  const fieldsOf = ({ scope, resources = EVERYWHERE }: Family) => ({
    scope: writeScope(scope).split(' '),
    ...resources,
  });
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  const changes = (['scope', 'teams', 'organizations'] as const).map((field) => ({
    field,
    before: old[field],
    after: current[field],
  }));
  return {
    ...(by === 'client'
      ? { actor: `client:${after.client}` }
      : { actor: `account:${after.account}`, clientIp: by.clientIp }),
    action: 'grant.narrowed',
    subject: `family:${id}`,
    facts: {
      ...factsOf({ family: after }),
      changes: changes.filter((change) => String(change.before) !== String(change.after)),
      narrowedBy: by === 'client' ? by : 'person',
    },
  };
}

/** The user ends it as themselves; every other end comes from a request of the client. */
export function revokedEntry(loaded: LoadedFamily, by: EndedBy, clientIp: string | undefined): NewAuditEntry {
  const { account, client } = loaded.family;
  return {
    actor: ENDED_BY_USER.includes(by) ? `account:${account}` : `client:${client}`,
    ...present({ clientIp }),
    action: 'grant.revoked',
    subject: `family:${loaded.id}`,
    facts: { ...factsOf(loaded), endedBy: by },
  };
}

/** `firstUse`: of the reused refresh token, as far as it is recorded. */
export const reusedEntry = (
  { id, family }: LoadedFamily,
  clientIp: string,
  firstUse: SpentRefresh | undefined,
): NewAuditEntry => ({
  actor: `client:${family.client}`,
  clientIp,
  action: 'refresh.reuse_detected',
  subject: `family:${id}`,
  facts: {
    accountId: family.account,
    ...(firstUse && { firstUse: { at: new Date(firstUse.at), clientIp: firstUse.clientIp } }),
  },
});

/** A spent refresh token, repeated inside the grace window from another IP address than its first use. */
export const repeatedEntry = (
  { id, family }: LoadedFamily,
  clientIp: string,
  firstUse: SpentRefresh,
): NewAuditEntry => ({
  actor: `client:${family.client}`,
  clientIp,
  action: REPEATED,
  subject: `family:${id}`,
  facts: {
    clientId: family.client,
    accountId: family.account,
    firstUse: { at: new Date(firstUse.at), clientIp: firstUse.clientIp },
  },
});

/** An owner or administrator of an organization ends a grant of a member that covers it. */
export const endedByOrganization = (
  loaded: LoadedFamily,
  organizationId: number,
  actor: Actor,
): NewAuditEntry => ({
  ...actor,
  action: 'grant.revoked',
  subject: `family:${loaded.id}`,
  facts: { ...factsOf(loaded), endedBy: 'organization', organization: organizationId },
});

export interface ExpiredGrant {
  readonly grantId: string;
  readonly clientId: string;
  readonly accountId: number;
}

export const expiredEntry = ({ grantId, clientId, accountId }: ExpiredGrant): NewAuditEntry => ({
  actor: 'system',
  action: 'grant.expired',
  subject: `family:${grantId}`,
  facts: { clientId, accountId },
});
