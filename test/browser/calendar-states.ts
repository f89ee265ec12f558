/* Connected calendars in every state: none, some, a failing one, a revoked one. */
import type { Page } from 'playwright-core';
import type { NewConnection } from '../../src/scheduling/calendars/store.js';
import type { TestUser } from '../support/service.js';
import { signInAt, type PageState, type BrowserFixture } from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const PATH = '/settings/calendars';
const LONG_NAME = `A calendar with ${'a rather long name, '.repeat(8)}and no end`;

const calendar = (name: string, change: object = {}) => ({
  ...{ externalId: name, name, primary: false, readOnly: false },
  ...change,
});

const google = (identity: string): NewConnection => ({
  kind: 'google',
  identity,
  sealedAccess: 'sealed',
  calendars: [
    calendar('Ada', { primary: true }),
    calendar('Holidays', { readOnly: true }),
    calendar('\u05e2\u05d1\u05d5\u05d3\u05d4'),
  ],
});

async function connected({ service }: BrowserFixture, { account }: TestUser): Promise<void> {
  const {
    scheduling: { calendars, calendarSync, calendarCredentials },
  } = service.stores;
  const connection = await calendars.connect(account.id, google(account.email), ACTOR);
  const [failing] = connection?.calendars ?? [];
  const since = new Date(Date.now() - 1_800_000);
  await calendarSync.saveFailure(failing?.id ?? 0, 'the calendar asks to come back later', since);
  const feeds = [calendar(LONG_NAME, { readOnly: true })];
  await calendars.connect(
    account.id,
    { kind: 'ics', identity: 'feeds', sealedAccess: 'sealed', calendars: feeds },
    ACTOR,
  );
  const revoked = await calendars.connect(account.id, google('old@example.com'), ACTOR);
  await calendarCredentials.invalidate(revoked?.id ?? 0, 'sealed', new Date(Date.now() - 7_200_000));
  await calendars.choose(account.id, { kind: 'google', externalId: 'Ada' }, ACTOR);
}

async function opened(page: Page, fixture: BrowserFixture, user: TestUser): Promise<void> {
  const url = `${fixture.service.url}/sign-in?return_to=${encodeURIComponent(PATH)}`;
  await signInAt(page, fixture, url, user);
}

export const CALENDAR_STATES: readonly PageState[] = [
  ['calendars-none', async (page, fixture) => opened(page, fixture, await fixture.service.user())],
  [
    'calendars-in-every-state',
    async (page, fixture) => {
      const user = await fixture.service.user('Ada Lovelace');
      await connected(fixture, user);
      await opened(page, fixture, user);
    },
  ],
  [
    'calendars-feed-refused',
    async (page, fixture) => {
      await opened(page, fixture, await fixture.service.user());
      await page.fill('[name=urls]', 'https://\nftp://example.com/calendar.ics');
      await page.click('text=Add feeds');
      await page.waitForSelector('.fault');
    },
  ],
];
