/* `/settings/organizations/:id/apps`: what members gave applications, its end for all, and which are admitted. */
import { createBrowser } from '../../support/browser.js';
import type { Browser, Page } from '../../support/browser.js';
import { authorizeUrl, exchange, me, refresh, revoke, visit } from '../../support/oauth.js';
import type { Tokens, Visitor } from '../../support/oauth.js';
import { type TestClient, useService } from '../../support/service.js';
import { formOf, mainText } from '../../clients/forms.js';
import { memberFixture, type MemberFixture } from '../../scheduling/member-fixture.js';

const SCOPE = 'PROFILE_READ TEAM_PROFILE_READ ORG_PROFILE_READ';

const service = useService();
let groups: MemberFixture;
let client: TestClient;
let olga: Visitor;
let max: Visitor;

beforeAll(async () => {
  groups = memberFixture(service);
  client = await registered('Acme Sync');
  [olga, max] = [await visit(service), await visit(service)];
});

const registered = (name: string): Promise<TestClient> =>
  service.client({ name, scopes: ['PROFILE_READ', 'TEAM_PROFILE_READ', 'ORG_PROFILE_READ'] });

const idOf = ({ user }: Visitor): number => user.account.id;
const pathOf = (organization: number): string => `/settings/organizations/${organization}/apps`;
const cards = (page: Page): readonly string[] =>
  page.root.querySelectorAll('.cards h3').map(({ text }) => text);

interface Group {
  readonly id: number;
  readonly team: number;
  readonly path: string;
}

/** Of Olga, with Max as a member of its one team. */
async function organization(name = 'Harbour Clinic'): Promise<Group> {
  const id = await groups.organization(idOf(olga), name);
  const team = await groups.team(idOf(olga), id, 'Front desk');
  await groups.join(id, idOf(olga), idOf(max));
  await groups.join(team, idOf(olga), idOf(max));
  return { id, team, path: pathOf(id) };
}

type Choice = Readonly<Record<string, string | readonly string[]>>;

async function allowedCode({ browser }: Visitor, choice: Choice, by: TestClient, scope = SCOPE) {
  const page = await browser.get(authorizeUrl(service, by, { scope }));
  const { left, root } = await browser.submit(page, choice, 'allow');
  const code = left?.searchParams.get('code');
  if (!code) throw new Error(`no code: ${root.text}`);
  return code;
}

async function allowed(visitor: Visitor, choice: Choice = {}, by = client, scope = SCOPE): Promise<Tokens> {
  return (await exchange(service, by, await allowedCode(visitor, choice, by, scope))).body;
}

const team = async (tokens: Tokens, id: number): Promise<string> => {
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const response = await fetch(`${service.url}/v2/teams/${id}`, { headers });
  const { error } = (await response.json()) as { readonly error?: { readonly code: string } };
  return error === undefined ? String(response.status) : `${response.status} ${error.code}`;
};

const send = async (
  browser: Browser,
  path: string,
  form: string,
  fields: Readonly<Record<string, string>>,
): Promise<Page> => browser.submit(formOf(await browser.get(path), `${path}/${form}`), fields);

const audit = async (action: string) =>
  (await service.stores.events.audit.list(undefined, 10_000)).filter((entry) => entry.action === action);

