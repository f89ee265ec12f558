/*
 * From calendar files to the times at which their owner is busy (RFC 5545). Recurrences are expanded inside a window
 * and with a limit, so that a rule without an end has one here. Run it in a thread (expander.ts): a file may be made so
 * that reading it takes for ever.
 */
import ICAL from 'ical.js';
import { present } from '../../src/present.js';
import type { EventSpan } from '../../src/scheduling/calendars/calendar.js';
import { instantIn, zoneNamed } from './zones.js';

export interface Expansion {
  readonly texts: readonly string[];
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
  /** In which times without a zone and whole days lie, unless the file says it. */
  readonly timeZone: string;
}

export interface Expanded {
  readonly spans: readonly EventSpan[];
  /** What the calendar calls itself. */
  readonly name?: string;
}

/** A sentence for whoever gave the file. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
}

const MAX_EVENTS = 10_000;
/** Occurrences that are looked at, also those before the window. */
const MAX_STEPS = 100_000;

const tooMany = (): FileFault => new FileFault(`it holds more than ${MAX_EVENTS} events of the next year`);

interface Reading {
  readonly window: Expansion;
  readonly spans: EventSpan[];
  steps: number;
}

const textOf = (component: ICAL.Component, name: string): string | undefined => {
  const value: unknown = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : undefined;
};

/** Times that are free although something stands there. */
const isFree = (component: ICAL.Component): boolean =>
  textOf(component, 'transp')?.toUpperCase() === 'TRANSPARENT' ||
  textOf(component, 'status')?.toUpperCase() === 'CANCELLED' ||
  textOf(component, 'x-microsoft-cdo-busystatus')?.toUpperCase() === 'FREE';

const unknownZone = (name: string): FileFault =>
  new FileFault(`it names a time zone that nobody knows and that it does not define: ${name.slice(0, 60)}`);

/** A time that is read in another zone would keep its owner busy at the wrong hour, and free at the right one. */
function mustBeKnown(name: string): string {
  const zone = zoneNamed(name);
  if (zone === undefined) throw unknownZone(name);
  return zone;
}

/** Where a property's TZID is not defined in the file it is taken for a name of the tz database or of Windows. */
function zoneNameOf(component: ICAL.Component, name: string): string | undefined {
  const value: unknown = component.getFirstProperty(name)?.getParameter('tzid');
  return typeof value === 'string' ? value : undefined;
}

interface Clock {
  instant(time: ICAL.Time): number;
}

const clockOf = (zoneName: string | undefined, fallback: string): Clock => ({
  instant(time) {
    const isPlaced = !time.isDate && time.zone !== ICAL.Timezone.localTimezone;
    if (isPlaced) return time.toUnixTime() * 1000;
    const zone = mustBeKnown(time.isDate ? fallback : (zoneName ?? fallback));
    return instantIn(zone, zone, time);
  },
});

function add({ window, spans }: Reading, span: EventSpan): void {
  if (span.until <= window.from || span.from >= window.until || span.until <= span.from) return;
  if (spans.length >= MAX_EVENTS) throw tooMany();
  spans.push(span);
}

interface Occurrence {
  readonly start: ICAL.Time;
  readonly end: ICAL.Time;
  readonly item: ICAL.Event;
}

function spanOf(reading: Reading, { start, end, item }: Occurrence): EventSpan {
  const { component } = item;
  const clock = clockOf(zoneNameOf(component, 'dtstart'), reading.window.timeZone);
  const from = clock.instant(start);
  if (start.isDate) return { from, until: clock.instant(end), uid: item.uid };
  // The end has a zone of its own, so that the length is that of the event as it is written.
  const ending = component.hasProperty('dtend') ? 'dtend' : 'dtstart';
  const endClock = clockOf(zoneNameOf(component, ending), reading.window.timeZone);
  const length = endClock.instant(item.endDate) - clock.instant(item.startDate);
  return { from, until: from + length, uid: item.uid };
}

/** The types of the library do not say what comes back. */
const detailsOf = (event: ICAL.Event, at: ICAL.Time) =>
  event.getOccurrenceDetails(at) as {
    readonly startDate: ICAL.Time;
    readonly endDate: ICAL.Time;
    readonly item: ICAL.Event;
  };

const whole = (item: ICAL.Event): Occurrence => ({ start: item.startDate, end: item.endDate, item });

function addSingle(reading: Reading, item: ICAL.Event): void {
  if (!isFree(item.component)) add(reading, spanOf(reading, whole(item)));
}

