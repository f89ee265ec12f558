/* Wall clock times of zones as instants (RFC 5545 section 3.3.5: a time that comes twice is the first). */
import { Temporal } from 'temporal-polyfill';
import { WINDOWS_ZONES } from './windows-zones.js';

export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const known = new Map<string, boolean>();
const MAX_KNOWN = 1_000;

function canFormatIn(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** Whether the tz database has it. */
function isZone(name: string): boolean {
  const cached = known.get(name);
  if (cached !== undefined) return cached;
  const isKnown = canFormatIn(name);
  if (known.size < MAX_KNOWN) known.set(name, isKnown);
  return isKnown;
}

/** Globally unique names begin with a slash and a prefix (RFC 5545 section 3.8.3.1). */
const withoutPrefix = (name: string): readonly string[] => {
  const parts = name.startsWith('/') ? name.split('/') : [];
  return [parts.slice(-2).join('/'), parts.slice(-3).join('/')].filter((part) => part !== '');
};

/** The tz database name of a zone that is named there or by Windows; undefined for any other. */
export const zoneNamed = (name: string): string | undefined =>
  [name, WINDOWS_ZONES.get(name.toLowerCase()) ?? '', ...withoutPrefix(name)].find(
    (one) => one !== '' && isZone(one),
  );

/** Milliseconds since the epoch; in `fallback` where `zone` is none. */
export function instantIn(zone: string, fallback: string, time: WallTime): number {
  const { year, month, day, hour, minute, second } = time;
  const plain = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
  const timeZone = zoneNamed(zone) ?? zoneNamed(fallback) ?? 'UTC';
  return plain.toZonedDateTime(timeZone).epochMilliseconds;
}

/** The beginning of a date, `2030-01-02`. */
export function dayIn(zone: string, date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return instantIn(zone, 'UTC', { year, month, day, hour: 0, minute: 0, second: 0 });
}
