/*
 * Reads the busy times of a calendar again. What was last known stays when nothing comes back; how long it counts is
 * for the person to say (adapters/knex/calendars/busy-times.ts).
 */
import { DAY } from '../../durations.js';
import { CalendarFault } from './fault.js';
import { withCalendars } from './calendar-clients.js';
import type { OpenDeps } from './calendar-clients.js';
import type { CalendarWork, WorkedCalendar } from './store.js';

export interface RefreshDeps extends OpenDeps {
  readonly calendarWork: CalendarWork;
}

/** What lies beyond is not known yet. */
const KNOWN_DAYS = 400;

/** The window moves on, so that an unchanged calendar is read whole once a day all the same. */
const isWhole = ({ readAt }: WorkedCalendar, now: number): boolean => readAt !== null && now - readAt < DAY;

/** Undefined when it was read; why not otherwise. */
export async function refreshCalendar(
  deps: RefreshDeps,
  calendarId: number,
): Promise<CalendarFault | undefined> {
  const { calendarWork, clock } = deps;
  const calendar = await calendarWork.find(calendarId);
  if (calendar === undefined) return undefined;
  const now = clock();
  const criteria = {
    externalId: calendar.externalId,
    etag: isWhole(calendar, now) ? (calendar.etag ?? undefined) : undefined,
    from: now - DAY,
    until: now + KNOWN_DAYS * DAY,
    timeZone: calendar.timeZone,
  };
  try {
    const answer = await withCalendars(deps, calendar.connection, (calendars) => calendars.busy(criteria));
    await calendarWork.refreshed(calendarId, answer, new Date(now));
    return undefined;
  } catch (error) {
    if (!(error instanceof CalendarFault)) throw error;
    await calendarWork.failed(calendarId, error.message, new Date(now));
    return error;
  }
}