/** Where an occurrence has to begin by its rule to reach into the window, the longest exception not counted. */
function resourcesOf(
  { window }: Reading,
  event: ICAL.Event,
): { readonly from: number; readonly until: number } {
  const { from, until } = spanOf({ window, spans: [], steps: 0 }, whole(event));
  return { from: window.from - (until - from), until: window.until };
}

function addRecurring(reading: Reading, event: ICAL.Event): void {
  const clock = clockOf(zoneNameOf(event.component, 'dtstart'), reading.window.timeZone);
  const reach = resourcesOf(reading, event);
  const occurrences = event.iterator();
  for (;;) {
    const next = occurrences.next() as ICAL.Time | undefined;
    const begin = next === undefined ? Infinity : clock.instant(next);
    if (next === undefined || begin >= reach.until) return;
    if ((reading.steps += 1) > MAX_STEPS) throw tooMany();
    if (begin < reach.from) continue;
    const { startDate: start, endDate: end, item } = detailsOf(event, next);
    if (!isFree(item.component)) add(reading, spanOf(reading, { start, end, item }));
  }
}

/** One of them whose own day lies outside the window may have been moved into it. */
function addMoved(reading: Reading, event: ICAL.Event, exception: ICAL.Event): void {
  const { component, recurrenceId } = exception;
  const clock = clockOf(zoneNameOf(component, 'recurrence-id'), reading.window.timeZone);
  const [begin, reach] = [clock.instant(recurrenceId), resourcesOf(reading, event)];
  if (begin < reach.from || begin >= reach.until) addSingle(reading, exception);
}

/** Of a rule that no day fits, or that nobody can follow, the first counts all the same. */
function addRule(reading: Reading, event: ICAL.Event): void {
  const before = reading.steps;
  try {
    addRecurring(reading, event);
  } catch (error) {
    if (error instanceof FileFault) throw error;
  }
  if (reading.steps === before) addSingle(reading, event);
}

function addEvent(reading: Reading, component: ICAL.Component, exceptions: readonly ICAL.Component[]): void {
  const event = new ICAL.Event(component, { strictExceptions: true, exceptions: [...exceptions] });
  if (!event.isRecurring()) {
    addSingle(reading, event);
    return;
  }
  addRule(reading, event);
  for (const exception of exceptions) addMoved(reading, event, new ICAL.Event(exception));
}

/** What nobody can read of one event is no reason to give up the others. */
function unlessBroken(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof FileFault) throw error;
  }
}

function addCalendar(reading: Reading, calendar: ICAL.Component): void {
  const events = calendar.getAllSubcomponents('vevent').filter((event) => event.hasProperty('dtstart'));
  if (events.length > MAX_EVENTS) throw tooMany();
  const exceptions = new Map<string, ICAL.Component[]>();
  const masters = events.filter((event) => !event.hasProperty('recurrence-id'));
  const known = new Set(masters.map((event) => textOf(event, 'uid')));
  for (const event of events.filter((one) => one.hasProperty('recurrence-id'))) {
    const uid = textOf(event, 'uid') ?? '';
    // An invitation to one of them comes without the others.
    if (!known.has(uid)) masters.push(event);
    else exceptions.set(uid, [...(exceptions.get(uid) ?? []), event]);
  }
  for (const event of masters)
    unlessBroken(() => addEvent(reading, event, exceptions.get(textOf(event, 'uid') ?? '') ?? []));
}

function calendarsIn(text: string): readonly ICAL.Component[] {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text))
    throw new FileFault(
      /^\s*</.test(text) ? 'it is a web page and no calendar file' : 'it is no calendar file',
    );
  try {
    const parsed = ICAL.parse(text.replace(/^\uFEFF?\s*/, '')) as unknown[];
    const all = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][]);
    return all.map((one) => new ICAL.Component(one));
  } catch {
    throw new FileFault('it is a calendar file that is broken or not whole');
  }
}

/** Throws a FileFault. */
export function expand(window: Expansion): Expanded {
  const calendars = window.texts.flatMap(calendarsIn);
  const [first] = calendars;
  const own = first && textOf(first, 'x-wr-timezone');
  const reading: Reading = {
    window: { ...window, timeZone: own ?? window.timeZone },
    spans: [],
    steps: 0,
  };
  for (const calendar of calendars) addCalendar(reading, calendar);
  const name = first && textOf(first, 'x-wr-calname');
  return { spans: reading.spans, ...present({ name }) };
}
