/* The free times that a booking can move to, by day, for pages of attendees and hosts. */
import type { RescheduleProps } from '../../../views/bookings/reschedule.js';
import type { Booking } from '../../scheduling/bookings/booking.js';
import {
  type AttendeeDeps,
  FREE_TIMES_MS,
  freeTimes,
} from '../../scheduling/bookings/attendees/use-cases.js';
import { LATEST } from '../../scheduling/slots/schemas.js';
import type { BrowserRequest } from '../page.js';
import { refusalOf } from './deps.js';
import { freeDays } from './presenter.js';

const DAYS = 7;

/** An instant as these pages write it into their links. */
export function instantIn(text: string): number | undefined {
  const instant = Date.parse(text);
  const isOurs = !Number.isNaN(instant) && new Date(instant).toISOString() === text;
  return isOurs ? instant : undefined;
}

/** Never before now, and not so far that nothing can be booked there. */
const fromIn = (request: BrowserRequest, now: number): number =>
  Math.min(Math.max(instantIn(request.query('from')) ?? now, now), LATEST - FREE_TIMES_MS);

/** Nobody who could be booked hosts it now. */
function noTimes(fault: unknown): readonly number[] {
  refusalOf(fault);
  return [];
}

/** `path`: of the page. */
export async function freeTimesView(
  deps: Pick<AttendeeDeps, 'slots' | 'clock'>,
  request: BrowserRequest,
  {
    booking,
    timeZone,
    path,
  }: { readonly booking: Booking; readonly timeZone: string; readonly path: string },
): Promise<Pick<RescheduleProps, 'days' | 'laterTo' | 'firstTo'>> {
  const now = deps.clock();
  const from = fromIn(request, now);
  const days = freeDays(await freeTimes(deps, { booking }, from).catch(noTimes), timeZone);
  const later = days[DAYS]?.times[0]?.start ?? new Date(from + FREE_TIMES_MS).toISOString();
  return {
    days: days.slice(0, DAYS),
    laterTo: `${path}?from=${later}`,
    firstTo: from > now ? path : undefined,
  };
}
