/* Event types of a team on pages: the forms of a user's own, with hosts, for the administrators of the team. */
import { newTerms } from '../../../src/scheduling/event-types/rules.js';
import { createTeamEventTypeUseCases } from '../../../src/scheduling/event-types/team-use-cases.js';
import { formOf, mainText } from '../../clients/forms.js';
import { type MemberFixture, memberFixture } from '../../scheduling/member-fixture.js';
import type { Page } from '../../support/browser.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { faultsOn, notice, send, valueOf } from './fixture.js';

const service = useService();
let groups: MemberFixture;
let owner: Visitor;
let member: Visitor;
let teamId: number;
let list: string;
beforeAll(async () => {
  groups = memberFixture(service);
  owner = await visit(service, await service.user('Olga Owner'));
  member = await visit(service, await service.user('Mia Member'));
});
beforeEach(async () => {
  teamId = await groups.team(idOf(owner), undefined, 'Front desk');
  await groups.join(teamId, idOf(owner), idOf(member));
  list = `/settings/teams/${teamId}/event-types`;
});

const idOf = ({ user }: Visitor): number => user.account.id;
const lastIn = (path: string): number => Number(path.split('/').at(-1));
const pathOf = ({ url }: Page): string => new URL(url).pathname;
const stored = (path: string) => service.stores.scheduling.teamEventTypes.find({ teamId }, lastIn(path));
const hostsOf = async (path: string) => (await stored(path))?.hosts.map(({ accountId }) => accountId);

async function create(fields: Parameters<typeof send>[3] = {}): Promise<Page> {
  const form = await owner.browser.get(`${list}/new`);
  return send(owner, form, list, { title: 'Check-up', length: '20', ...fields });
}
const created = async (fields: Parameters<typeof send>[3] = {}): Promise<string> =>
  pathOf(await create(fields));
const at = (path: string) => owner.browser.get(path);

test('an administrator creates one for all members, and the lists lead to it', async () => {
  const empty = await at(list);
  expect(mainText(empty)).toContain('The team has no event type yet');
  const page = await create({ slug: 'check-up', scheduling_type: 'collective' });
  expect(notice(page)).toContain('is created. Its link is below.');
  expect(mainText(page)).toContain('Collective, 2 hosts (all members)');
  const { eventType } = (await stored(pathOf(page))) ?? {};
  expect(eventType).toMatchObject({
    lengthInMinutes: 20,
    schedulingType: 'collective',
    assignAllTeamMembers: true,
  });
  const slug = (await service.stores.teams.teams.find({ teamId }))?.slug ?? '';
  expect(mainText(page)).toContain(`${service.url}/team/${slug}/check-up`);
  expect((await at(`/team/${slug}/check-up`)).status).toBe(200);
  const rows = (await at(list)).root
    .querySelectorAll('.rows > li a')
    .map((link) => link.getAttribute('href'));
  expect(rows).toContain(pathOf(page));
  const team = await at(`/settings/teams/${teamId}`);
  expect(team.root.querySelector(`a[href="${list}"]`)?.text).toBe('1 event type');
});

test('a refused form names its faults and keeps what was typed', async () => {
  await create({ slug: 'taken' });
  const refused = await create({ slug: 'taken', scheduling_type: 'managed' });
  expect([refused.status, faultsOn(refused)]).toEqual([
    409,
    [expect.stringContaining('The team, or a member who would get this event type, has one with this slug')],
  ]);
  expect(refused.root.querySelector('[name=scheduling_type][checked]')?.getAttribute('value')).toBe(
    'managed',
  );
  const wrong = await create({ title: '', slug: 'wrong', length: '0' });
  expect([wrong.status, faultsOn(wrong).length]).toEqual([422, 2]);
});

test('its form saves the common settings, and refuses a stale version', async () => {
  const path = await created();
  const before = await at(path);
  const saved = await send(owner, before, path, { title: 'Visit', before: '10', count_day: '3' });
  expect(notice(saved)).toContain('is saved');
  expect((await stored(path))?.eventType).toMatchObject({
    ...{ title: 'Visit', beforeEventBuffer: 10, bookingLimitsCount: { day: 3 } },
  });
  const stale = await send(owner, before, path, { title: 'Old' });
  expect([stale.status, valueOf(stale, 'title'), notice(stale)]).toEqual([
    ...[409, 'Old'],
    expect.stringContaining('changed in the meantime'),
  ]);
  expect((await stored(path))?.eventType.title).toBe('Visit');
});

test('a change from other settings than the current ones is refused by the use case', async () => {
  const useCases = createTeamEventTypeUseCases(service.stores.scheduling.teamEventTypes);
  const path = await created();
  const change = useCases.change({ teamId }, lastIn(path), { title: 'Old' }, { actor: 'test' }, 'another');
  await expect(change).rejects.toMatchObject({ status: 409, details: { property: 'version' } });
});

