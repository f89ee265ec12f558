/* Schedules and out-of-office times in every state. */
import type { Page } from 'playwright-core';
import type { TestUser } from '../support/service.js';
import { type BrowserFixture, confirm, type PageState, signInAt } from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const PATH = '/settings/availability';
const DAY = 86_400_000;
const LONG_NAME = 'ساعات العمل '.repeat(16);

interface Own {
  readonly fixture: BrowserFixture;
  readonly user: TestUser;
  /** Of the default schedule. */
  readonly path: string;
}

async function owner(fixture: BrowserFixture): Promise<Own> {
  const user = await fixture.service.user('Ada Lovelace');
  const [schedule] = await fixture.service.stores.scheduling.schedules.list(user.account.id, {
    take: 1,
    skip: 0,
  });
  return { fixture, user, path: `${PATH}/schedules/${schedule?.id ?? 0}` };
}

async function withMuch(fixture: BrowserFixture): Promise<Own> {
  const own = await owner(fixture);
  const { schedules, absences } = fixture.service.stores.scheduling;
  const { id } = own.user.account;
  const now = fixture.service.stores.now();
  const date = (days: number): string => new Date(now + days * DAY).toISOString().slice(0, 10);
  const availability = [
    { days: ['Monday', 'Wednesday', 'Thursday', 'Friday'] as const, startTime: '09:00', endTime: '12:00' },
    { days: ['Monday', 'Friday'] as const, startTime: '13:00', endTime: '24:00' },
  ];
  const overrides = [
    { date: date(-9), startTime: '00:00', endTime: '00:00' },
    { date: date(2), startTime: '10:00', endTime: '12:00' },
    { date: date(30), startTime: '00:00', endTime: '00:00' },
  ];
  const more = { name: LONG_NAME, timeZone: 'America/Argentina/Buenos_Aires', isDefault: false };
  await schedules.create(id, { ...more, availability, overrides }, ACTOR);
  await schedules.change(id, Number(own.path.split('/').at(-1)), () => ({ availability, overrides }), ACTOR);
  const times = { start: Date.parse(date(3)), end: Date.parse(date(5)), standInId: null };
  await absences.create(id, { ...times, reason: 'vacation', notes: 'Reachable by phone. '.repeat(9) }, ACTOR);
  const part = { start: now + 40 * DAY, end: now + 41 * DAY, standInId: null };
  await absences.create(id, { ...part, reason: 'travel', notes: null }, ACTOR);
  return own;
}

const goTo = (page: Page, { fixture, user }: Own, path = PATH): Promise<void> =>
  signInAt(page, fixture, `${fixture.service.url}/sign-in?return_to=${encodeURIComponent(path)}`, user);

export const AVAILABILITY_STATES: readonly PageState[] = [
  ['availability-first', async (page, fixture) => goTo(page, await owner(fixture))],
  ['availability-much', async (page, fixture) => goTo(page, await withMuch(fixture))],
  [
    'availability-schedule',
    async (page, fixture) => {
      const own = await withMuch(fixture);
      await goTo(page, own, own.path);
      await page.getByText('Copy hours to other days').click();
      await page.getByText('Past dates').click();
    },
  ],
  [
    'availability-schedule-faults',
    async (page, fixture) => {
      const own = await owner(fixture);
      await goTo(page, own, own.path);
      const monday = page.getByRole('group', { name: 'Monday' });
      await monday.getByLabel('From').nth(1).fill('16:00');
      await monday.getByLabel('To').nth(1).fill('18:00');
      const tuesday = page.getByRole('group', { name: 'Tuesday' });
      await tuesday.getByLabel('To', { exact: true }).first().fill('08:00');
      await page.getByRole('button', { name: 'Save schedule' }).click();
      await page.getByText('Correct the marked fields').waitFor();
    },
  ],
  [
    'availability-schedule-new',
    async (page, fixture) => goTo(page, await owner(fixture), `${PATH}/schedules/new`),
  ],
  [
    'availability-schedule-removal',
    async (page, fixture) => {
      const own = await withMuch(fixture);
      await goTo(page, own, own.path);
      await page.getByRole('button', { name: 'Delete schedule' }).click();
      await page.getByText('becomes your default schedule').waitFor();
    },
  ],
  [
    'availability-date-fault',
    async (page, fixture) => {
      const own = await owner(fixture);
      await goTo(page, own, `${own.path}/dates`);
      await page.getByLabel('Date', { exact: true }).fill('2090-01-02');
      await page.getByRole('button', { name: 'Save date' }).click();
      await page.getByText('Correct the marked fields').waitFor();
    },
  ],
  [
    'availability-away-all',
    async (page, fixture) => goTo(page, await withMuch(fixture), `${PATH}/out-of-office`),
  ],
  [
    'availability-away-fault',
    async (page, fixture) => {
      await goTo(page, await owner(fixture), `${PATH}/out-of-office/new`);
      await page.getByLabel('First day').fill('2090-01-02');
      await page.getByLabel('Last day').fill('2090-01-01');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Correct the marked fields').waitFor();
    },
  ],
  [
    'availability-away',
    async (page, fixture) => {
      await goTo(page, await withMuch(fixture));
      await page.getByRole('listitem').filter({ hasText: 'Travel' }).getByRole('link').click();
      await page.getByRole('button', { name: 'Delete' }).waitFor();
    },
  ],
  [
    'availability-away-removal',
    async (page, fixture) => {
      await goTo(page, await withMuch(fixture));
      await page.getByRole('listitem').filter({ hasText: 'Vacation' }).getByRole('link').click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'Delete the out-of-office time' }).waitFor();
      await confirm(page);
      await page.getByText('was deleted').waitFor();
    },
  ],
];
