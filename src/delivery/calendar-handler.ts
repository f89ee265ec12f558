/* Jobs of kind `calendar`: reads busy times again, or writes the event of a booking to the calendar of a host. */
import { randomBytes } from 'node:crypto';
import type { JobHandler } from '../jobs/worker.js';
import { calendarJobDeps, type CalendarJobDeps } from '../scheduling/calendars/deps.js';
import { refreshCalendar } from '../scheduling/calendars/refresh.js';
import { writeBooking } from '../scheduling/calendars/writing.js';

export function createCalendarHandler(deps: Omit<CalendarJobDeps, 'random'>): JobHandler<'calendar'> {
  const jobDeps = calendarJobDeps({ ...deps, random: randomBytes });
  return async ({ payload }) => {
    // A calendar that does not answer is marked as failing, and read again with the next plan.
    if ('refresh' in payload) await refreshCalendar(jobDeps, payload.refresh);
    else await writeBooking(jobDeps, payload.write);
  };
}
