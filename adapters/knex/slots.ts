/* What can be booked under a name, and what stands against it. Only enabled people are found. */
import type {
  Bookable,
  BookableName,
  FreeTimeFacts,
  FreeTimeQuery,
  SlotStore,
} from '../../src/scheduling/slots/store.js';
import { isId, isStorable } from '../storable.js';
import { loadHeld, loadHosts } from './availability.js';
import type { OwnHolds } from './availability.js';
import type { Database } from './connection.js';
import { toEventType } from './event-type-rows.js';
import type { EventTypeRow } from './event-type-rows.js';

/** With the holds of everybody but `exceptHolds`. */
export async function freeTimeFacts(
  db: Database,
  { bookable, ...query }: FreeTimeQuery & { readonly exceptHolds?: OwnHolds },
): Promise<FreeTimeFacts> {
  const { eventType, hostIds } = bookable;
  const asked = { ...query, eventType, hostIds };
  return { hosts: await loadHosts(db, asked), held: await loadHeld(db, asked) };
}

const BY_ID = `
select event_type.* from event_type left join account on account.id = owner_id
where event_type.id = :eventTypeId and account.disabled_at is null`;

// Whoever was invited to an organization and has not accepted does not belong to it.
const BELONGS = `(cast(:organizationSlug as text) is null or exists (
  select from membership join team on team.id = membership.team_id
  where membership.account_id = account.id and membership.accepted
    and team.organization and team.slug = :organizationSlug))`;

const PERSONAL = `
select event_type.* from event_type join account on account.id = owner_id
where account.username = :owner and event_type.slug = :eventTypeSlug
  and account.disabled_at is null and ${BELONGS}`;

const OF_TEAM = `
select event_type.* from event_type join team on team.id = team_id
left join team as organization on organization.id = team.organization_id
where team.slug = :owner and event_type.slug = :eventTypeSlug
  and organization.slug is not distinct from cast(:organizationSlug as text)`;

const PEOPLE = `
select account.id from account
where account.username = any(:usernames) and account.disabled_at is null and ${BELONGS}
order by array_position(:usernames, account.username)`;

const SHARED = `
select 1 from membership as one join membership as other on other.team_id = one.team_id
where one.account_id = :accountId and other.account_id = :otherId and one.accepted and other.agreed
limit 1`;

const rowsOf = async <Row>(db: Database, sql: string, values: object): Promise<readonly Row[]> =>
  (await db.raw<{ rows: readonly Row[] }>(sql, { ...values })).rows;

async function find(db: Database, name: BookableName): Promise<EventTypeRow | undefined> {
  if (name.kind === 'id') {
    const rows = isId(name.eventTypeId) ? await rowsOf<EventTypeRow>(db, BY_ID, name) : [];
    return rows[0];
  }
  const { kind, owner, eventTypeSlug, organizationSlug = null } = name;
  if (![owner, eventTypeSlug, organizationSlug ?? ''].every(isStorable)) return undefined;
  const values = { owner, eventTypeSlug, organizationSlug };
  return (await rowsOf<EventTypeRow>(db, kind === 'team' ? OF_TEAM : PERSONAL, values))[0];
}

/** The one host of a personal event type is its owner. */
const toBookable = (row: EventTypeRow): Bookable => ({
  eventType: toEventType(row),
  hostIds: row.owner_id === null ? [] : [row.owner_id],
  need: 'all',
});

export const createSlotStore = (db: Database): SlotStore => ({
  async find(name) {
    const row = await find(db, name);
    return row && toBookable(row);
  },
  async people(usernames, organizationSlug = '') {
    const values = {
      usernames: usernames.filter(isStorable),
      organizationSlug: organizationSlug === '' ? null : organizationSlug,
    };
    return (await rowsOf<{ id: number }>(db, PEOPLE, values)).map(({ id }) => id);
  },
  share: async (accountId, otherId) => (await rowsOf<unknown>(db, SHARED, { accountId, otherId })).length > 0,
  facts: (query) => freeTimeFacts(db, query),
});
