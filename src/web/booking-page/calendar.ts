/* Free times as a calendar of one month, and as the times of one day. Pure. */
import type { CalendarView, DayCell, TimeView } from '../../../views/booking-page/calendar.js';
import type { FreeTime, TimesByDate } from '../../scheduling/booking-pages/use-cases.js';
import { WEEK_DAYS, type WeekDay } from '../../scheduling/profile/store.js';
import { LATEST } from '../../scheduling/slots/schemas.js';
import { datesOf, monthAfter } from '../../scheduling/slots/months.js';
import { dayOf, weekDayOf } from '../../scheduling/slots/zone-clock.js';

const UTC = 'UTC';
const DATE = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  timeZone: UTC,
});
const SHORT_DATE = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  timeZone: UTC,
});
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: UTC });

/** `Saturday 5 December 2026` of `2026-12-05`. */
export const dateLabel = (date: string): string => DATE.format(new Date(`${date}T00:00:00Z`));
/** `Sat, 5 Dec` */
export const shortDateLabel = (date: string): string => SHORT_DATE.format(new Date(`${date}T00:00:00Z`));
const monthLabel = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

const LAST_MONTH = new Date(LATEST - 1).toISOString().slice(0, 7);

const countOf = (count: number): string => (count === 1 ? '1 time' : `${count} times`);

/** In the order in which the week of the host begins. */
const weekDaysFrom = (first: WeekDay): readonly WeekDay[] => {
  const at = WEEK_DAYS.indexOf(first);
  return [...WEEK_DAYS.slice(at), ...WEEK_DAYS.slice(0, at)];
};

export interface MonthQuery {
  readonly month: string;
  /** The month of today. */
  readonly firstMonth: string;
  readonly weekStart: WeekDay;
  readonly chosen?: string | undefined;
  readonly times: TimesByDate;
  readonly toMonth: (month: string) => string;
  readonly toDate: (date: string) => string;
}

function cellOf(date: string, { times, chosen, toDate }: MonthQuery): DayCell {
  const count = times[date]?.length ?? 0;
  const label = `${dateLabel(date)}, ${count === 0 ? 'no times' : countOf(count)}`;
  return {
    day: Number(date.slice(8)),
    label,
    to: count > 0 ? toDate(date) : undefined,
    chosen: date === chosen,
  };
}

function weeksOf(query: MonthQuery): CalendarView['weeks'] {
  const dates = datesOf(query.month);
  const first = weekDayOf(dayOf(dates[0] ?? ''));
  const skipped = (first - WEEK_DAYS.indexOf(query.weekStart) + 7) % 7;
  const cells = [
    ...Array.from({ length: skipped }, () => undefined),
    ...dates.map((date) => cellOf(date, query)),
  ];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => cells[week * 7 + day]),
  );
}

export function monthView(query: MonthQuery): CalendarView {
  const { month, firstMonth, weekStart, toMonth } = query;
  const next = monthAfter(month);
  return {
    label: monthLabel(month),
    weekDays: weekDaysFrom(weekStart),
    weeks: weeksOf(query),
    isEmpty: !Object.keys(query.times).some((date) => date.startsWith(month)),
    previous:
      month > firstMonth
        ? { to: toMonth(monthAfter(month, -1)), label: monthLabel(monthAfter(month, -1)) }
        : undefined,
    next: month < LAST_MONTH ? { to: toMonth(next), label: monthLabel(next) } : undefined,
  };
}

const seatsOf = ({ seatsRemaining, seatsTotal }: FreeTime): string | undefined =>
  seatsRemaining === undefined
    ? undefined
    : `${seatsRemaining} of ${seatsTotal ?? seatsRemaining} seats left`;

const isoUtc = ({ start }: FreeTime): string => new Date(start).toISOString();

/** An hour that comes twice, when clocks go back, is told apart by its offset. */
function clockLabels(times: readonly FreeTime[]): readonly string[] {
  const clocks = times.map(({ start }) => start.slice(11, 16));
  return clocks.map((clock, at) => {
    const isTwice = clocks.indexOf(clock) !== clocks.lastIndexOf(clock);
    return isTwice ? `${clock} (UTC${(times[at]?.start ?? '').slice(23).replace('Z', '+00:00')})` : clock;
  });
}

export interface TimesOptions {
  /** Whether the event type says how many seats are left. */
  readonly showsSeats: boolean;
  readonly toTime: (start: number) => string;
}

export function timesOf(
  times: readonly FreeTime[],
  { showsSeats, toTime }: TimesOptions,
): readonly TimeView[] {
  const labels = clockLabels(times);
  return times.map((time, at) => ({
    start: isoUtc(time),
    label: labels[at] ?? '',
    seats: showsSeats ? seatsOf(time) : undefined,
    to: toTime(Date.parse(time.start)),
  }));
}