test('the hosts are chosen among the members, and keep what the API has set for them', async () => {
  const path = await created();
  const all = await send(owner, await at(`${path}/hosts`), '/hosts', {
    all_members: [],
    hosts: [String(idOf(member))],
  });
  expect([notice(all).trim(), await hostsOf(path)]).toEqual([
    expect.stringMatching(/^The hosts of \u2068.+\u2069 are saved\.$/),
    [idOf(member)],
  ]);
  await service.stores.scheduling.teamEventTypes.change(
    { teamId },
    lastIn(path),
    (current) => ({
      ...current,
      hosts: [{ accountId: idOf(member), mandatory: true, priority: 'high', weight: 300 }],
    }),
    { actor: 'test' },
  );
  const both = [String(idOf(owner)), String(idOf(member))];
  await send(owner, await at(`${path}/hosts`), '/hosts', { hosts: both, scheduling_type: 'collective' });
  const { eventType, hosts } = (await stored(path)) ?? {};
  expect(eventType?.schedulingType).toBe('collective');
  expect(hosts?.find(({ accountId }) => accountId === idOf(member))).toMatchObject({
    mandatory: true,
    weight: 300,
  });
  const outsider = await service.user();
  const refused = await send(owner, await at(`${path}/hosts`), '/hosts', {
    hosts: [String(outsider.account.id)],
  });
  expect([refused.status, faultsOn(refused)]).toEqual([
    422,
    [expect.stringContaining('must be the id of a member of the team')],
  ]);
  await send(owner, await at(`${path}/hosts`), '/hosts', { all_members: 'yes' });
  expect((await stored(path))?.eventType.assignAllTeamMembers).toBe(true);
});

test('a managed one is copied to its hosts, and has no link of its own', async () => {
  const path = await created({ scheduling_type: 'managed' });
  const page = await at(path);
  expect(mainText(page)).not.toContain('Public link');
  expect(mainText(await member.browser.get('/settings/event-types'))).toContain('Check-up');
  const hosts = await at(`${path}/hosts`);
  expect(
    hosts.root.querySelectorAll('[name=scheduling_type]').map((one) => one.getAttribute('value')),
  ).toEqual(['managed']);
  const changed = await send(owner, hosts, '/hosts', { scheduling_type: 'collective' });
  expect([changed.status, faultsOn(changed)]).toEqual([422, [expect.stringContaining('must stay managed')]]);
  await send(owner, hosts, '/hosts', { all_members: [], hosts: [String(idOf(owner))] });
  expect(mainText(await member.browser.get('/settings/event-types'))).not.toContain('Check-up');
});

test('its questions and private links are those of the same pages', async () => {
  const path = await created();
  await send(owner, await at(`${path}/new-question`), '/new-question', { label: 'Company' });
  const { eventType } = (await stored(path)) ?? {};
  expect(eventType?.bookingFields).toContainEqual(expect.objectContaining({ label: 'Company' }));
  expect(mainText(await at(`${path}/questions`))).toContain('Company');
  const links = await send(owner, await at(`${path}/links`), '/links', { limit: 'once' });
  expect(notice(links)).toContain('created');
  expect(mainText(await at(path))).toContain('1 private link');
  const removed = await send(owner, links, '/links/remove');
  expect([pathOf(removed), notice(removed).includes('deleted')]).toEqual([`${path}/links`, true]);
});

test('deleting it asks first, and takes the copies along', async () => {
  const path = await created({ slug: 'short-lived', scheduling_type: 'managed' });
  const form = formOf(await at(path), '/remove');
  expect(mainText(await owner.browser.ask(form, {}))).toContain(
    'The copies of its hosts will be deleted with it.',
  );
  const removed = await owner.browser.submit(form, {});
  expect([pathOf(removed), await stored(path)]).toEqual([list, undefined]);
  expect(mainText(await member.browser.get('/settings/event-types'))).not.toContain('Check-up');
  expect((await at(path)).status).toBe(404);
});

test('the list has a search and pages', async () => {
  for (let count = 0; count < 26; count += 1) {
    const terms = newTerms({ title: `Visit ${count}`, slug: `v-${count}`, lengthInMinutes: 20 });
    const input = { schedulingType: 'collective', assignAllTeamMembers: true, terms, most: 99 } as const;
    await service.stores.scheduling.teamEventTypes.create({ teamId }, input, { actor: 'test' });
  }
  const rows = ({ root }: Page) => root.querySelectorAll('.rows > li').length;
  const first = await at(list);
  const next = first.root.querySelectorAll('nav[aria-label=Pages] a').at(-1)?.getAttribute('href') ?? '';
  expect([rows(first), rows(await at(next)), rows(await at(`${list}?q=VISIT+25`))]).toEqual([25, 1, 1]);
});

test('only administrators of the team find them, each in its own team', async () => {
  const path = await created();
  const pages = [list, `${list}/new`, path, `${path}/hosts`, `${path}/questions`, `${path}/links`];
  const outsider = await visit(service);
  for (const one of pages) {
    expect((await member.browser.get(one)).status).toBe(403);
    expect((await outsider.browser.get(one)).status).toBe(404);
  }
  const csrf = async ({ browser }: Visitor) =>
    (await browser.get('/settings/profile')).root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
  const page = await at(path);
  for (const form of [
    formOf(page, path),
    formOf(page, '/remove'),
    formOf(await at(`${path}/hosts`), '/hosts'),
  ]) {
    expect((await member.browser.submit(form, { csrf: await csrf(member), title: 'Theirs' })).status).toBe(
      403,
    );
    expect((await outsider.browser.submit(form, { csrf: await csrf(outsider) })).status).toBe(404);
  }
  expect((await stored(path))?.eventType.title).toBe('Check-up');
  const other = await groups.team(idOf(owner));
  expect((await at(`/settings/teams/${other}/event-types/${lastIn(path)}`)).status).toBe(404);
  expect((await at(`/settings/event-types/${lastIn(path)}`)).status).toBe(404);
});
