/* Parses the filter of the audit log as entered, and reports its faults. Days and times are UTC; the last day is included. */
import { isIP } from 'node:net';
import { DAY } from '../durations.js';
import type { AuditFilter } from './audit-log.js';
import { actorOf, type FindAccount, subjectOf } from './audit-parties.js';

export const FILTER_FIELDS = ['actor', 'action', 'subject', 'network', 'since', 'until'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/** '' for an empty field. */
export type TypedFilter = Readonly<Record<FilterField, string>>;
export type FilterFaults = Readonly<Partial<Record<FilterField, string>>>;

export type ReadFilter =
  | { readonly kind: 'filter'; readonly filter: AuditFilter }
  | { readonly kind: 'faulty'; readonly faults: FilterFaults };

export const NO_SUCH_ACCOUNT = 'No account has this e-mail address.';
export const NO_CLIENT_IP = 'Enter an IP address like 192.0.2.7 or 2001:db8::7.';
export const NO_TIME_BETWEEN = 'Enter a time after the start of the period.';
export const NO_MOMENT = 'Enter a day like 2026-11-21 or a time like 2026-11-21T14:05:00Z.';

const DATE = /^[12]\d{3}-\d\d-\d\d$/;
const TIME = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Undefined for dates that do not exist, such as 31 February, which Date accepts. */
function parseDate(text: string): Date | undefined {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  const date = new Date(text);
  return exists && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** Undefined when it is neither a day nor a time. `last`: the end of the day. */
export function momentOf(text: string, edge: 'first' | 'last'): Date | undefined {
  if (TIME.test(text)) return parseDate(text);
  const day = DATE.test(text) ? parseDate(text) : undefined;
  return day && edge === 'last' ? new Date(day.getTime() + DAY) : day;
}

/** An IP address, or `unknown` for a caller whose connection had ended. Undefined for any other text. */
export function clientIpOf(text: string): string | undefined {
  const clientIp = text.toLowerCase();
  return clientIp === 'unknown' || isIP(clientIp) !== 0 ? clientIp : undefined;
}

/** `until` is exclusive. */
export const isEmptyPeriod = (since: Date | undefined, until: Date | undefined): boolean =>
  since !== undefined && until !== undefined && since >= until;

interface Parsed<T> {
  readonly value: T | undefined;
  readonly fault?: string;
}

/** An empty field filters nothing. */
async function parse<T>(
  text: string,
  read: (text: string) => T | undefined | Promise<T | undefined>,
  fault: string,
): Promise<Parsed<T>> {
  if (text === '') return { value: undefined };
  const value = await read(text);
  return value === undefined ? { value, fault } : { value };
}

export async function readFilter(typed: TypedFilter, find: FindAccount): Promise<ReadFilter> {
  const since = await parse(typed.since, (text) => momentOf(text, 'first'), NO_MOMENT);
  const until = await parse(typed.until, (text) => momentOf(text, 'last'), NO_MOMENT);
  const parsed = {
    actor: await parse(typed.actor, (text) => actorOf(text, find), NO_SUCH_ACCOUNT),
    action: await parse(typed.action, (text) => text, ''),
    subject: await parse(typed.subject, (text) => subjectOf(text, find), NO_SUCH_ACCOUNT),
    network: await parse(typed.network, clientIpOf, NO_CLIENT_IP),
    since,
    until: isEmptyPeriod(since.value, until.value) ? { ...until, fault: NO_TIME_BETWEEN } : until,
  };
  const faults = FILTER_FIELDS.flatMap((field) => {
    const { fault } = parsed[field];
    return fault === undefined ? [] : [[field, fault] as const];
  });
  if (faults.length > 0) return { kind: 'faulty', faults: Object.fromEntries(faults) };
  return {
    kind: 'filter',
    filter: {
      actor: parsed.actor.value,
      action: parsed.action.value,
      subject: parsed.subject.value,
      clientIp: parsed.network.value,
      since: parsed.since.value,
      until: parsed.until.value,
    },
  };
}