describe('the page', () => {
  test('is visible only to owners and administrators', async () => {
    const { id, path } = await organization();
    const [admin, nonMember] = [await visit(service), await visit(service)];
    await groups.join(id, idOf(olga), idOf(admin), { role: 'admin' });
    const statuses = [];
    for (const { browser } of [olga, admin, max, nonMember]) statuses.push((await browser.get(path)).status);
    expect(statuses).toEqual([200, 200, 404, 404]);
    for (const name of ['x', '0', '99999999999', '2000000000'])
      expect((await olga.browser.get(`/settings/organizations/${name}/apps`)).status).toBe(404);
  });

  test('does not exist for a team, and asks a signed-out visitor to sign in', async () => {
    const { team: id, path } = await organization();
    expect((await olga.browser.get(pathOf(id))).status).toBe(404);
    const page = await createBrowser(service.url).get(path);
    expect(page.url).toContain(`/sign-in?return_to=${encodeURIComponent(path)}`);
  });

  test('is linked from the teams page of managers, and not of members', async () => {
    const { path } = await organization();
    expect((await olga.browser.get('/settings/teams')).html).toContain(`href="${path}"`);
    expect((await max.browser.get('/settings/teams')).html).not.toMatch(/organizations\/\d+\/apps/);
  });

  test('says so when no application is in use', async () => {
    const { path } = await organization();
    expect(mainText(await olga.browser.get(path))).toContain('No application is in use');
  });

  test('lists the permissions of each member, without those outside the organization', async () => {
    const { path, team: useCases } = await organization();
    const own = await groups.team(idOf(max), undefined, 'Private band');
    await allowed(max, { team_choice: 'chosen', team: [String(useCases), String(own)] });
    const page = await olga.browser.get(path);
    expect(cards(page)).toEqual(['Acme Sync']);
    const text = mainText(page);
    expect(text).toContain(max.user.email);
    expect(text).toContain('See your teams and their profiles');
    expect(text).toContain('Front desk');
    for (const other of ['Private band', 'See your profile']) expect(text).not.toContain(other);
    await service.stores.teams.teams.remove({ teamId: own }, { actor: 'test' });
  });

  test.each<readonly [string, Choice, boolean]>([
    ['one of all teams', {}, true],
    ['one of teams elsewhere', { team_choice: 'chosen', scope: ['TEAM_PROFILE_READ'] }, false],
    ['one of another organization', { scope: ['ORG_PROFILE_READ'] }, false],
    ['one of this organization', { scope: ['ORG_PROFILE_READ'] }, true],
    ['one of the user’s own resources', { scope: ['PROFILE_READ'] }, false],
  ])('lists %s or not', async (name, choice, isThere) => {
    const owner = await visit(service);
    const [id, other] = [await groups.organization(idOf(owner)), await groups.organization(idOf(owner))];
    await groups.team(idOf(owner), id);
    const elsewhere = await groups.team(idOf(owner));
    const grantedOrganization = name.includes('another') ? other : id;
    const where = choice.team_choice === 'chosen' ? { team: [String(elsewhere)] } : {};
    const picked = name.includes('organization') ? { organization: String(grantedOrganization) } : {};
    await allowed(owner, { ...choice, ...where, ...picked });
    expect(cards(await owner.browser.get(pathOf(id)))).toEqual(isThere ? ['Acme Sync'] : []);
  });

  test('lists applications with access to bookings of teams only for administrators', async () => {
    const { id, path, team } = await organization();
    const client = await service.client({ name: 'Day Planner', scopes: ['BOOKING_READ'] });
    const [lead, plain] = [await visit(service), await visit(service)];
    for (const visitor of [lead, plain]) await groups.join(id, idOf(olga), idOf(visitor));
    await groups.join(team, idOf(olga), idOf(lead), { role: 'admin' });
    await groups.join(team, idOf(olga), idOf(plain));
    for (const visitor of [plain, lead]) await allowed(visitor, {}, client, 'BOOKING_READ');
    const text = mainText(await olga.browser.get(path));
    expect(text).toContain(lead.user.email);
    expect(text).toContain('See your bookings and those of teams you administer');
    expect(text).not.toContain(plain.user.email);
  });

  test('follows memberships: grants appear when a member joins and disappear when they leave', async () => {
    const { id, team: useCases, path } = await organization();
    const joiner = await visit(service);
    await allowed(joiner);
    expect(mainText(await olga.browser.get(path))).not.toContain(joiner.user.email);
    const membership = await groups.join(id, idOf(olga), idOf(joiner));
    await groups.join(useCases, idOf(olga), idOf(joiner));
    expect(mainText(await olga.browser.get(path))).toContain(joiner.user.email);
    await groups.leave(id, idOf(olga), membership);
    expect(mainText(await olga.browser.get(path))).not.toContain(joiner.user.email);
  });

  test('omits grants that the user or the application has ended', async () => {
    const { path } = await organization();
    const own = await registered('Ended Soon');
    const [first, second] = [await allowed(max, {}, own), await allowed(max, {}, own)];
    expect(cards(await olga.browser.get(path))).toContain('Ended Soon');
    await revoke(service, own, first.refresh_token);
    const apps = await max.browser.get('/settings/apps');
    await max.browser.submit(apps, { installation: second.access_token.slice(4, 26) });
    expect(cards(await olga.browser.get(path))).not.toContain('Ended Soon');
  });

  test('has several pages when there are many', async () => {
    const owner = await visit(service);
    const id = await groups.organization(idOf(owner));
    const one = await allowed(owner, {}, client, 'ORG_PROFILE_READ');
    const {
      authorization: { grantedResources },
      artifacts,
    } = service.stores;
    const family = await artifacts.read('family', one.access_token.slice(4, 26));
    const expiresAt = Date.now() + 3_600_000;
    for (let at = 0; at < 60; at += 1) {
      const familyId = `many-${String(at).padStart(17, '0')}`;
      await artifacts.create('family', familyId, {
        version: `v${'0'.repeat(16)}`,
        value: family?.value ?? '',
        expiresAt,
      });
      const groups = { teams: [], organizations: 'all' } as const;
      const who = { accountId: idOf(owner), clientId: client.clientId, endsAt: new Date(expiresAt) };
      await grantedResources.index({ familyId, ...who, ...groups });
    }
    const first = await owner.browser.get(pathOf(id));
    const people = (page: Page) => page.root.querySelectorAll('.stacked > li').length;
    const next = first.root.querySelectorAll('nav a').find(({ text }) => text === 'More applications');
    const second = await owner.browser.get(next?.getAttribute('href') ?? '');
    expect([people(first), people(second)]).toEqual([50, 11]);
    expect(mainText(second)).toContain('First page');
    const done = await send(owner.browser, pathOf(id), 'removals', { client_id: client.clientId });
    expect(cards(done)).toEqual([]);
    expect((await me(service, one.access_token)).status).toBe(401);
  });
});

