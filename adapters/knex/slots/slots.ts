/* Event types by name, and the facts about their free time. Only enabled accounts are found. */
import { toBookable } from '../../../src/scheduling/slots/slot-query.js';
import type {
  Bookable,
  FreeTimeFacts,
  FreeTimeQuery,
  SlotStore,
} from '../../../src/scheduling/slots/store.js';
import { isStorable } from '../../storable.js';
import { loadFreeTime } from './availability.js';
import type { OwnHolds } from './availability.js';
import { BELONGS, findBookable } from '../event-types/bookable-event-types.js';
import type { Database } from '../connection.js';

const CURRENT_HOSTS = `
select booking_host.account_id as id from booking_host join booking on booking.id = booking_id
where booking.uid = :uid`;

/** Where a round robin keeps its hosts, a booking moves only to times of those hosts. */
async function eligibleHosts(
  db: Database,
  { eventType, hostIds }: Bookable,
  { exceptBookingUid: uid }: Pick<FreeTimeQuery, 'exceptBookingUid'>,
): Promise<readonly number[]> {
  if (eventType.rescheduleWithSameRoundRobinHost !== true || uid === undefined || !isStorable(uid))
    return hostIds;
  const current = (await rowsOf<{ id: number }>(db, CURRENT_HOSTS, { uid })).map(({ id }) => id);
  return current.length === 0 ? hostIds : hostIds.filter((id) => current.includes(id));
}

/** With all holds but `exceptHolds`. */
export async function freeTimeFacts(
  db: Database,
  { bookable, ...query }: FreeTimeQuery & { readonly exceptHolds?: OwnHolds },
): Promise<FreeTimeFacts> {
  const { eventType } = bookable;
  return loadFreeTime(db, { ...query, eventType, hostIds: await eligibleHosts(db, bookable, query) });
}

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

export const createSlotStore = (db: Database): SlotStore => ({
  async find(name) {
    const found = await findBookable(db, name);
    return found && toBookable(found);
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
