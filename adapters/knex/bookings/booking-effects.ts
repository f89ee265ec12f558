/*
 * What follows from changed bookings, in the transaction of the change: events, mails, workflows, webhooks, meetings and
 * entries in calendars. Who is concerned is one statement.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import { domainEventOf } from '../../../src/scheduling/bookings/notifications/booking-event.js';
import type { ChangedBooking } from '../../../src/scheduling/bookings/changed-booking.js';
import { CALENDARS_OF_BOOKINGS, calendarValues, enqueueCalendarWrites } from '../calendars/calendar-jobs.js';
import type { CalendarMatch } from '../calendars/calendar-jobs.js';
import { enqueueConferences } from '../conferencing/meeting-locations.js';
import type { Database } from '../connection.js';
import { emitEach } from '../events/emit.js';
import { prepared } from '../prepared.js';
import { enqueueBookingWebhooks } from '../webhooks/booking-webhooks.js';
import { SUBSCRIBERS_OF_BOOKINGS } from '../webhooks/subscribers.js';
import type { BookingSubscriber } from '../webhooks/subscribers.js';
import { planWorkflows, WORKFLOWS_OF_BOOKINGS, workflowValues } from '../workflows/workflow-plans.js';
import type { BookingMatch } from '../workflows/workflow-plans.js';
import { mailJobs } from './booking-mails.js';

interface Concerned {
  readonly subscribers: readonly BookingSubscriber[];
  readonly workflows: readonly BookingMatch[];
  readonly calendars: readonly CalendarMatch[];
}

const rowsOf = (statement: string): string =>
  `(select coalesce(json_agg(found), '[]') from (${statement}) as found)`;

const readConcerned = prepared<Concerned>(
  'concerned-by-bookings',
  `select ${rowsOf(SUBSCRIBERS_OF_BOOKINGS)} as subscribers, ${rowsOf(WORKFLOWS_OF_BOOKINGS)} as workflows,
  ${rowsOf(CALENDARS_OF_BOOKINGS)} as calendars`,
);

async function concernedBy(trx: Database, changed: readonly ChangedBooking[]): Promise<Concerned> {
  const ids = changed.map(({ booking }) => booking.id);
  const values = { ids, ...workflowValues(changed), ...calendarValues(changed) };
  const [found] = await readConcerned(trx, values);
  return found ?? { subscribers: [], workflows: [], calendars: [] };
}

export async function writeEffects(
  trx: Database,
  changed: readonly ChangedBooking[],
  actor: Actor,
): Promise<void> {
  if (changed.length === 0) return;
  await emitEach(trx, actor, changed.map(domainEventOf), mailJobs(changed));
  const { subscribers, workflows, calendars } = await concernedBy(trx, changed);
  await planWorkflows(trx, changed, workflows);
  await enqueueBookingWebhooks(trx, changed, subscribers);
  await enqueueConferences(trx, changed);
  await enqueueCalendarWrites(trx, calendars);
}
