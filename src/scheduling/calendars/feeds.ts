/* Calendar feeds: saved as a whole, or added and removed one by one. All or nothing: what cannot be read is not saved. */
import type { Actor } from '../../events/audit-log.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import { outboundUrlFault } from '../../outbound/outbound.js';
import { MAX_FEEDS } from './calendar.js';
import type { Connection, ConnectionWithCalendars, ProviderCalendar } from './calendar.js';
import { feedUrls } from './calendar-clients.js';
import { CalendarFault } from './fault.js';
import { feedId } from './feed-id.js';
import type { NewConnection } from './store.js';
import { connect, noAccount } from './use-cases.js';
import type { CalendarUseCasesDeps } from './use-cases.js';

const asHttps = (url: string): string => url.trim().replace(/^webcal:/i, 'https:');

function throwFaults(faults: readonly (string | undefined)[]): void {
  const errors = faults.flatMap((message, index) =>
    message === undefined ? [] : [{ property: `urls.${index}`, message }],
  );
  if (errors.length > 0) throw invalidInput(errors);
}

function faultIn(result: PromiseSettledResult<unknown>): string | undefined {
  if (result.status === 'fulfilled') return undefined;
  if (!(result.reason instanceof CalendarFault)) throw result.reason;
  return result.reason.message;
}

interface ReadFeeds {
  readonly urls: readonly string[];
  readonly calendars: readonly ProviderCalendar[];
}

/** Throws 400 with what is wrong with each. */
async function readFeeds(deps: CalendarUseCasesDeps, input: readonly string[]): Promise<ReadFeeds> {
  const urls = [...new Set(input.map(asHttps))];
  throwFaults(urls.map(outboundUrlFault));
  const { ics } = deps.calendarProviders;
  const results = await Promise.allSettled(urls.map((url) => ics({ urls: [url] }).list()));
  throwFaults(results.map(faultIn));
  return {
    urls,
    calendars: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
  };
}

const FEEDS = { kind: 'ics', identity: 'feeds' } as const;

/** Replaces all that were saved before. */
export async function saveFeeds(
  deps: CalendarUseCasesDeps,
  accountId: number,
  input: readonly string[],
  actor: Actor,
): Promise<Connection> {
  const { urls, calendars } = await readFeeds(deps, input);
  return connect(deps, accountId, { ...FEEDS, calendars }, { urls: [...urls] }, actor);
}

const tooMany = () =>
  conflict(`An account has at most ${MAX_FEEDS} calendar feeds. Remove one first.`, { limit: MAX_FEEDS });

/** The saved feeds and these; one that is saved already stays as it is. */
export async function addFeeds(
  deps: CalendarUseCasesDeps,
  accountId: number,
  input: readonly string[],
  actor: Actor,
): Promise<Connection> {
  const added = await readFeeds(deps, input);
  const plan = (feeds: ConnectionWithCalendars | undefined): NewConnection => {
    const urls = [...new Set([...(feeds ? feedUrls(deps, feeds) : []), ...added.urls])];
    if (urls.length > MAX_FEEDS) throw tooMany();
    const known = feeds?.calendars ?? [];
    const isKnown = (id: string) => known.some(({ externalId }) => externalId === id);
    const calendars = [...known, ...added.calendars.filter(({ externalId }) => !isKnown(externalId))];
    return { ...FEEDS, calendars, sealedAccess: deps.keys.seal(JSON.stringify({ urls })) };
  };
  const connection = await deps.calendars.changeFeeds(accountId, plan, actor);
  if (connection === undefined) throw noAccount();
  return connection;
}

/** `externalId`: of the feed. With the last one the connection ends. */
export async function removeFeed(
  deps: CalendarUseCasesDeps,
  accountId: number,
  externalId: string,
  actor: Actor,
): Promise<Connection> {
  const plan = (feeds: ConnectionWithCalendars | undefined): NewConnection | 'none_left' => {
    const others = feeds?.calendars.filter((calendar) => calendar.externalId !== externalId) ?? [];
    if (feeds === undefined || others.length === feeds.calendars.length)
      throw notFound('You have no calendar feed with this id.');
    const urls = feedUrls(deps, feeds).filter((url) => feedId(url) !== externalId);
    if (urls.length === 0) return 'none_left';
    return { ...FEEDS, calendars: others, sealedAccess: deps.keys.seal(JSON.stringify({ urls })) };
  };
  const connection = await deps.calendars.changeFeeds(accountId, plan, actor);
  if (connection === undefined) throw noAccount();
  return connection;
}
