/*
 * Keeps the event of a booking in the calendar of its host up to date: written while the booking is confirmed, removed
 * when it is cancelled. A job only names the booking; its state is read when the job runs, so a job may run late or
 * twice.
 */
import type { CalendarEvent } from '../bookings/calendar-files/ics.js';
import type { Booking } from '../bookings/booking.js';
import { eventOf } from '../bookings/calendar-files/calendar-event.js';
import { guestLine, guestsOf } from '../bookings/guests.js';
import { withCalendars } from './calendar-clients.js';
import type { RefreshDeps } from './refresh.js';
import { typeOf } from './presenter.js';
import type { BookingEventState, HiddenDetails, SyncedCalendar } from './store.js';

/** A rescheduled booking passes its uid on to the new one. */
const confirmedBooking = (bookings: readonly Booking[]): Booking | undefined =>
  bookings.findLast(({ status }) => status === 'accepted');

const participantsOf = (booking: Booking): readonly string[] => [
  ...booking.attendees.map(({ name, email }) => (email === '' ? name : `${name} <${email}>`)),
  ...guestsOf(booking).map(guestLine),
];

/** Participants are listed in the description: calendars send mails to the attendees of their events. */
function detailedEvent(booking: Booking, stamp: number, { notes }: HiddenDetails): CalendarEvent {
  const parts = [notes ? '' : booking.description, participantsOf(booking).join('\n')];
  const description = parts.filter((part) => part !== '').join('\n\n');
  return { ...eventOf(booking, { stamp, attendees: [] }), description };
}

/** Shared calendars do not always hide private events, so hidden details are not written at all. */
function eventFor(booking: Booking, stamp: number, hidden: HiddenDetails): CalendarEvent {
  const event = detailedEvent(booking, stamp, hidden);
  if (!hidden.details) return event;
  const { uid, sequence, start, end, status, attendees } = event;
  return { ...{ uid, sequence, start, end, stamp, status, attendees }, title: 'Busy', isPrivate: true };
}

interface Task {
  readonly accountId: number;
  readonly icsUid: string;
}

async function remove(
  { calendarSync, ...deps }: RefreshDeps,
  { accountId, icsUid }: Task,
  { written }: BookingEventState,
): Promise<void> {
  if (written === undefined) return;
  const calendar = await calendarSync.find(written.calendarId);
  if (calendar !== undefined) {
    const name = { externalId: calendar.externalId, eventId: written.eventId };
    await withCalendars(deps, calendar.connection, async (calendars) => calendars.remove?.(name));
  }
  await calendarSync.deleteEvent(accountId, icsUid);
}

async function put(
  deps: RefreshDeps,
  { accountId, icsUid }: Task,
  booking: Booking,
  { id: calendarId, externalId, connection }: SyncedCalendar,
  { written, hidden }: BookingEventState,
): Promise<void> {
  const event = eventFor(booking, deps.clock(), hidden);
  const saved = await withCalendars(deps, connection, async (calendars) =>
    calendars.put?.(externalId, event, written?.eventId),
  );
  if (saved === undefined) return;
  const type = typeOf(connection.kind);
  await deps.calendarSync.saveEvent(accountId, icsUid, { ...saved, calendarId, booking, type });
}

/** Rejects with a CalendarFault when the job should be retried. */
export async function writeBooking(deps: RefreshDeps, task: Task): Promise<void> {
  const state = await deps.calendarSync.bookingEvent(task.accountId, task.icsUid);
  const booking = confirmedBooking(state.bookings);
  if (booking === undefined) {
    await remove(deps, task, state);
    return;
  }
  const calendarId = state.written?.calendarId ?? state.destinationId;
  const calendar = calendarId === null ? undefined : await deps.calendarSync.find(calendarId);
  if (calendar !== undefined) await put(deps, task, booking, calendar, state);
}