describe('revoking an application for all members', () => {
  test('ends an authorization whose code waits, which the page shows as not connected yet', async () => {
    const { path } = await organization();
    const own = await registered('Waiting For Its Code');
    const code = await allowedCode(max, {}, own);
    const page = await olga.browser.get(path);
    expect(cards(page)).toContain('Waiting For Its Code');
    expect(mainText(page)).toContain('Not connected yet');
    await send(olga.browser, path, 'removals', { client_id: own.clientId });
    expect((await exchange(service, own, code)).body.error).toBe('invalid_grant');
  });

  test('ends each grant at once, is recorded, and ends no other grant', async () => {
    const { id, path } = await organization();
    const [own, nonMember] = [await registered('Ended By Owner'), await visit(service)];
    const [first, second] = [await allowed(max, {}, own), await allowed(olga, {}, own)];
    const kept = [await allowed(nonMember, {}, own), await allowed(max)];
    const done = await send(olga.browser, path, 'removals', { client_id: own.clientId });
    expect(mainText(done)).toContain('no longer has access through any member');
    for (const tokens of [first, second]) {
      expect((await me(service, tokens.access_token)).status).toBe(401);
      expect((await refresh(service, own, tokens.refresh_token)).body.error).toBe('invalid_grant');
    }
    for (const { access_token } of kept) expect((await me(service, access_token)).status).toBe(200);
    const entries = (await audit('grant.revoked')).filter(({ facts }) => facts['organization'] === id);
    expect(entries.map(({ actor, facts }) => [actor, facts['accountId'], facts['endedBy']]).sort()).toEqual(
      [idOf(max), idOf(olga)].sort().map((by) => [`account:${idOf(olga)}`, by, 'organization']),
    );
  });

  test('is refused to members and to other organizations', async () => {
    const [{ path }, other] = [await organization(), await organization('Second')];
    const own = await registered('Not Theirs');
    const tokens = await allowed(max, {}, own);
    const form = formOf(await olga.browser.get(path), `${path}/removals`);
    const theirs = await max.browser.get('/settings/apps');
    const csrf = theirs.root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
    const refused = await max.browser.submit(form, { client_id: own.clientId, csrf });
    expect(refused.status).toBe(404);
    const alone = await visit(service);
    const elsewhere = await groups.organization(idOf(alone));
    await send(alone.browser, pathOf(elsewhere), 'admissions', { client_id: own.clientId });
    expect((await me(service, tokens.access_token)).status).toBe(200);
    expect((await olga.browser.get(other.path)).status).toBe(200);
  });
});

