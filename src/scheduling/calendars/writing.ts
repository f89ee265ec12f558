/*
 * Keeps the event of a booking in the calendar of its host: there while the booking stands, where it stands, and gone
 * when it is called off. A job says only which booking; what is written is read when it runs, so that it may run late,
 * twice, or after the one behind it.
 */
import type { CalendarEvent } from '../bookings/calendar-files/ics.js';
import type { Booking } from '../bookings/booking.js';
import { eventOf } from '../bookings/calendar-files/calendar-event.js';
import { guestLine, guestsOf } from '../bookings/guests.js';
import { withCalendars } from './calendar-clients.js';
import type { RefreshDeps } from './refresh.js';
import { typeOf } from './presenter.js';
import type { Hidden, WorkedCalendar, Writing } from './store.js';

/** A booking that was moved leaves its name in calendars to the one that took its place. */
const current = (bookings: readonly Booking[]): Booking | undefined =>
  bookings.findLast(({ status }) => status === 'accepted');

const peopleOf = (booking: Booking): readonly string[] => [
  ...booking.attendees.map(({ name, email }) => (email === '' ? name : `${name} <${email}>`)),
  ...guestsOf(booking).map(guestLine),
];

/**
 * Who comes stands in the text. As attendees they would be invited by the calendar too, by mail and in its own name.
 */
function detailedEvent(booking: Booking, stamp: number, { notes }: Hidden): CalendarEvent {
  const people = peopleOf(booking).join('\n');
  const parts = [notes ? '' : booking.description, people];
  const description = parts.filter((part) => part !== '').join('\n\n');
  return { ...eventOf(booking, { stamp, attendees: [] }), description };
}

/** Not every calendar that is shared keeps what is private from its readers: what it does not have it cannot show. */
function eventFor(booking: Booking, stamp: number, hides: Hidden): CalendarEvent {
  const event = detailedEvent(booking, stamp, hides);
  if (!hides.details) return event;
  const { uid, sequence, start, end, status, attendees } = event;
  return { ...{ uid, sequence, start, end, stamp, status, attendees }, title: 'Busy', isPrivate: true };
}

interface Task {
  readonly accountId: number;
  readonly icsUid: string;
}

async function remove(deps: RefreshDeps, task: Task, { known }: Writing): Promise<void> {
  if (known === undefined) return;
  const calendar = await deps.calendarWork.find(known.calendarId);
  if (calendar !== undefined) {
    const name = { externalId: calendar.externalId, eventId: known.eventId };
    await withCalendars(deps, calendar.connection, async ({ written }) => written?.remove(name));
  }
  await deps.calendarWork.removed(task.accountId, task.icsUid);
}

async function put(
  deps: RefreshDeps,
  task: Task,
  booking: Booking,
  calendar: WorkedCalendar,
  { known, hides }: Writing,
) {
  const event = eventFor(booking, deps.clock(), hides);
  const { externalId, connection } = calendar;
  const done = await withCalendars(deps, connection, async ({ written }) =>
    written?.put(externalId, event, known?.eventId),
  );
  if (done === undefined) return;
  const place = { ...done, calendarId: calendar.id, booking, type: typeOf(connection.kind) };
  await deps.calendarWork.written(task.accountId, task.icsUid, place);
}

/** Rejects with a CalendarFault when it should be tried again. */
export async function writeBooking(deps: RefreshDeps, task: Task): Promise<void> {
  const writing = await deps.calendarWork.writing(task.accountId, task.icsUid);
  const booking = current(writing.bookings);
  if (booking === undefined) {
    await remove(deps, task, writing);
    return;
  }
  const calendarId = writing.known?.calendarId ?? writing.destinationId;
  const calendar = calendarId === null ? undefined : await deps.calendarWork.find(calendarId);
  if (calendar !== undefined) await put(deps, task, booking, calendar, writing);
}
