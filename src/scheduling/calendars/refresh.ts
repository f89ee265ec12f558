/*
 * Reads the busy times of a calendar. The last known ones stay when the provider does not answer; the user chooses how
 * long they count (adapters/knex/calendars/busy-times.ts).
 */
import { DAY } from '../../durations.js';
import { CalendarFault } from './fault.js';
import { withCalendars } from './calendar-clients.js';
import type { OpenDeps } from './calendar-clients.js';
import type { CalendarSync, SyncedCalendar } from './store.js';

export interface RefreshDeps extends OpenDeps {
  readonly calendarSync: CalendarSync;
}

/** How far ahead busy times are read. */
const KNOWN_DAYS = 400;

/** The window moves on, so an unchanged calendar is also read in full once a day. */
const isRecent = ({ readAt }: SyncedCalendar, now: number): boolean => readAt !== null && now - readAt < DAY;

/** Undefined when it was read, or else why not. */
export async function refreshCalendar(
  deps: RefreshDeps,
  calendarId: number,
): Promise<CalendarFault | undefined> {
  const { calendarSync, clock } = deps;
  const calendar = await calendarSync.find(calendarId);
  if (calendar === undefined) return undefined;
  const now = clock();
  const criteria = {
    externalId: calendar.externalId,
    etag: isRecent(calendar, now) ? (calendar.etag ?? undefined) : undefined,
    from: now - DAY,
    until: now + KNOWN_DAYS * DAY,
    timeZone: calendar.timeZone,
  };
  try {
    const answer = await withCalendars(deps, calendar.connection, (calendars) => calendars.busy(criteria));
    await calendarSync.saveAnswer(calendarId, answer, new Date(now));
    return undefined;
  } catch (error) {
    if (!(error instanceof CalendarFault)) throw error;
    await calendarSync.saveFailure(calendarId, error.message, new Date(now));
    return error;
  }
}
