/* What a deletion of an account would change, and what stands against it. Counted again under the locks of the deletion. */
import type { DeletionBlockers, DeletionPreview } from '../../../src/accounts/deletion-store.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

/** A group that the account alone owns; `others`: other members who have accepted. */
const OWNED_ALONE = `
select team.id, team.name, team.slug, team.organization, team.organization_id, exists (
    select from membership as other where other.team_id = team.id and other.account_id <> :accountId and other.accepted
  ) as others
from membership as own join team on team.id = own.team_id
where own.account_id = :accountId and own.role = 'owner' and own.agreed and not exists (
  select from membership as other join account on account.id = other.account_id
  where other.team_id = team.id and other.account_id <> :accountId
    and other.role = 'owner' and other.agreed and account.disabled_at is null)
order by lower(team.name), team.id`;

export interface OwnedGroup {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly organization: boolean;
  readonly organization_id: number | null;
  readonly others: boolean;
}

const CLIENTS = `
select id, name from client
where (owner_id = :accountId and team_id is null) or team_id = any(:teamIds)
order by lower(name), id`;

export interface Ownership {
  readonly blockers: DeletionBlockers;
  /** Without another member. */
  readonly teamsRemoved: readonly OwnedGroup[];
}

/** Operators alone remove organizations, so one is never removed with an account. */
const staysBehind = ({ organization, others }: OwnedGroup): boolean => organization || others;

export async function ownershipOf(db: Database, accountId: number): Promise<Ownership> {
  const owned = await selectRows<OwnedGroup>(db, OWNED_ALONE, { accountId });
  const teamsRemoved = owned.filter((group) => !staysBehind(group));
  const teamIds = teamsRemoved.map(({ id }) => id);
  const groups = owned.filter(staysBehind).map(({ name, organization }) => ({ name, organization }));
  const clients = await selectRows<{ id: string; name: string }>(db, CLIENTS, { accountId, teamIds });
  return { blockers: { clients, groups }, teamsRemoved };
}

/** Hosted by `:accountId`. */
export const UPCOMING = `
from booking join booking_host as own on own.booking_id = booking.id
where own.account_id = :accountId and booking.ends_at > :now and booking.status in ('accepted', 'pending')`;

const SHARED = `exists (
  select from booking_host as other where other.booking_id = booking.id and other.account_id <> :accountId)`;

const COUNTS = `
select
  (select cast(count(*) as integer) from membership where account_id = :accountId) as memberships,
  (select cast(count(*) as integer) from event_type where owner_id = :accountId) as "eventTypes",
  (select cast(count(*) as integer) from schedule where owner_id = :accountId) as schedules,
  (select cast(count(*) as integer) from calendar_connection where account_id = :accountId) as calendars,
  (select cast(count(*) as integer) from passkey where account_id = :accountId) as passkeys,
  (select cast(count(*) as integer) ${UPCOMING} and not ${SHARED}) as "bookingsCancelled",
  (select cast(count(*) as integer) ${UPCOMING} and ${SHARED}) as "bookingsLeft"
from account where id = :accountId and deleted_at is null`;

type Counts = Omit<DeletionPreview, 'blockers' | 'teamsRemoved' | 'groupsLeft'> & {
  readonly memberships: number;
};

export async function previewOf(
  db: Database,
  accountId: number,
  now: Date,
): Promise<DeletionPreview | undefined> {
  const [counts] = await selectRows<Counts>(db, COUNTS, { accountId, now });
  if (counts === undefined) return undefined;
  const { memberships, ...others } = counts;
  const { blockers, teamsRemoved } = await ownershipOf(db, accountId);
  const names = teamsRemoved.map(({ name }) => name);
  return { ...others, blockers, teamsRemoved: names, groupsLeft: memberships - names.length };
}
