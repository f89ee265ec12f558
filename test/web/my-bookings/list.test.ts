/* `/settings/bookings`: tabs, days, filters and pages of a user's bookings. */
import { randomUUID } from 'node:crypto';
import { ahead, attendee, type Fixture, openFixture } from '../../scheduling/bookings/booking-fixture.js';
import { type Browser, createBrowser, type Page } from '../../support/browser.js';
import { statementsOfPage } from '../../support/costs.js';

const LIST = '/settings/bookings';
const ALWAYS = { type: 'always', blockUnconfirmedBookingsInBooker: true } as const;

let fixture: Fixture;
let host: Browser;
beforeAll(async () => {
  fixture = await openFixture();
  host = await signedIn(fixture.hostUser);
});
afterAll(() => fixture.close());

async function signedIn(user: Fixture['hostUser']): Promise<Browser> {
  const browser = createBrowser(fixture.service.url);
  await browser.signIn(user);
  return browser;
}

const plain = (text = ''): string => text.replaceAll(/\s+/g, ' ').trim();
const rowsOn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.booking-row').map(({ text }) => plain(text));
const daysOn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.booking-day h2').map(({ text }) => plain(text));
const titlesOn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.booking-row a').map(({ text }) => text);
const linksOn = ({ root }: Page, within: string): readonly string[] =>
  root.querySelectorAll(`${within} a`).map(({ text }) => text);

/** Account, page with its total, its bookings, teams, event types, what waits. */
const STATEMENTS = 6;

const statementsFor = async (browser: Browser, path: string): Promise<number> =>
  (await statementsOfPage(fixture.service, () => browser.get(path))).length;

async function titled(title: string, change: object = {}, type: object = {}) {
  const eventType = await fixture.eventType({ title, customName: title, ...type });
  return { eventType, booking: await fixture.booked(eventType, change) };
}

describe('the list of bookings', () => {
  test('shows by day, in the time zone of the account, who comes, where and in which state', async () => {
    await fixture.service.stores.scheduling.profiles.changeProfile(
      fixture.host.id,
      { timeZone: 'Pacific/Auckland', timeFormat: 12 },
      { actor: 'test' },
    );
    const locations = [{ type: 'address', address: '12 Harbour Street', public: true }] as const;
    const start = ahead(7, '20:00');
    await titled('Visit', { start }, { locations: [...locations], confirmationPolicy: ALWAYS });
    const page = await host.get(LIST);
    const day = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Pacific/Auckland',
      ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    }).format(new Date(start));
    expect(daysOn(page)).toEqual([day]);
    expect(rowsOn(page)[0]).toMatch(
      /^(8|9):00 – (9|10):00 am ?Visit ?Grace Hopper · 12 Harbour Street ?Waiting for confirmation$/,
    );
    expect(page.html).toContain('Times are in Pacific/Auckland.');
  });

  test('has the tabs of the API, each with its bookings', async () => {
    const { booking: waiting } = await titled(
      'Tab waiting',
      { start: ahead(8) },
      { confirmationPolicy: ALWAYS },
    );
    const { booking: cancelled } = await titled('Tab cancelled', { start: ahead(9) });
    await fixture.post(`/v2/bookings/${cancelled.uid}/cancel`);
    const recurrence = { interval: 1, occurrences: 2, frequency: 'weekly' } as const;
    await titled('Tab recurring', { start: ahead(10) }, { recurrence });
    const tabs = { upcoming: 3, unconfirmed: 1, recurring: 2, past: 0, cancelled: 1 };
    for (const [tab, count] of Object.entries(tabs)) {
      const page = await host.get(`${LIST}?tab=${tab}`);
      expect([tab, titlesOn(page).filter((title) => title.startsWith('Tab')).length]).toEqual([tab, count]);
    }
    const page = await host.get(`${LIST}?tab=unconfirmed`);
    expect(page.root.querySelector('.filters [aria-current=page]')?.text).toBe('Waiting for confirmation');
    expect(page.root.querySelector('.navigation .waiting')?.text).toBe('2 waiting');
    const to = page.root.querySelectorAll('.booking-row a').map((link) => link.getAttribute('href'));
    expect(to).toContain(`${LIST}/${waiting.uid}`);
  });

  test('finds an attendee by name or address, and bookings of one event type', async () => {
    const email = `ada-${randomUUID()}@example.net`;
    const { eventType } = await titled('Found', {
      start: ahead(11),
      attendee: { ...attendee, name: 'Maud Menten', email },
    });
    const query = (name: string, value: string) =>
      `${LIST}?${new URLSearchParams({ [name]: value }).toString()}`;
    for (const address of [
      query('attendee', 'maud menten'),
      query('attendee', email.toUpperCase()),
      query('eventType', String(eventType.id)),
    ])
      expect(titlesOn(await host.get(address))).toEqual(['Found']);
    const none = await host.get(query('attendee', 'nobody@example.net'));
    expect(none.root.querySelector('.card h2')?.text).toBe('No booking matches');
    expect(none.root.querySelector('.filter [value="nobody@example.net"]')).not.toBeNull();
  });

  test('has pages of 25, and the last one for a page that is not there', async () => {
    const member = await fixture.member({ proven: true });
    const eventType = await fixture.eventType({ title: 'Paged', customName: 'Paged' });
    for (let at = 0; at < 27; at += 1)
      await fixture.booked(eventType, {
        start: ahead(20 + at),
        attendee: { ...attendee, email: member.email },
      });
    const browser = await signedIn(member);
    const first = await browser.get(LIST);
    expect([rowsOn(first).length, linksOn(first, 'nav[aria-label=Pages]')]).toEqual([25, ['Next page']]);
    expect(first.html).toContain('27 bookings.');
    const second = await browser.get(`${LIST}?page=2`);
    expect([rowsOn(second).length, linksOn(second, 'nav[aria-label=Pages]')]).toEqual([2, ['Previous page']]);
    expect((await browser.get(`${LIST}?page=99`)).url).toBe(second.url);
    for (const page of [1, 2]) expect(await statementsFor(browser, `${LIST}?page=${page}`)).toBe(STATEMENTS);
  });

  test('is a user’s own: what they host or attend under a verified address', async () => {
    const [member, unproven] = [
      await fixture.member({ proven: true }),
      await fixture.member({ proven: false }),
    ];
    for (const { email } of [member, unproven])
      await titled('Attended', {
        start: ahead(email === member.email ? 60 : 61),
        attendee: { ...attendee, email },
      });
    const page = await (await signedIn(member)).get(LIST);
    expect(rowsOn(page)).toEqual([expect.stringMatching(/Attended ?Ada Lovelace · You attend ?Confirmed$/)]);
    const empty = await (await signedIn(unproven)).get(LIST);
    expect([rowsOn(empty), empty.root.querySelector('.card h2')?.text]).toEqual([[], 'No bookings ahead']);
    expect(empty.root.querySelector('.card a')?.text).toBe(
      `${fixture.service.url}/${unproven.account.username}`,
    );
  });
});

