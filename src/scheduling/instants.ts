/*
 * The one reader of instants in requests: RFC 3339 section 5.6, also without seconds, and without an offset in UTC. Where
 * a day makes sense, a date alone is that whole day. Instants are milliseconds since the epoch. Pure.
 */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

const FORMS = [
  z.regexes.datetime({ offset: true, local: true }),
  z.regexes.datetime({ offset: true, precision: -1 }),
];
const HAS_OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;

export const INSTANT_RULE =
  'must be a date and time of RFC 3339, such as 2030-05-01T09:00:00Z or 2030-05-01T11:00:00+02:00';
const MOMENT_RULE = 'must be a date or a time of RFC 3339, such as 2030-05-01 or 2030-05-01T09:00:00Z';

const parseInstant = (text: string): number => Date.parse(HAS_OFFSET.test(text) ? text : `${text}Z`);

const instantBy = (rule: string) =>
  z
    .string(rule)
    .toUpperCase()
    .refine((text) => FORMS.some((form) => form.test(text)), { error: rule, abort: true })
    .transform(parseInstant)
    .meta({ type: 'string', format: 'date-time' });

export const instant = instantBy(INSTANT_RULE);

/** An instant, or a date, which is a whole day of a zone that is known later. */
export type Moment = number | string;
type Edge = 'first' | 'last';

export const moment = z.union(
  [z.iso.date({ error: MOMENT_RULE, abort: true }), instantBy(MOMENT_RULE)],
  MOMENT_RULE,
);

/** Of a date, the start of the day in the time zone, or of the day after it. */
export function momentIn(sent: Moment, timeZone: string, edge: Edge): number {
  if (typeof sent === 'number') return sent;
  const day = Temporal.PlainDate.from(sent).add({ days: edge === 'first' ? 0 : 1 });
  return day.toZonedDateTime(timeZone).epochMilliseconds;
}

/** Where days are days in UTC. */
export const momentInUtc = (edge: Edge) => moment.transform((sent) => momentIn(sent, 'UTC', edge));
