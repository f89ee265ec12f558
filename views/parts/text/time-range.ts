/* The start and end of a booking in words, in the time zone of the reader. */

type Options = Intl.DateTimeFormatOptions;
type TimeFormat = 12 | 24;

const CLOCKS: Readonly<Record<TimeFormat, Options>> = {
  12: { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' },
  24: { hour: '2-digit', minute: '2-digit' },
};
const DATE: Options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };
const LONG_DATE: Options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };

/** Creating a format takes longer than writing a whole mail, so each time zone has its own. */
function formatOf(options: Options): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}

const dateAndClock = {
  12: formatOf({ ...DATE, ...CLOCKS[12] }),
  24: formatOf({ ...DATE, ...CLOCKS[24] }),
} as const;
const clock = { 12: formatOf(CLOCKS[12]), 24: formatOf(CLOCKS[24]) } as const;
const longDate = formatOf(LONG_DATE);

/** Instants in milliseconds since the epoch. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Some mail programs draw the thin spaces of a range as boxes. */
const spaced = (text: string): string => text.replace(/\s/gu, ' ');

/** `Tue, 1 Jan 2030, 09:00–10:00 (Europe/Lisbon)` */
export const timeRange = ({ start, end }: Range, timeZone: string, timeFormat: TimeFormat = 24): string =>
  `${spaced(dateAndClock[timeFormat](timeZone).formatRange(start, end))} (${timeZone})`;

/** `09:00–10:00`, with dates where it ends on another day. */
export const clockRange = ({ start, end }: Range, timeZone: string, timeFormat: TimeFormat = 24): string =>
  spaced(clock[timeFormat](timeZone).formatRange(start, end));

/** `Tuesday, 1 January 2030` */
export const dayOf = (instant: number, timeZone: string): string => longDate(timeZone).format(instant);
