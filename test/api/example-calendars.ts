/* Example calls of calendars: an account at Google, one at Apple, a feed. */
import { feedId } from '../../src/scheduling/calendars/feed-id.js';
import { calendar } from '../scheduling/calendars/files.js';
import { OWN } from '../scheduling/calendars/provider-server.js';
import type { Params } from './example-resources.js';
import { hourAhead } from './example-resources.js';
import type { Fixture } from './api-fixture.js';

const APPLE = { username: OWN, password: 'app-specific' };
const GOOGLE = 'google_calendar';

interface Listed {
  readonly connectedCalendars: readonly {
    readonly credentialId: number;
    readonly integration: { readonly type: string };
  }[];
}

async function consentQuery({ call, provider }: Fixture): Promise<Params> {
  const { authUrl } = await call<{ readonly authUrl: string }>(
    'GET',
    '/v2/calendars/google/connect?isDryRun=false',
  );
  return provider.consent(authUrl);
}

async function connectionOf({ call }: Fixture, type: string): Promise<number | undefined> {
  const { connectedCalendars } = await call<Listed>('GET', '/v2/calendars');
  return connectedCalendars.find(({ integration }) => integration.type === type)?.credentialId;
}

/** Connects the account once. */
async function google(fixture: Fixture): Promise<number> {
  const known = await connectionOf(fixture, GOOGLE);
  if (known !== undefined) return known;
  const path = `/v2/calendars/google/save?${new URLSearchParams(await consentQuery(fixture)).toString()}`;
  const { status } = await fixture.wire.send({ method: 'GET', path });
  const connected = await connectionOf(fixture, GOOGLE);
  if (connected === undefined) throw new Error(`Google is not connected: ${status}`);
  return connected;
}

export async function calendarFor(fixture: Fixture, _: Params, path: string): Promise<string> {
  if (/\/(?:credentials|disconnect)$/.test(path)) return 'apple';
  if (!/\/(?:connect|save)$/.test(path)) await google(fixture);
  return 'google';
}

export function eventOf({ calendars: { provider } }: Fixture): Promise<string> {
  const hour = { start: { dateTime: hourAhead(500, 0) }, end: { dateTime: hourAhead(500, 1) } };
  provider.events.set('meeting', { id: 'meeting', fields: hour, deleted: false });
  return Promise.resolve('meeting');
}

export const feeds = ({ calendars }: Fixture): object => ({
  urls: [calendars.feeds.publish('feed', calendar())],
});
export async function savedFeeds(fixture: Fixture): Promise<Params> {
  await fixture.call('POST', '/v2/calendars/ics-feed/save', feeds(fixture));
  return {};
}

/** The id of a feed. */
export async function savedFeed(fixture: Fixture): Promise<string> {
  const url = fixture.calendars.feeds.publish('feed', calendar());
  await fixture.call('POST', '/v2/calendars/ics-feed/save', { urls: [url] });
  return feedId(url);
}

export const appleAccount = (): object => APPLE;

export const appleConnection = async (fixture: Fixture): Promise<object> => ({
  id: (await fixture.call('POST', '/v2/calendars/apple/credentials', APPLE)).id,
});

export const destination = async (fixture: Fixture): Promise<object> => {
  await google(fixture);
  return { integration: GOOGLE, externalId: OWN };
};

/** As a body; queries have the id as text. */
export const ownCalendar = async (fixture: Fixture) => ({
  integration: GOOGLE,
  externalId: OWN,
  credentialId: await google(fixture),
});

export const busyTimes = async (fixture: Fixture): Promise<Params> => ({
  externalId: OWN,
  credentialId: String(await google(fixture)),
});

export const chosenCalendar = async (fixture: Fixture): Promise<Params> => ({
  ...(await ownCalendar(fixture)),
  credentialId: String(await google(fixture)),
});

export const signInReturn = (fixture: Fixture): Promise<Params> => consentQuery(fixture);
