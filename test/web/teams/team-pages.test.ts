/* The page of a team with real forms: create, read, change and delete it, in every role. */
import type { Role } from '../../../src/api/role.js';
import { formOf, mainText } from '../../clients/forms.js';
import type { FieldValue, Page } from '../../support/browser.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';

const TEAMS = '/settings/teams';
const ACTOR = { actor: 'test' };
type Fields = Readonly<Record<string, FieldValue>>;

let ahead = 0;
const service = useService({ clock: () => Date.now() + ahead });
let owner: Visitor;
let outsider: Visitor;
beforeAll(async () => {
  owner = await visit(service, await service.user('Olga Owner'));
  outsider = await visit(service);
});
beforeEach(() => {
  ahead = 0;
});

const stores = () => service.stores.teams;
const idIn = ({ url }: Page): number => Number(new URL(url).pathname.split('/').at(-1));
const faultOf = ({ root }: Page, id: string): string | undefined =>
  root.querySelector(`#${id}-fault`)?.text.trim();
const noticeOf = ({ root }: Page): string => root.querySelector('.notice-title')?.text ?? '';

const create = async (fields: Fields, { browser } = owner): Promise<Page> =>
  browser.submit(formOf(await browser.get(`${TEAMS}/new`), TEAMS), fields);
const path = async (fields: Fields = {}): Promise<string> =>
  new URL((await create({ name: 'Front desk', ...fields })).url).pathname;
const save = async (to: string, fields: Fields): Promise<Page> =>
  owner.browser.submit(formOf(await owner.browser.get(to), to), fields);
const stored = (to: string) => stores().teams.find({ teamId: Number(to.split('/').at(-1)) });

async function join(teamId: number, who: Visitor, role: Role): Promise<void> {
  const terms = { accountId: who.user.account.id, role, accepted: false, disableImpersonation: false };
  const made = await stores().memberships.add(teamId, owner.user.account.id, terms, ACTOR);
  if (typeof made !== 'object') throw new Error(`not added: ${String(made)}`);
  await stores().ownMemberships.agree(who.user.account.id, made.id, ACTOR);
}

test('a user creates a team, which the list leads to', async () => {
  const list = await owner.browser.get(TEAMS);
  expect(list.root.querySelector(`a[href="${TEAMS}/new"]`)?.text).toBe('Create a team');
  const made = await create({ name: 'Night shift', slug: 'Night.Shift' });
  expect([made.status, noticeOf(made)]).toEqual([
    200,
    '\u2068Night shift\u2069 is created. Invite its members next.',
  ]);
  const team = await stored(String(idIn(made)));
  expect(team).toMatchObject({ name: 'Night shift', slug: 'night.shift', settings: {} });
  const link = (await owner.browser.get(TEAMS)).root.querySelector(`a[href="${TEAMS}/${team?.id ?? 0}"]`);
  expect(link?.text).toBe('Night shift');
  expect((await stored(await path({ name: 'Zürich Süd' })))?.slug).toBe('zurich-sud');
});

test.each([
  [409, 'slug', { name: 'Again', slug: 'taken-slug' }, 'There is a team with this slug already'],
  [422, 'slug', { name: 'Wrong', slug: 'not a slug' }, 'The slug must be 1 to 100 letters and digits'],
  [422, 'name', { name: ' ', slug: '' }, 'The name must not be empty.'],
  [422, 'name', { name: 'N'.repeat(201), slug: '' }, 'The name must be at most'],
])('a new team is refused with %s at the field "%s"', async (status, field, fields, message) => {
  await create({ name: 'First', slug: 'taken-slug' });
  const refused = await create(fields);
  expect([refused.status, faultOf(refused, field)]).toEqual([status, expect.stringContaining(message)]);
  expect(refused.root.querySelector(`.error-summary a[href="#${field}"]`)).not.toBeNull();
  expect(refused.root.querySelector('#name')?.getAttribute('value')).toBe(fields.name.trim());
});

