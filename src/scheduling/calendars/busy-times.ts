/* Busy times of connected calendars, as their owner asks for them. */
import { Temporal } from 'temporal-polyfill';
import { DAY, MINUTE } from '../../durations.js';
import { invalidInput } from '../../errors.js';
import { momentIn } from '../instants.js';
import type { Moment } from '../instants.js';
import { merged } from '../slots/spans.js';
import type { CalendarKind } from './calendar.js';
import { refreshCalendar } from './refresh.js';
import type { PersonalCalendars } from './store.js';
import { calendarsOf, noCalendar, refusal } from './use-cases.js';
import type { CalendarUseCasesDeps } from './use-cases.js';

export interface LoadedCalendar {
  readonly credentialId: number;
  readonly externalId: string;
}

interface BusyTimesRequest {
  readonly calendars: readonly LoadedCalendar[];
  readonly dateFrom?: Moment;
  readonly dateTo?: Moment;
  readonly timeZone?: string;
}

interface Range {
  readonly from: number;
  readonly until: number;
}

interface BusyTime extends Range {
  readonly kind: CalendarKind;
}

const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;

function busyRange({ dateFrom, dateTo, timeZone = 'UTC' }: BusyTimesRequest, now: number): Range {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const from = momentIn(dateFrom ?? today.toString(), timeZone, 'first');
  const until = dateTo === undefined ? from + DEFAULT_DAYS * DAY : momentIn(dateTo, timeZone, 'last');
  if (until <= from) throw invalidInput([{ property: 'dateTo', message: 'must be after dateFrom' }]);
  if (until - from > MAX_DAYS * DAY)
    throw invalidInput([{ property: 'dateTo', message: `must be at most ${MAX_DAYS} days after dateFrom` }]);
  return { from, until };
}

function findCalendar({ connections }: PersonalCalendars, { credentialId, externalId }: LoadedCalendar) {
  const connection = connections.find(({ id }) => id === credentialId);
  const calendar = connection?.calendars.find((one) => one.externalId === externalId);
  if (connection === undefined || calendar === undefined) throw noCalendar();
  return { kind: connection.kind, ...calendar };
}

/** As they are now if the provider answers, or else as they were last known. */
async function timesOf(
  deps: CalendarUseCasesDeps,
  { kind, id, fetchedAt }: ReturnType<typeof findCalendar>,
  { from, until }: Range,
): Promise<readonly BusyTime[]> {
  const isFresh = fetchedAt !== null && deps.clock() - fetchedAt < MINUTE;
  const fault = isFresh ? undefined : await refreshCalendar(deps, id);
  if (fault !== undefined && fetchedAt === null) throw refusal(kind, fault);
  const spans = await deps.calendarSync.spans(id, new Date(from), new Date(until));
  return merged(spans).map((span) => ({ from: span.from, until: span.until, kind }));
}

/** In the order of their starts. */
export async function busyTimes(
  deps: CalendarUseCasesDeps,
  accountId: number,
  request: BusyTimesRequest,
): Promise<readonly BusyTime[]> {
  const range = busyRange(request, deps.clock());
  const personal = await calendarsOf(deps, accountId);
  const calendars = new Map(
    request.calendars.map((name) => findCalendar(personal, name)).map((one) => [one.id, one]),
  );
  const times = await Promise.all([...calendars.values()].map((one) => timesOf(deps, one, range)));
  return times.flat().sort((a, b) => a.from - b.from);
}
