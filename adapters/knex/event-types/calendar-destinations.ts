/*
 * Into which calendar the bookings of an event type go: the one it names, as far as the host has it, or else the one that
 * the host chose for all. For statements with `account` and `event_type` in scope.
 */
import { isDeepStrictEqual } from 'node:util';
import type { EventTypeTerms } from '../../../src/scheduling/event-types/event-type.js';
import type { Database } from '../connection.js';

const NAMED = `event_type.settings -> 'appearance' -> 'destinationCalendar'`;

const WRITABLE = `
calendar join calendar_connection as connection on connection.id = calendar.connection_id
where not calendar.read_only`;

/** The number of the calendar, or null. */
export const DESTINATION_ID = `coalesce(
  (select calendar.id from ${WRITABLE} and connection.account_id = account.id
     and connection.kind || '_calendar' = ${NAMED} ->> 'integration'
     and calendar.external_id = ${NAMED} ->> 'externalId'
   order by calendar.id limit 1),
  account.destination_calendar_id)`;

/** Mails to the host, and calendar entries, use the address of the calendar where the event type says so. */
export const HOST_EMAIL = `coalesce(
  case when (event_type.settings -> 'appearance' ->> 'useDestinationCalendarEmail')::boolean then
    (select identity from calendar_connection join calendar on calendar.connection_id = calendar_connection.id
     where calendar.id = ${DESTINATION_ID} and identity like '%@%')
  end,
  account.email)`;

type Destination = EventTypeTerms['appearance']['destinationCalendar'];

export interface DestinationChange {
  readonly before?: EventTypeTerms;
  readonly after: EventTypeTerms;
}

/**
 * Whether one of those accounts has the newly named calendar, which is locked until the transaction ends. One that was
 * named before may be disconnected by now: its bookings go where all others go.
 */
export async function hasDestination(
  trx: Database,
  { before, after }: DestinationChange,
  accountIds: readonly number[],
): Promise<boolean> {
  const destination: Destination = after.appearance.destinationCalendar;
  if (destination === undefined) return true;
  if (isDeepStrictEqual(destination, before?.appearance.destinationCalendar)) return true;
  const { rows } = await trx.raw<{ rows: readonly unknown[] }>(
    `select 1 from ${WRITABLE} and connection.account_id = any(:accountIds)
       and connection.kind || '_calendar' = :integration and calendar.external_id = :externalId
     limit 1 for key share of calendar`,
    { ...destination, accountIds: [...accountIds] },
  );
  return rows.length > 0;
}
