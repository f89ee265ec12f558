/* What the examples of calls about calendars are made of: an account at Google, one at Apple, a feed. */
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

async function consented({ call, provider }: Fixture): Promise<Params> {
  const { authUrl } = await call<{ readonly authUrl: string }>(
    'GET',
    '/v2/calendars/google/connect?isDryRun=false',
  );
  return provider.consent(authUrl);
}

async function connectionOf({ call }: Fixture, wanted: string): Promise<number | undefined> {
  const { connectedCalendars } = await call<Listed>('GET', '/v2/calendars');
  return connectedCalendars.find(({ integration }) => integration.type === wanted)?.credentialId;
}

/** The same one each time. */
async function google(fixture: Fixture): Promise<number> {
  const known = await connectionOf(fixture, GOOGLE);
  if (known !== undefined) return known;
  const path = `/v2/calendars/google/save?${new URLSearchParams(await consented(fixture)).toString()}`;
  const { status } = await fixture.wire.send({ method: 'GET', path });
  const made = await connectionOf(fixture, GOOGLE);
  if (made === undefined) throw new Error(`Google is not connected: ${status}`);
  return made;
}

export async function calendarFor(fixture: Fixture, _: Params, path: string): Promise<string> {
  if (/\/(?:credentials|disconnect)$/.test(path)) return 'apple';
  if (!/\/(?:connect|save)$/.test(path)) await google(fixture);
  return 'google';
}

export function eventOf({ calendars: { provider } }: Fixture): Promise<string> {
  const hour = { start: { dateTime: hourAhead(500, 0) }, end: { dateTime: hourAhead(500, 1) } };
  provider.events.set('meeting', { id: 'meeting', told: hour, deleted: false });
  return Promise.resolve('meeting');
}

export const feeds = ({ calendars }: Fixture): object => ({
  urls: [calendars.feeds.publish('feed', calendar())],
});
/** Checked are those that are saved. */
export async function savedFeeds(fixture: Fixture): Promise<Params> {
  await fixture.call('POST', '/v2/calendars/ics-feed/save', feeds(fixture));
  return {};
}

export const appleAccount = (): object => APPLE;

export const appleConnection = async (fixture: Fixture): Promise<object> => ({
  id: (await fixture.call('POST', '/v2/calendars/apple/credentials', APPLE)).id,
});

export const destination = async (fixture: Fixture): Promise<object> => {
  await google(fixture);
  return { integration: GOOGLE, externalId: OWN };
};

/** As a body; the addresses of the others carry it as a text. */
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

export const cameBack = (fixture: Fixture): Promise<Params> => consented(fixture);
