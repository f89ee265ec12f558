/*
 * The filter of the audit log as typed, and its faults. Days and times are UTC; a day as the last
 * one counts in full.
 */
import { isIP } from 'node:net';
import { DAY } from '../durations.js';
import type { AuditFilter } from './audit-log.js';
import { actorOf, type FindAccount, subjectOf } from './audit-parties.js';

export const FILTER_FIELDS = ['actor', 'action', 'subject', 'network', 'since', 'until'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/** '' where nothing was typed. */
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

/** Date would accept 31 February. */
const existing = (text: string): Date | undefined => {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  const moment = new Date(text);
  return isDay && !Number.isNaN(moment.getTime()) ? moment : undefined;
};

/** Undefined when it is neither a day nor a time. `last`: the day itself is within. */
export function momentOf(text: string, edge: 'first' | 'last'): Date | undefined {
  if (TIME.test(text)) return existing(text);
  const day = DATE.test(text) ? existing(text) : undefined;
  return day && edge === 'last' ? new Date(day.getTime() + DAY) : day;
}

/** As rows hold it: an address, or `unknown` of a caller that was gone. Undefined for every other text. */
export function clientIpOf(text: string): string | undefined {
  const clientIp = text.toLowerCase();
  return clientIp === 'unknown' || isIP(clientIp) !== 0 ? clientIp : undefined;
}

/** The end itself is no longer within. */
export const isEmptyTime = (since: Date | undefined, until: Date | undefined): boolean =>
  since !== undefined && until !== undefined && since >= until;

type Found<T> = { readonly value: T | undefined; readonly fault?: string };

/** An empty field filters nothing; a full one that cannot be read is a fault. */
async function found<T>(
  text: string,
  read: (text: string) => T | undefined | Promise<T | undefined>,
  fault: string,
): Promise<Found<T>> {
  if (text === '') return { value: undefined };
  const value = await read(text);
  return value === undefined ? { value, fault } : { value };
}

export async function readFilter(typed: TypedFilter, find: FindAccount): Promise<ReadFilter> {
  const since = await found(typed.since, (text) => momentOf(text, 'first'), NO_MOMENT);
  const until = await found(typed.until, (text) => momentOf(text, 'last'), NO_MOMENT);
  const read = {
    actor: await found(typed.actor, (text) => actorOf(text, find), NO_SUCH_ACCOUNT),
    action: await found(typed.action, (text) => text, ''),
    subject: await found(typed.subject, (text) => subjectOf(text, find), NO_SUCH_ACCOUNT),
    network: await found(typed.network, clientIpOf, NO_CLIENT_IP),
    since,
    until: isEmptyTime(since.value, until.value) ? { ...until, fault: NO_TIME_BETWEEN } : until,
  };
  const faults = FILTER_FIELDS.flatMap((field) => {
    const { fault } = read[field];
    return fault === undefined ? [] : [[field, fault] as const];
  });
  if (faults.length > 0) return { kind: 'faulty', faults: Object.fromEntries(faults) };
  const { actor, action, subject, network } = read;
  return {
    kind: 'filter',
    filter: {
      actor: actor.value,
      action: action.value,
      subject: subject.value,
      clientIp: network.value,
      since: since.value,
      until: until.value,
    },
  };
}
