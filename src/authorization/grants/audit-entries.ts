/*
 * What the audit log says of a grant: that a person allowed it, what they took out of it, and what ended it. Pure; no
 * entry holds a token.
 */
import { present } from '../../present.js';
import type { Actor, NewAuditEntry } from '../../events/audit-log.js';
import { namesIn } from '../../scopes/policy.js';
import { EVERYWHERE, hasLevel } from '../../scopes/granted-resources.js';
import type { LoadedFamily } from './families.js';
import { writeScope } from './scope-record.js';
import type { Family } from './token-family.js';

/** `person`: in connected applications. `client`: at the revocation endpoint. The others are ends for safety. */
export type EndedBy = 'person' | 'client' | 'refresh_reused' | 'code_replayed';

/** Teams and organizations by their ids, where the user chose any and a scope covers them. */
function chosenIn({ scope, resources: { teams, organizations } = EVERYWHERE }: Family) {
  const names = namesIn(scope);
  return {
    ...(teams !== 'all' && hasLevel(names, 'team') && { teams }),
    ...(organizations !== 'all' && hasLevel(names, 'organization') && { organizations }),
  };
}

const factsOf = ({ family }: Pick<LoadedFamily, 'family'>) => ({
  clientId: family.client,
  accountId: family.account,
  scope: writeScope(family.scope),
  ...chosenIn(family),
});

export function allowedEntry(loaded: Pick<LoadedFamily, 'id' | 'family'>, clientIp: string): NewAuditEntry {
  const { id, family } = loaded;
  const ends = new Date(family.ends).toISOString();
  return {
    actor: `account:${family.account}`,
    clientIp,
    action: 'grant.allowed',
    subject: `family:${id}`,
    facts: { ...factsOf(loaded), until: family.until ?? 'revoked', ends },
  };
}

/** `before` and `after` are states of one grant. What it is now stands beside what was changed. */
export function narrowedEntry(
  id: string,
  { before, after }: { readonly before: Family; readonly after: Family },
  clientIp: string,
): NewAuditEntry {
  const { resources: had = EVERYWHERE } = before;
  const { resources: has = EVERYWHERE } = after;
  const changes = [
    {
      field: 'scope',
      before: writeScope(before.scope).split(' '),
      after: writeScope(after.scope).split(' '),
    },
    { field: 'teams', before: had.teams, after: has.teams },
    { field: 'organizations', before: had.organizations, after: has.organizations },
  ];
  return {
    actor: `account:${after.account}`,
    clientIp,
    action: 'grant.narrowed',
    subject: `family:${id}`,
    facts: {
      ...factsOf({ family: after }),
      changes: changes.filter((change) => String(change.before) !== String(change.after)),
    },
  };
}

/** The person ends it in their own name; every other end comes from a request of the client. */
export function revokedEntry(loaded: LoadedFamily, by: EndedBy, clientIp: string | undefined): NewAuditEntry {
  const { account, client } = loaded.family;
  const actor: Actor = {
    actor: by === 'person' ? `account:${account}` : `client:${client}`,
    ...present({ clientIp }),
  };
  return {
    ...actor,
    action: 'grant.revoked',
    subject: `family:${loaded.id}`,
    facts: { ...factsOf(loaded), endedBy: by },
  };
}

/** An owner or administrator of an organization ends a grant that covers it, whichever member gave it. */
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

/** Nobody ended it; its time was over. */
export const expiredEntry = ({ grantId, clientId, accountId }: ExpiredGrant): NewAuditEntry => ({
  actor: 'system',
  action: 'grant.expired',
  subject: `family:${grantId}`,
  facts: { clientId, accountId },
});
