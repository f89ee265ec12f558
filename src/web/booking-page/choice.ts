/*
 * What has been chosen so far: all of it is in the address, so that each step can be reloaded, sent to others and left
 * with the back button. Values that make no sense are as if they were not there.
 */
import { present } from '../../present.js';
import type { EventType } from '../../scheduling/event-types/event-type.js';
import { isTimeZone } from '../../scheduling/profile/rules.js';
import { isDate } from '../../scheduling/slots/months.js';
import { LATEST } from '../../scheduling/slots/schemas.js';

export const PARAMETERS = {
  month: 'month',
  date: 'date',
  time: 'time',
  timeZone: 'timeZone',
  duration: 'duration',
} as const;

export interface Choice {
  /** `YYYY-MM` */
  readonly month?: string;
  /** `YYYY-MM-DD` */
  readonly date?: string;
  /** Milliseconds since the epoch. */
  readonly time?: number;
  readonly timeZone?: string;
  /** One that the event type offers. */
  readonly duration?: number;
}

/** An instant as our links and forms write it, where slots are computed. */
function instantIn(text: string): number | undefined {
  const instant = Date.parse(text);
  const isOurs = instant >= 0 && instant < LATEST && new Date(instant).toISOString() === text;
  return isOurs ? instant : undefined;
}

/** As far as slots are computed. */
const isNear = (date: string): boolean => isDate(date) && Date.parse(date) < LATEST;

export const lengthsOf = ({ lengthInMinutes, lengthInMinutesOptions }: EventType): readonly number[] =>
  lengthInMinutesOptions ?? [lengthInMinutes];

export function readChoice(text: (name: string) => string, eventType: EventType): Choice {
  const [month, date, zone] = [text(PARAMETERS.month), text(PARAMETERS.date), text(PARAMETERS.timeZone)];
  const { lockTimeZoneToggleOnBookingPage: isLocked = false } = eventType.appearance;
  return present({
    month: isNear(`${month}-01`) ? month : undefined,
    date: isNear(date) ? date : undefined,
    time: instantIn(text(PARAMETERS.time)),
    timeZone: !isLocked && isTimeZone(zone) ? zone : undefined,
    duration: lengthsOf(eventType).find((minutes) => String(minutes) === text(PARAMETERS.duration)),
  });
}

/** The address of a step. */
export function pathOf(path: string, { time, duration, ...choice }: Choice): string {
  const values = {
    ...choice,
    time: time === undefined ? undefined : new Date(time).toISOString(),
    duration: duration === undefined ? undefined : String(duration),
  };
  const query = new URLSearchParams(present(values)).toString();
  return query === '' ? path : `${path}?${query}`;
}