test('administrators see all bookings of their team, where they choose it, also in a closed organization', async () => {
  const { stores } = fixture.service;
  const boss = await fixture.service.user('Olga Owner');
  const slug = (): string => `team-${randomUUID()}`;
  const organization = await stores.teams.teams.createOrganization(
    boss.account.id,
    { name: 'Harbour Clinic', slug: slug() },
    { actor: 'test' },
  );
  const organizationId = typeof organization === 'object' ? organization.id : 0;
  const team = await stores.teams.teams.create(
    boss.account.id,
    { organizationId, name: 'Front desk', slugs: [slug()], settings: {}, accepted: true, most: 9 },
    { actor: 'test' },
  );
  const teamId = typeof team === 'object' && 'id' in team ? team.id : 0;
  // Only listed applications may act in it; the pages of the service are none.
  await fixture.service.backend
    .db('team')
    .where({ id: organizationId })
    .update({ only_listed_clients: true });
  const { booking, eventType } = await titled('Of the team', { start: ahead(90) });
  await fixture.service.backend
    .db('event_type')
    .where({ id: eventType.id })
    .update({ team_id: teamId, owner_id: null, scheduling_type: 'collective' });
  const browser = await signedIn(boss);
  expect(rowsOn(await browser.get(LIST))).toEqual([]);
  const page = await browser.get(`${LIST}?team=${teamId}`);
  expect(rowsOn(page)).toEqual([expect.stringContaining('Host: Ada Lovelace')]);
  expect(page.root.querySelector('[name=team] [selected]')?.text).toBe('Front desk');
  expect((await browser.get(`${LIST}/${booking.uid}`)).status).toBe(200);
  const cancelled = await browser.submit(await browser.get(`${LIST}/${booking.uid}/cancel`), {});
  expect(cancelled.root.querySelector('.badge')?.text).toBe('Cancelled');
});
