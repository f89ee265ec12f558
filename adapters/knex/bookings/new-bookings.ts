/* New bookings with their hosts and attendees: all of a recurrence in one statement. */
import type { NewBooking } from '../../../src/scheduling/bookings/store.js';
import { resolveLocation } from '../conferencing/meeting-locations.js';
import type { Database } from '../connection.js';
import { prepared } from '../prepared.js';
import {
  ATTENDEE_COLUMN_NAMES,
  attendeeRecords,
  bookingRecord,
  hostRecords,
  NEW_BOOKING_COLUMNS,
} from '../booking-rows/booking-rows.js';

const BOOKING_COLUMNS = NEW_BOOKING_COLUMNS.join(', ');
const HOST_COLUMNS = 'account_id, position, starts_at, busy_from, busy_until';
const ATTENDEE_COLUMNS = ATTENDEE_COLUMN_NAMES.join(', ');

/** Rows of a table from its records, in their order, with the id of the booking that each names by its uid. */
const recordsOf = (table: string, records: string): string => `
from json_array_elements(cast(${records} as json)) with ordinality as given (record, at)
join made on made.uid = given.record ->> 'uid'
cross join lateral json_populate_record(cast(null as ${table}), given.record) as filled
order by given.at`;

const prefixed = (columns: string): string => columns.replaceAll(/\w+/g, 'filled.$&');

// The trigger that copies the booking to its hosts sees the rows that the statement has inserted before.
const insertRecords = prepared(
  'insert-bookings',
  `with made as (
  insert into booking (${BOOKING_COLUMNS})
  select ${BOOKING_COLUMNS} from json_populate_recordset(cast(null as booking), cast(:bookings as json))
  returning id, uid
), hosting as (
  insert into booking_host (booking_id, ${HOST_COLUMNS})
  select made.id, ${prefixed(HOST_COLUMNS)} ${recordsOf('booking_host', ':hosts')}
)
insert into attendee (booking_id, ${ATTENDEE_COLUMNS})
select made.id, ${prefixed(ATTENDEE_COLUMNS)} ${recordsOf('attendee', ':attendees')}`,
);

export async function insertBookings(trx: Database, bookings: readonly NewBooking[]): Promise<void> {
  const placed: NewBooking[] = [];
  for (const booking of bookings) placed.push({ ...booking, location: await resolveLocation(trx, booking) });
  if (placed.length === 0) return;
  await insertRecords(trx, {
    bookings: JSON.stringify(placed.map(bookingRecord)),
    hosts: JSON.stringify(placed.flatMap(hostRecords)),
    attendees: JSON.stringify(placed.flatMap(attendeeRecords)),
  });
}