test('its owner changes what the form has, and nothing else', async () => {
  const to = await path();
  const settings = { brandColor: '#1d4ed8', bio: 'old' };
  await stores().teams.change({ teamId: Number(to.split('/').at(-1)) }, { settings }, ACTOR);
  const fields = {
    name: 'Reception',
    slug: 'reception',
    bio: '',
    timeZone: 'Europe/Lisbon',
    isPrivate: 'yes',
  };
  const saved = await save(to, fields);
  expect([saved.status, noticeOf(saved)]).toEqual([200, '\u2068Reception\u2069 is saved.']);
  expect(await stored(to)).toMatchObject({
    ...{ name: 'Reception', slug: 'reception' },
    settings: { brandColor: '#1d4ed8', timeZone: 'Europe/Lisbon', isPrivate: true },
  });
  expect((await stored(to))?.settings.bio).toBeUndefined();
  await save(to, { timeZone: '' });
  expect((await stored(to))?.settings.timeZone).toBeUndefined();
});

test('a refused value is named at its field, and the slug of another team stays with it', async () => {
  await create({ name: 'Other', slug: 'of-another' });
  const to = await path();
  const wrong = await save(to, {
    name: 'Kept',
    logoUrl: 'http://pictures.example/a.png',
    timeZone: 'Moon/Base',
  });
  expect([wrong.status, wrong.root.querySelector('#name')?.getAttribute('value')]).toEqual([422, 'Kept']);
  expect(faultOf(wrong, 'logoUrl')).toBe(
    'The address of the picture must be an https URL without user name and password.',
  );
  expect(faultOf(wrong, 'timeZone')).toContain('The time zone must be a time zone');
  const taken = await save(to, { slug: 'of-another' });
  expect([taken.status, faultOf(taken, 'slug')]).toEqual([
    409,
    'There is a team with this slug already. Choose another slug.',
  ]);
  expect((await stored(to))?.name).toBe('Front desk');
});

test('a form that was shown before another change is refused once, with what was typed', async () => {
  const to = await path();
  const early = formOf(await owner.browser.get(to), to);
  await save(to, { bio: 'Changed elsewhere' });
  const refused = await owner.browser.submit(early, { name: 'Mine' });
  expect([refused.status, noticeOf(refused)]).toEqual([409, expect.stringContaining('changed elsewhere')]);
  expect(await stored(to)).toMatchObject({ name: 'Front desk', settings: { bio: 'Changed elsewhere' } });
  expect(noticeOf(await owner.browser.submit(formOf(refused, to), {}))).toContain('is saved');
  expect((await stored(to))?.name).toBe('Mine');
});

test('of two changes from the same team one is refused by the store', async () => {
  const to = await path();
  const from = await stored(to);
  if (from === undefined) throw new Error('there is no team');
  const changes = ['one', 'two'].map((name) =>
    stores().teams.change({ teamId: from.id }, { name, settings: {} }, ACTOR, from),
  );
  const outcomes = await Promise.all(changes);
  expect(outcomes.filter((one) => one === 'outdated')).toHaveLength(1);
  expect(outcomes.filter((one) => typeof one === 'object')).toHaveLength(1);
  const none = { ...from, id: 999_999 };
  expect(
    await stores().teams.change({ teamId: none.id }, { name: 'x', settings: {} }, ACTOR, none),
  ).toBeUndefined();
});

test('deleting it asks first, says what follows, and needs a recent sign-in', async () => {
  const to = await path({ name: 'Short lived' });
  const teamId = Number(to.split('/').at(-1));
  const member = await visit(service);
  await join(teamId, member, 'member');
  const form = formOf(await owner.browser.get(to), `${to}/removal`);
  const question = await owner.browser.ask(form, {});
  expect(mainText(question)).toContain('2 members can no longer be booked through the team.');
  expect(mainText(question)).toContain('It has no upcoming booking.');
  ahead = 11 * 60_000;
  const asked = await owner.browser.submit(form, {});
  expect([asked.root.querySelector('h1')?.text, await stored(to)]).toEqual([
    'Confirm it is you',
    expect.objectContaining({ name: 'Short lived' }),
  ]);
  ahead = 0;
  const removed = await owner.browser.submit(form, {});
  expect([new URL(removed.url).pathname, noticeOf(removed)]).toEqual([
    TEAMS,
    expect.stringMatching(/^\u2068.+\u2069 is deleted\. Its bookings stay\.$/),
  ]);
  expect(await stored(to)).toBeUndefined();
  expect((await owner.browser.get(to)).status).toBe(404);
});

