/* Times in the hours of a schedule, and how overlapping hours are merged. Pure. */
import type { WeekDay } from '../profile/store.js';
import { WEEK_DAYS } from '../profile/store.js';
import type { DateOverride, WeeklyHours } from './schedule.js';

export const MAX_WEEKLY_HOURS = 50;
export const MAX_OVERRIDES = 366;

const START_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** `00:00` to `23:59`. Two such times compare as texts. */
export const isStartTime = (text: string): boolean => START_TIME.test(text);

/** `24:00` is the end of the day. `23:59` is stored as it was sent; slots/ reads it as the end of the day. */
export const isEndTime = (text: string): boolean => text === '24:00' || START_TIME.test(text);

type Times = Pick<WeeklyHours, 'startTime' | 'endTime'>;

const inOrder = <T extends Times>(hours: readonly T[]): readonly T[] =>
  [...hours].sort((a, b) => (a.startTime < b.startTime ? -1 : Number(a.startTime > b.startTime)));

/** Those of one day that begin before earlier ones have ended. Hours that only touch do not overlap. */
export function overlapping<T extends Times>(hours: readonly T[]): readonly T[] {
  let until = '';
  return inOrder(hours).filter(({ startTime, endTime }) => {
    const overlaps = startTime < until;
    if (endTime > until) until = endTime;
    return overlaps;
  });
}

const haveOverlap = (hours: readonly Times[]): boolean => overlapping(hours).length > 0;

function union(hours: readonly Times[]): readonly Times[] {
  const merged: Times[] = [];
  for (const { startTime, endTime } of inOrder(hours)) {
    const last = merged.at(-1);
    if (last === undefined || startTime > last.endTime) merged.push({ startTime, endTime });
    else if (endTime > last.endTime) merged[merged.length - 1] = { startTime: last.startTime, endTime };
  }
  return merged;
}

/** Days with the same hours share an entry. */
function byHours(days: ReadonlyMap<WeekDay, readonly Times[]>): readonly WeeklyHours[] {
  const entries = new Map<string, Times & { readonly days: WeekDay[] }>();
  for (const [day, hours] of days)
    for (const times of hours) {
      const key = `${times.startTime}-${times.endTime}`;
      const entry = entries.get(key);
      if (entry === undefined) entries.set(key, { days: [day], ...times });
      else entry.days.push(day);
    }
  return inOrder([...entries.values()]);
}

/** Unchanged where no hours of a day overlap; otherwise merged. */
export function withoutOverlaps(availability: readonly WeeklyHours[]): readonly WeeklyHours[] {
  const hoursOf = (day: WeekDay): readonly Times[] => availability.filter(({ days }) => days.includes(day));
  if (!WEEK_DAYS.some((day) => haveOverlap(hoursOf(day)))) return availability;
  return byHours(new Map(WEEK_DAYS.map((day) => [day, union(hoursOf(day))])));
}

/** Replaces what the date had. Without hours, nothing on that date. */
export const withDate = (
  overrides: readonly DateOverride[],
  date: string,
  hours: readonly Times[],
): readonly DateOverride[] => [
  ...withoutDate(overrides, date),
  ...(hours.length === 0 ? [{ startTime: '00:00', endTime: '00:00' }] : hours).map((times) => ({
    date,
    ...times,
  })),
];

export const withoutDate = (overrides: readonly DateOverride[], date: string): readonly DateOverride[] =>
  overrides.filter((override) => override.date !== date);

/** The same for dates, in their order. An empty override beside hours of its date adds nothing to them. */
export function overridesWithoutOverlaps(overrides: readonly DateOverride[]): readonly DateOverride[] {
  const dates = [...new Set(overrides.map(({ date }) => date))].sort();
  const hoursOf = (date: string): readonly Times[] => overrides.filter((override) => override.date === date);
  if (!dates.some((date) => haveOverlap(hoursOf(date)))) return overrides;
  return dates.flatMap((date) => union(hoursOf(date)).map((times) => ({ date, ...times })));
}
