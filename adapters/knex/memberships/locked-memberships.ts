/* Memberships under the lock of their group: found with the role of the caller, and removed. */
import type { Role } from '../../../src/api/role.js';
import type { Actor } from '../../../src/events/audit-log.js';
import { removalRefusal } from '../../../src/scheduling/memberships/rules.js';
import type { Refusal, StillHosts } from '../../../src/scheduling/memberships/store.js';
import { stillHosted } from '../bookings/hosted-bookings.js';
import type { Database } from '../connection.js';
import { callerMembershipIn, lockGroup } from '../teams/team-rows.js';
import type { TeamRow } from '../teams/team-rows.js';
import { readOwnership } from './group-owners.js';
import { removeMembership } from './membership-rows.js';
import type { MembershipRow } from './membership-rows.js';

export interface LockedMembership {
  readonly group: TeamRow;
  /** The role of the caller. */
  readonly own: Role;
  readonly row: MembershipRow;
}

interface Lock {
  readonly groupId: number;
  readonly by: number;
}

/** Does not change until the transaction ends. Undefined also when the caller is not in the group any more. */
export async function lockMembership(
  trx: Database,
  { groupId, by }: Lock,
  membership: { readonly id: number } | { readonly account_id: number },
): Promise<LockedMembership | undefined> {
  const group = await lockGroup(trx, groupId);
  const own = group && (await callerMembershipIn(trx, by, group));
  const row =
    own &&
    (await trx<MembershipRow>('membership')
      .where({ team_id: groupId, ...membership })
      .first());
  return own && row && { group, own: own.role, row };
}

interface Removal {
  readonly by: number;
  readonly actor: Actor;
  readonly unlessHosting: number | undefined;
}

/** Returns why the membership remains; undefined once it is removed. */
export async function removeUnlessRefused(
  trx: Database,
  { group, own, row }: LockedMembership,
  { by, actor, unlessHosting }: Removal,
): Promise<Refusal | StillHosts | undefined> {
  const facts = { own, ...(await readOwnership(trx, group, row)) };
  const refusal = removalRefusal(facts, { self: row.account_id === by });
  if (refusal !== undefined) return refusal;
  const hosting = unlessHosting && (await stillHosted(trx, group, row.account_id, unlessHosting));
  if (hosting) return hosting;
  await removeMembership(trx, group, row, actor);
  return undefined;
}