test('a team that owns applications is not deleted, and the page names them', async () => {
  const to = await path({ name: 'Keeper' });
  const { clientId } = await service.client(
    { name: 'Acme Sync' },
    { ownerId: owner.user.account.id, approved: false },
  );
  const teamId = Number(to.split('/').at(-1));
  await service.stores.clients.records.transfer(clientId, owner.user.account.id, { teamId }, ACTOR);
  const refused = await owner.browser.submit(formOf(await owner.browser.get(to), `${to}/removal`), {});
  expect([refused.status, noticeOf(refused)]).toEqual([409, expect.stringContaining('Acme Sync')]);
  expect(await stored(to)).toBeDefined();
});

test.each([
  ['member', [200, false, 403, 403]],
  ['admin', [200, false, 403, 403]],
  ['owner', [200, true, 200, 200]],
  [undefined, [404, false, 404, 404]],
] as const)(
  'the role %s sees of a team, changes of it and deletes what the API allows',
  async (role, expected) => {
    const to = await path({ name: 'Roles' });
    const visitor = role === undefined ? outsider : await visit(service);
    if (role !== undefined) await join(Number(to.split('/').at(-1)), visitor, role);
    const page = await visitor.browser.get(to);
    const forms = await owner.browser.get(to);
    const csrf = (await visitor.browser.get('/settings/profile')).root.querySelector('[name=csrf]');
    const own = { csrf: csrf?.getAttribute('value') ?? '' };
    const changed = await visitor.browser.submit(formOf(forms, to), { ...own, bio: 'By them' });
    const removed = await visitor.browser.submit(formOf(forms, `${to}/removal`), own);
    const hasForm = page.root.querySelector(`form[action="${to}"]`) !== null;
    expect([page.status, hasForm, changed.status, removed.status]).toEqual(expected);
    expect((await stored(to)) === undefined).toBe(role === 'owner');
  },
);

test('an invitation is not a membership, and an address that names no team is 404', async () => {
  const to = await path();
  const invited = await visit(service);
  const terms = { role: 'admin' as const, accepted: false, disableImpersonation: false };
  const input = { accountId: invited.user.account.id, ...terms };
  await stores().memberships.add(Number(to.split('/').at(-1)), owner.user.account.id, input, ACTOR);
  const pages = [to, `${TEAMS}/0`, `${TEAMS}/x`, `${TEAMS}/99999999999`].map((one) =>
    invited.browser.get(one),
  );
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('administrators of an organization own its teams, and members see where it belongs', async () => {
  const made = await stores().teams.createOrganization(
    owner.user.account.id,
    { name: 'Harbour Clinic', slug: 'harbour' },
    ACTOR,
  );
  if (typeof made !== 'object') throw new Error('no organization was made');
  const terms = { name: 'Ward', slugs: ['ward'], settings: {}, accepted: true, most: 10 };
  const team = await stores().teams.create(
    owner.user.account.id,
    { organizationId: made.id, ...terms },
    ACTOR,
  );
  if (typeof team !== 'object') throw new Error('no team was made');
  const admin = await visit(service);
  await join(made.id, admin, 'admin');
  const page = await admin.browser.get(`${TEAMS}/${team.id}`);
  expect([page.status, page.root.querySelector(`form[action="${TEAMS}/${team.id}"]`)]).toEqual([
    200,
    expect.anything(),
  ]);
  expect(mainText(page)).toContain('Harbour Clinic');
  expect(mainText(page)).toContain(`${service.url}/org/harbour/team/ward`);
  expect((await outsider.browser.get(`${TEAMS}/${team.id}`)).status).toBe(404);
  expect((await admin.browser.get(`${TEAMS}/${made.id}`)).status).toBe(404);
});
