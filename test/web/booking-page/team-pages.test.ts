/* The pages of teams: on their own and in an organization, as the public lists and bookings name them. */
import { createBrowser } from '../../support/browser.js';
import { statementsOfPage } from '../../support/costs.js';
import { hosts, openTeamFixture, type TeamFixture } from '../../scheduling/team-fixture.js';
import { heading, linkTo, noticeOn } from './booking-fixture.js';

const ACTOR = { actor: 'test' };

let fixture: TeamFixture;
let path: string;
beforeAll(async () => {
  fixture = await openTeamFixture();
  path = `/org/harbour/team/${fixture.teamSlug}`;
});
afterAll(() => fixture.close());

const roundRobin = ({ ben, cleo }: TeamFixture, more: object = {}) =>
  fixture.createEventType({ schedulingType: 'roundRobin', hosts: hosts(ben, cleo), ...more });

test('a round robin of a team is found, chosen and booked with one of its hosts', async () => {
  await roundRobin(fixture, { title: 'Team talk', slug: 'team-talk' });
  await fixture.createEventType({
    title: 'Managed talk',
    schedulingType: 'managed',
    hosts: hosts(fixture.ben),
  });
  const browser = createBrowser(fixture.service.url);
  const team = await browser.get(path);
  expect([heading(team), team.html.includes('Managed talk')]).toEqual(['Desk', false]);
  const month = await browser.get(`${linkTo(team, 'Team talk')}?timeZone=UTC`);
  expect(month.root.querySelector('dl')?.text).toContain('With one ofBen Franklin, Cleo Patra');
  const day = await browser.get(month.root.querySelector('.month a')?.getAttribute('href') ?? '');
  const form = await browser.get(day.root.querySelector('.times a')?.getAttribute('href') ?? '');
  const booked = await browser.submit(form, { name: 'Grace', email: 'grace@example.net' });
  expect(noticeOn(booked)).toBe('Booked');
  expect(booked.root.querySelector('dl')?.text).toMatch(/With(Ben Franklin|Cleo Patra)/);
});

test('a month of a team costs five statements', async () => {
  await roundRobin(fixture, { slug: 'costs' });
  const browser = createBrowser(fixture.service.url);
  const asked = await statementsOfPage(fixture.service, () => browser.get(`${path}/costs?timeZone=UTC`));
  expect(asked).toHaveLength(5);
});

test('a private team names no hosts', async () => {
  await roundRobin(fixture, { slug: 'quiet' });
  const { teams } = fixture.service.stores.teams;
  const group = { teamId: fixture.teamId };
  await teams.change(group, { settings: { isPrivate: true } }, ACTOR);
  const page = await createBrowser(fixture.service.url).get(`${path}/quiet`);
  await teams.change(group, { settings: { isPrivate: null } }, ACTOR);
  expect([page.status, page.html.includes('Ben Franklin')]).toEqual([200, false]);
});

test('a team on its own has an address without an organization, and no other team has it', async () => {
  const input = { organizationId: undefined, name: 'Crew', slugs: ['crew'], settings: {} };
  await fixture.service.stores.teams.teams.create(
    fixture.ada.id,
    { ...input, accepted: true, most: 9 },
    ACTOR,
  );
  const browser = createBrowser(fixture.service.url);
  const statuses = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (one) => (await browser.get(one)).status));
  expect(await statuses(['/team/crew', path])).toEqual([200, 200]);
  const others = [`/team/${fixture.teamSlug}`, '/org/harbour/team/crew', '/team/harbour', '/org/harbour'];
  expect(await statuses(others)).toEqual([404, 404, 404, 404]);
});