describe('the admission policy', () => {
  test('admits every approved application, or only listed ones: then others lose access at once', async () => {
    const { id, team: useCases, path } = await organization();
    const listed = await registered('On The List');
    const [kept, lost] = [await allowed(max, {}, listed), await allowed(max)];
    await send(olga.browser, path, 'admissions', { client_id: ` ${listed.clientId} ` });
    const saved = await send(olga.browser, path, 'policy', { policy: 'listed' });
    expect(saved.root.querySelector('input[name=policy][checked]')?.getAttribute('value')).toBe('listed');
    expect(mainText(saved)).toContain('Not on the list: it has no access to the organization');
    expect([await team(kept, useCases), await team(lost, useCases)]).toEqual([
      '200',
      '403 CLIENT_NOT_ADMITTED',
    ]);
    expect((await me(service, lost.access_token)).status).toBe(200);

    const fromUse = await send(olga.browser, path, 'admissions', { client_id: client.clientId });
    expect(mainText(fromUse)).toContain('Remove Acme Sync from the list');
    expect(await team(lost, useCases)).toBe('200');
    await send(olga.browser, path, 'dismissals', { client_id: listed.clientId });
    expect(await team(kept, useCases)).toBe('403 CLIENT_NOT_ADMITTED');
    await send(olga.browser, path, 'policy', { policy: 'every' });
    expect(await team(kept, useCases)).toBe('200');

    const changes = [
      ...(await audit('organization.admission_changed')),
      ...(await audit('organization.client_admitted')),
      ...(await audit('organization.client_dismissed')),
    ].filter(({ subject }) => subject === `team:${id}`);
    expect(changes.map(({ facts }) => facts['policy'] ?? facts['clientId'])).toEqual([
      'listed',
      'every',
      listed.clientId,
      client.clientId,
      listed.clientId,
    ]);
    expect(new Set(changes.map(({ actor }) => actor))).toEqual(new Set([`account:${idOf(olga)}`]));
  });

  test('applies on the consent page: an organization that does not admit the application is not offered', async () => {
    const owner = await visit(service);
    const id = await groups.organization(idOf(owner), 'Careful Bank');
    const inside = await groups.team(idOf(owner), id, 'Vault');
    const outside = await groups.team(idOf(owner), undefined, 'Band');
    await send(owner.browser, pathOf(id), 'policy', { policy: 'listed' });
    const page = await owner.browser.get(authorizeUrl(service, client, { scope: SCOPE }));
    expect(mainText(page)).toMatch(/Careful Bank\s*admits only the applications on its list/);
    const offered = page.root.querySelectorAll('input[name=team]').map((box) => box.getAttribute('value'));
    expect(offered).toEqual([String(outside)]);
    expect(mainText(page)).toContain('You cannot give all that it asks for');
    const forced = await owner.browser.submit(
      page,
      { team_choice: 'chosen', team: [String(inside)] },
      'allow',
    );
    expect(forced.status).toBe(422);
    const tokens = await allowed(owner, { team_choice: 'chosen', team: [String(outside)] });
    expect(tokens.scope).toBe('PROFILE_READ TEAM_PROFILE_READ');
  });

  test.each([
    [
      'an id of no application',
      'client_id',
      'admissions',
      'nope',
      'There is no application with this client ID',
    ],
    ['a rule that is none', 'policy', 'policy', 'some', 'Choose one of the two'],
  ])('%s: the fault is next to the field', async (_, field, form, typed, message) => {
    const { path } = await organization();
    const page = await send(olga.browser, path, form, { [field]: typed });
    expect(page.status).toBe(422);
    expect(page.root.querySelector('.fault')?.text).toContain(message);
    if (field === 'client_id')
      expect(page.root.querySelector('input#client_id')?.getAttribute('value')).toBe(typed);
  });

  test('is changed only by forms with a CSRF field', async () => {
    const { path, team: useCases } = await organization();
    const tokens = await allowed(max);
    const body = new URLSearchParams({ policy: 'listed' });
    const response = await olga.browser.raw(`${path}/policy`, { method: 'POST', body });
    expect(response.status).toBe(403);
    expect(await team(tokens, useCases)).toBe('200');
  });
});
