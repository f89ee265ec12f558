/* Jobs of kind `calendar`: busy times read again, the event of a booking written where the host keeps theirs. */
import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../keys/key-ring.js';
import { calendarJobDeps } from '../scheduling/calendars/deps.js';
import { refreshCalendar } from '../scheduling/calendars/refresh.js';
import { writeBooking } from '../scheduling/calendars/writing.js';
import type { ProviderApps } from '../scheduling/provider-oauth/provider.js';
import type { SchedulingStores } from '../scheduling/stores.js';
import type { Outbound } from '../outbound/outbound.js';
import type { CalendarProviders } from '../scheduling/calendars/provider.js';
import type { JobHandler } from '../jobs/worker.js';

export interface CalendarHandlerDeps extends Pick<SchedulingStores, 'calendarCredentials' | 'calendarSync'> {
  readonly calendarProviders: CalendarProviders;
  readonly outbound: Outbound;
  readonly keys: KeyRing;
  readonly providers: ProviderApps;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export function createCalendarHandler(deps: CalendarHandlerDeps): JobHandler<'calendar'> {
  const kit = calendarJobDeps({ ...deps, random: randomBytes });
  return async ({ payload: task }) => {
    // A calendar that does not answer is kept as such, and asked again by the next plan.
    if ('refresh' in task) await refreshCalendar(kit, task.refresh);
    else await writeBooking(kit, task.write);
  };
}
