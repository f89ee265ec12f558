/*
 * Busy times of calendar files (RFC 5545). Recurrences are expanded inside a window and with a limit, so that rules
 * without an end are safe. Run it in a thread (expander.ts): a file can be made so that reading it never ends.
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
  /** Of times without a zone and of all-day events, unless the file names one. */
  readonly timeZone: string;
}

export interface Expanded {
  readonly spans: readonly EventSpan[];
  /** Of the calendar. */
  readonly name?: string;
}

/** `message` is for the owner of the file. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
}

const MAX_EVENTS = 10_000;
/** Occurrences that are computed, including those before the window. */
const MAX_STEPS = 100_000;

const tooMany = (): FileFault => new FileFault(`it has more than ${MAX_EVENTS} events of the next year`);

interface Reading {
  readonly window: Expansion;
  readonly spans: EventSpan[];
  steps: number;
}

const textOf = (component: ICAL.Component, name: string): string | undefined => {
  const value: unknown = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : undefined;
};

/** Events that do not make their owner busy. */
const isFree = (component: ICAL.Component): boolean =>
  textOf(component, 'transp')?.toUpperCase() === 'TRANSPARENT' ||
  textOf(component, 'status')?.toUpperCase() === 'CANCELLED' ||
  textOf(component, 'x-microsoft-cdo-busystatus')?.toUpperCase() === 'FREE';

/** A guess would make its owner busy at the wrong hour. */
function mustBeKnown(name: string): string {
  const zone = zoneNamed(name);
  if (zone === undefined)
    throw new FileFault(`it names an unknown time zone that it does not define: ${name.slice(0, 60)}`);
  return zone;
}

/** A TZID that the file does not define is a name of the tz database or of Windows. */
function zoneNameOf(component: ICAL.Component, name: string): string | undefined {
  const value: unknown = component.getFirstProperty(name)?.getParameter('tzid');
  return typeof value === 'string' ? value : undefined;
}

/** Milliseconds since the epoch of a time of the property `name`. */
function instantOf({ window }: Reading, component: ICAL.Component, name: string, time: ICAL.Time): number {
  const hasZone = !time.isDate && time.zone !== ICAL.Timezone.localTimezone;
  if (hasZone) return time.toUnixTime() * 1000;
  const zone = mustBeKnown((time.isDate ? undefined : zoneNameOf(component, name)) ?? window.timeZone);
  return instantIn(zone, zone, time);
}

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
  const startOf = (time: ICAL.Time) => instantOf(reading, component, 'dtstart', time);
  const from = startOf(start);
  if (start.isDate) return { from, until: startOf(end), uid: item.uid };
  // The end may have another zone than the start.
  const ending = component.hasProperty('dtend') ? 'dtend' : 'dtstart';
  const length = instantOf(reading, component, ending, item.endDate) - startOf(item.startDate);
  return { from, until: from + length, uid: item.uid };
}

/** The library has no type for the result. */
const detailsOf = (event: ICAL.Event, at: ICAL.Time) =>
  event.getOccurrenceDetails(at) as {
    readonly startDate: ICAL.Time;
    readonly endDate: ICAL.Time;
    readonly item: ICAL.Event;
  };

const asOccurrence = (item: ICAL.Event): Occurrence => ({ start: item.startDate, end: item.endDate, item });

function addSingle(reading: Reading, item: ICAL.Event): void {
  if (!isFree(item.component)) add(reading, spanOf(reading, asOccurrence(item)));
}

/** Whether an occurrence that begins then by its rule overlaps the window. */
function startsInWindow(reading: Reading, event: ICAL.Event): (start: number) => boolean {
  const { from, until } = spanOf(reading, asOccurrence(event));
  const { window } = reading;
  return (start) => start >= window.from - (until - from) && start < window.until;
}

function addRecurring(reading: Reading, event: ICAL.Event): void {
  const isInWindow = startsInWindow(reading, event);
  const occurrences = event.iterator();
  for (;;) {
    const next = occurrences.next() as ICAL.Time | undefined;
    const begin = next && instantOf(reading, event.component, 'dtstart', next);
    if (next === undefined || begin === undefined || begin >= reading.window.until) return;
    if ((reading.steps += 1) > MAX_STEPS) throw tooMany();
    if (!isInWindow(begin)) continue;
    const { startDate: start, endDate: end, item } = detailsOf(event, next);
    if (!isFree(item.component)) add(reading, spanOf(reading, { start, end, item }));
  }
}

/** An exception may have been moved into the window from outside. */
function addMoved(reading: Reading, event: ICAL.Event, exception: ICAL.Event): void {
  const { component, recurrenceId } = exception;
  const begin = instantOf(reading, component, 'recurrence-id', recurrenceId);
  if (!startsInWindow(reading, event)(begin)) addSingle(reading, exception);
}

/** What cannot be read of one event does not affect the others. */
function unlessBroken(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof FileFault) throw error;
  }
}

/** Of a rule that no day fits, or that is broken, the first occurrence counts all the same. */
function addRule(reading: Reading, event: ICAL.Event): void {
  const before = reading.steps;
  unlessBroken(() => addRecurring(reading, event));
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

function addCalendar(reading: Reading, calendar: ICAL.Component): void {
  const events = calendar.getAllSubcomponents('vevent').filter((event) => event.hasProperty('dtstart'));
  if (events.length > MAX_EVENTS) throw tooMany();
  const exceptions = new Map<string, ICAL.Component[]>();
  const masters = events.filter((event) => !event.hasProperty('recurrence-id'));
  const known = new Set(masters.map((event) => textOf(event, 'uid')));
  for (const event of events.filter((one) => one.hasProperty('recurrence-id'))) {
    const uid = textOf(event, 'uid') ?? '';
    // An invitation to one occurrence comes without the event itself.
    if (!known.has(uid)) masters.push(event);
    else exceptions.set(uid, [...(exceptions.get(uid) ?? []), event]);
  }
  for (const event of masters)
    unlessBroken(() => addEvent(reading, event, exceptions.get(textOf(event, 'uid') ?? '') ?? []));
}

function calendarsIn(text: string): readonly ICAL.Component[] {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text))
    throw new FileFault(
      /^\s*</.test(text) ? 'it is a web page, not a calendar file' : 'it is not a calendar file',
    );
  try {
    const parsed = ICAL.parse(text.replace(/^\uFEFF?\s*/, '')) as unknown[];
    const all = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][]);
    return all.map((one) => new ICAL.Component(one));
  } catch {
    throw new FileFault('it is a damaged or incomplete calendar file');
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
