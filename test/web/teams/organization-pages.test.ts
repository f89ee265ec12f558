/* The page of an organization with its teams and members, in every role. */
import { formOf, mainText } from '../../clients/forms.js';
import { nextMail } from '../../delivery/mail-outbox.js';
import { memberFixture } from '../../scheduling/member-fixture.js';
import type { Page } from '../../support/browser.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';

const service = useService();
let owner: Visitor;
let member: Visitor;
let outsider: Visitor;
let orgId: number;
let path: string;
beforeAll(async () => {
  owner = await visit(service, await service.user('Olga Owner'));
  [member, outsider] = [await visit(service, await service.user('Mia Member')), await visit(service)];
  const groups = memberFixture(service);
  orgId = await groups.organization(idOf(owner), 'Harbour Clinic');
  path = `/settings/organizations/${orgId}`;
  await groups.join(orgId, idOf(owner), idOf(member));
});

const idOf = ({ user }: Visitor): number => user.account.id;
const rowsOf = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.rows > li a').map(({ text }) => text.trim());
const linksOf = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '');
const create = async (fields: { name: string; slug: string }): Promise<Page> =>
  owner.browser.submit(formOf(await owner.browser.get(`${path}/teams/new`), `${path}/teams`), fields);

test('the list of teams leads to it, and it to what its administrators manage', async () => {
  expect(linksOf(await owner.browser.get('/settings/teams'))).toContain(path);
  const page = await owner.browser.get(path);
  expect(mainText(page)).toContain('Harbour Clinic');
  expect(mainText(page)).toContain('2 members');
  expect(linksOf(page)).toEqual(
    expect.arrayContaining([`${path}/members`, `${path}/apps`, `${path}/teams/new`]),
  );
  const seen = linksOf(await member.browser.get(path));
  expect(seen.filter((link) => link.startsWith(`${path}/`))).toEqual([]);
});

test('its administrators create teams in it, and members find only their own', async () => {
  const made = await create({ name: 'Ward', slug: 'ward' });
  expect(mainText(made)).toContain('is created');
  expect(linksOf(made)).toContain(path);
  const taken = await create({ name: 'Ward again', slug: 'ward' });
  expect([taken.status, taken.root.querySelector('#slug-fault')?.text.trim()]).toEqual([
    409,
    'There is a team with this slug already. Choose another slug.',
  ]);
  expect(taken.root.querySelector('form')?.getAttribute('action')).toBe(`${path}/teams`);
  const second = await create({ name: 'Surgery', slug: '' });
  const teamId = Number(new URL(second.url).pathname.split('/').at(-1));
  expect(await service.stores.teams.teams.find({ teamId, organizationId: orgId })).toMatchObject({
    slug: 'surgery',
  });
  await memberFixture(service).join(teamId, idOf(owner), idOf(member));
  expect(rowsOf(await owner.browser.get(path))).toEqual(['Ward', 'Surgery']);
  expect(rowsOf(await member.browser.get(path))).toEqual(['Surgery']);
});

test('its teams have pages', async () => {
  const groups = memberFixture(service);
  const big = await groups.organization(idOf(owner), 'Big');
  for (let count = 0; count < 26; count += 1) await groups.team(idOf(owner), big, `Team ${count}`);
  const first = await owner.browser.get(`/settings/organizations/${big}`);
  expect([rowsOf(first).length, mainText(first)]).toEqual([25, expect.stringContaining('26 teams')]);
  const next = first.root.querySelectorAll('nav[aria-label=Pages] a').at(-1)?.getAttribute('href') ?? '';
  expect(rowsOf(await owner.browser.get(next))).toEqual(['Team 25']);
});

test('somebody is invited to it, and removed from it and its teams', async () => {
  const { user, browser } = await visit(service, await service.user('Nia New'));
  const form = formOf(await owner.browser.get(`${path}/invitations/new`), `${path}/invitations`);
  expect((await owner.browser.get(`${path}/invitations/new`)).root.querySelector('#uses')).toBeNull();
  await owner.browser.submit(form, { email: user.email });
  expect((await nextMail(service, user.email)).subject).toContain('Harbour Clinic');
  const list = await browser.get('/settings/teams');
  await browser.submit(
    await browser.get(linksOf(list).find((link) => link.startsWith('/teams/join/')) ?? ''),
    {},
    'accept',
  );
  const groups = memberFixture(service);
  await groups.join(await groups.team(idOf(owner), orgId, 'Night'), idOf(owner), user.account.id);
  const members = await owner.browser.get(`${path}/members?q=nia`);
  const page = await owner.browser.get(linksOf(members).find((link) => /members\/\d+$/.test(link)) ?? '');
  const removal = formOf(page, '/removal');
  expect(mainText(await owner.browser.ask(removal, {}))).toContain('They are removed from its teams, too.');
  expect(mainText(await owner.browser.submit(removal, {}))).toContain('\u2069 is removed.');
  expect(await service.stores.teams.ownMemberships.list(user.account.id)).toEqual([]);
});

test('members read the page alone, and outsiders nothing', async () => {
  const team = await memberFixture(service).team(idOf(outsider));
  const pages = ['', '/members', '/invitations/new', '/teams/new'];
  const statuses = async ({ browser }: Visitor) =>
    Promise.all(pages.map(async (rest) => (await browser.get(path + rest)).status));
  expect(await statuses(member)).toEqual([200, 403, 403, 403]);
  expect(await statuses(outsider)).toEqual([404, 404, 404, 404]);
  expect((await outsider.browser.get(`/settings/organizations/${team}`)).status).toBe(404);
  const csrf = (await member.browser.get('/settings/profile')).root.querySelector('[name=csrf]');
  const form = formOf(await owner.browser.get(`${path}/teams/new`), `${path}/teams`);
  const fields = { csrf: csrf?.getAttribute('value') ?? '', name: 'Theirs' };
  expect((await member.browser.submit(form, fields)).status).toBe(403);
});
