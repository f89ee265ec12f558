/*
 * What the consent page says of teams and organizations, and how far the grant goes then. The fields of the form: `team_choice`
 * is `all` or `chosen`, `team` has the ids of the chosen ones, `organization` is `all` or one id.
 */
import type { Browser, Page } from '../../support/browser.js';
import { authorize, authorizeUrl, exchange, refresh, visit } from '../../support/oauth.js';
import type { Tokens, Visitor } from '../../support/oauth.js';
import { type TestClient, useService } from '../../support/service.js';
import { memberFixture, type MemberFixture } from '../../scheduling/member-fixture.js';

const TEAMS = 'TEAM_PROFILE_READ TEAM_EVENT_TYPE_READ';
const ORG = 'ORG_PROFILE_READ';
/** Of no use to a mere member. */
const MANAGED = 'ORG_MEMBERSHIP_READ';

const service = useService();
let client: TestClient;
let members: MemberFixture;
/** Owns an organization with a team, and a team on its own. */
let olga: Visitor;
let harbour: number;
let useCases: number;
let alone: number;
/** Is a mere member of the organization and of its team. */
let max: Visitor;
let newcomer: Visitor;

beforeAll(async () => {
  members = memberFixture(service);
  client = await service.client({
    name: 'Acme Sync',
    scopes: [
      'PROFILE_READ',
      'TEAM_PROFILE_READ',
      'TEAM_PROFILE_WRITE',
      'TEAM_EVENT_TYPE_READ',
      'ORG_PROFILE_READ',
      'ORG_MEMBERSHIP_READ',
    ],
  });
  [olga, max, newcomer] = [await visit(service), await visit(service), await visit(service)];
  const id = olga.user.account.id;
  harbour = await members.organization(id, 'Harbour Clinic');
  useCases = await members.team(id, harbour, 'Front desk');
  alone = await members.team(id, undefined, 'Night shift');
  await members.join(harbour, id, max.user.account.id);
  await members.join(useCases, id, max.user.account.id);
});

const asked = ({ browser }: Visitor, scope: string): Promise<Page> =>
  browser.get(authorizeUrl(service, client, { scope }));

const values = (page: Page, name: string): readonly (string | undefined)[] =>
  page.root.querySelectorAll(`input[name=${name}]`).map((input) => input.getAttribute('value'));

const textOf = (page: Page): string => page.root.querySelector('main')?.text ?? '';

type Choice = Readonly<Record<string, string | readonly string[]>>;

async function tokensWith(visitor: Visitor, scope: string, choice: Choice): Promise<Tokens> {
  const page = await visitor.browser.submit(await asked(visitor, scope), choice, 'allow');
  const code = page.left?.searchParams.get('code');
  if (!code) throw new Error(`no code: ${page.status} ${textOf(page)}`);
  return (await exchange(service, client, code)).body;
}

const get = async (token: string, path: string) => {
  const response = await fetch(`${service.url}/v2${path}`, { headers: { authorization: `Bearer ${token}` } });
  const body = (await response.json()) as {
    readonly data: readonly { readonly id: number }[];
    readonly error?: { readonly code: string; readonly details: object };
  };
  return { ...body, status: response.status };
};

const teamsOf = async (token: string): Promise<readonly number[]> =>
  (await get(token, '/teams')).data.map(({ id }) => id);

const codeOf = async (token: string, path: string): Promise<unknown> => {
  const { status, error } = await get(token, path);
  return error === undefined ? status : [status, error.code];
};

const connected = async (browser: Browser): Promise<string> => textOf(await browser.get('/settings/apps'));

describe('the choice of teams and organizations', () => {
  test('lists the teams for team scopes, and offers all of them or some', async () => {
    const page = await asked(olga, TEAMS);
    expect(page.status).toBe(200);
    expect(textOf(page)).toMatch(/All your teams, now and later\s*Front desk, Night shift/);
    expect(values(page, 'team_choice')).toEqual(['all', 'chosen']);
    expect(values(page, 'team')).toEqual([String(useCases), String(alone)]);
    expect(page.root.querySelector('input[name=team_choice][checked]')?.getAttribute('value')).toBe('all');
    expect(values(page, 'organization')).toEqual([]);
  });

  test('lists the organization for organization scopes', async () => {
    const page = await asked(olga, `${ORG} PROFILE_READ`);
    expect(values(page, 'organization')).toEqual(['all', String(harbour)]);
    expect(textOf(page)).toContain('Only Harbour Clinic');
    expect(values(page, 'team_choice')).toEqual([]);
  });

  test('says to a user without a team that there is none yet', async () => {
    const page = await asked(newcomer, TEAMS);
    expect(textOf(page)).toContain('You are in no team yet');
    expect(values(page, 'team_choice')).toEqual([]);
    const tokens = await tokensWith(newcomer, TEAMS, {});
    const later = await members.team(newcomer.user.account.id, undefined, 'Later');
    expect(await teamsOf(tokens.access_token)).toEqual([later]);
  });

  test('is absent for user scopes', async () => {
    const page = await asked(olga, 'PROFILE_READ');
    expect([...values(page, 'team_choice'), ...values(page, 'organization')]).toEqual([]);
    expect(textOf(page)).not.toContain('Front desk');
  });

  test('works with long names, and lists as many teams as a form can submit', async () => {
    const busy = await visit(service);
    const id = busy.user.account.id;
    const name = 'T'.repeat(200);
    const own = await members.organization(id, 'Large');
    for (let at = 0; at < 151; at += 1) await members.team(id, own, `${name} ${at}`);
    const page = await asked(busy, TEAMS);
    const offered = values(page, 'team');
    expect(offered).toHaveLength(150);
    expect(textOf(page)).toContain('and 146 more');
    expect(textOf(page)).toContain('You are in 1 more. They cannot be chosen one by one.');
    const { scope } = await tokensWith(busy, TEAMS, { team_choice: 'chosen', team: offered.map(String) });
    expect(scope).toBe(TEAMS);
  });
});

describe('a grant of', () => {
  test('all teams includes later ones', async () => {
    const { access_token: token } = await tokensWith(olga, TEAMS, {});
    expect(await teamsOf(token)).toEqual([useCases, alone]);
    const later = await members.team(olga.user.account.id, undefined, 'Later');
    expect(await codeOf(token, `/teams/${later}`)).toBe(200);
    await service.stores.teams.teams.remove({ teamId: later }, { actor: 'test' });
  });

  test('chosen teams includes only these, also after a refresh', async () => {
    const first = await tokensWith(olga, TEAMS, { team_choice: 'chosen', team: [String(alone)] });
    const second = (await refresh(service, client, first.refresh_token)).body;
    for (const token of [first.access_token, second.access_token]) {
      expect(await teamsOf(token)).toEqual([alone]);
      expect(await codeOf(token, `/teams/${alone}`)).toBe(200);
      expect(await codeOf(token, `/teams/${useCases}`)).toEqual([403, 'OUTSIDE_GRANT']);
    }
  });

  test('one organization includes its teams', async () => {
    const own = await members.organization(olga.user.account.id, 'Second');
    const { access_token: token } = await tokensWith(olga, ORG, { organization: String(harbour) });
    expect(await codeOf(token, `/organizations/${harbour}/teams`)).toBe(200);
    expect(await codeOf(token, `/organizations/${own}/teams`)).toEqual([403, 'OUTSIDE_GRANT']);
    expect(await codeOf(token, `/teams/${useCases}`)).toBe(200);
    expect(await codeOf(token, `/teams/${alone}`)).toEqual([403, 'OUTSIDE_GRANT']);
    expect(await teamsOf(token)).toEqual([useCases]);
  });

  test('each kind is listed in connected applications and in the audit log as it was chosen', async () => {
    const reader = await visit(service);
    const id = reader.user.account.id;
    const [own, team] = [
      await members.organization(id, 'Observatory'),
      await members.team(id, undefined, 'Stars'),
    ];
    await tokensWith(reader, TEAMS, {});
    expect(await connected(reader.browser)).toContain('All your teams, now and later');
    const choice = { team_choice: 'chosen', team: [String(team)], organization: String(own) };
    await tokensWith(reader, `${TEAMS} ${ORG}`, choice);
    const text = await connected(reader.browser);
    expect(text).toContain('The team Stars');
    expect(text).toContain('The organization, with its teams: Observatory');
    const entries = await service.stores.events.audit.list(undefined, 10_000);
    const facts = entries
      .filter(({ action, actor }) => action === 'grant.allowed' && actor === `account:${id}`)
      .map((entry) => [entry.facts['teams'], entry.facts['organizations']]);
    expect(facts).toEqual([
      [undefined, undefined],
      [[team], [own]],
    ]);
    await service.stores.teams.teams.remove({ teamId: team }, { actor: 'test' });
    expect(await connected(reader.browser)).toContain('a deleted one');
  });
});

describe('an invalid answer', () => {
  test.each([
    ['chosen teams without one', { team_choice: 'chosen' }, 'No team is ticked'],
    ['a team of somebody else', { team_choice: 'chosen', team: ['2000000000'] }, 'does not offer that team'],
    ['another organization', { organization: '2000000000' }, 'does not offer that team or organization'],
  ])('%s shows the form again with its values', async (_, choice, fault) => {
    const scope = `${TEAMS} ${ORG} PROFILE_READ`;
    const page = await asked(olga, scope);
    const kept = { scope: ['TEAM_PROFILE_READ', ORG], until: '30d' };
    const again = await olga.browser.submit(page, { ...kept, ...choice }, 'allow');
    expect([again.status, again.left]).toEqual([422, undefined]);
    expect(again.root.querySelector('[role=alert]')?.text).toContain(fault);
    const checked = (name: string) =>
      again.root.querySelectorAll(`input[name=${name}][checked]`).map((box) => box.getAttribute('value'));
    expect(checked('scope')).toEqual(['TEAM_PROFILE_READ', ORG]);
    expect(checked('until')).toEqual(['30d']);
    expect(checked('team_choice')).toEqual(['team_choice' in choice ? 'chosen' : 'all']);
    expect(
      (await olga.browser.submit(again, { team_choice: 'all', organization: 'all' }, 'allow')).left,
    ).toBeDefined();
  });
});

describe('organization scopes', () => {
  test('are granted by a member as far as members can use them', async () => {
    const requested = `${ORG} ${MANAGED}`;
    expect(values(await asked(max, requested), 'scope')).toEqual([ORG]);
    const { access_token: token, scope } = await tokensWith(max, requested, {
      organization: String(harbour),
    });
    expect(scope).toBe(ORG);
    expect((await get(token, `/organizations/${harbour}/teams/me`)).data.map(({ id }) => id)).toEqual([
      useCases,
    ]);
    expect(await codeOf(token, `/organizations/${harbour}/teams`)).toEqual([403, 'INSUFFICIENT_ROLE']);
    expect(await codeOf(token, `/organizations/${harbour}/memberships`)).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });

  test('cannot be granted by a member beyond that: the page says so, and other scopes are granted', async () => {
    const page = await asked(max, `${MANAGED} TEAM_PROFILE_READ`);
    expect(values(page, 'scope')).toEqual(['TEAM_PROFILE_READ']);
    expect(textOf(page)).toContain('You cannot give all that it asks for');
    expect(textOf(page)).toContain('See who is in your organization');
    const { scope } = await tokensWith(max, `${MANAGED} TEAM_PROFILE_READ`, {
      scope: [MANAGED, 'TEAM_PROFILE_READ'],
    });
    expect(scope).toBe('TEAM_PROFILE_READ');
  });

  test('without other scopes cannot be allowed; Cancel returns to the application', async () => {
    const page = await asked(max, MANAGED);
    expect(page.root.querySelector('button[value=allow]')).toBeNull();
    const forced = await max.browser.submit(page, { decision: 'allow', scope: [MANAGED] });
    expect([forced.status, forced.left]).toEqual([422, undefined]);
    expect(forced.root.querySelector('[role=alert]')?.text).toContain('Nothing of this is yours to give');
    const { left } = await max.browser.submit(forced, {}, 'cancel');
    expect(left?.searchParams.get('error')).toBe('access_denied');
  });

  test('can be granted by an administrator, and not by one who is only invited', async () => {
    const [admin, invited] = [await visit(service), await visit(service)];
    await members.join(harbour, olga.user.account.id, admin.user.account.id, { role: 'admin' });
    const terms = { accountId: invited.user.account.id, role: 'admin', accepted: false } as const;
    await service.stores.teams.memberships.add(
      harbour,
      olga.user.account.id,
      { ...terms, disableImpersonation: false },
      { actor: 'test' },
    );
    expect(values(await asked(admin, MANAGED), 'organization')).toEqual(['all', String(harbour)]);
    for (const scope of [MANAGED, ORG]) expect(values(await asked(invited, scope), 'scope')).toEqual([]);
  });
});

test('a token of an unrestricted grant is not limited to groups', async () => {
  const old = await service.client({}, { legacy: true });
  const { code } = await authorize(service, old, olga.user, {
    browser: olga.browser,
    params: { scope: undefined },
  });
  const { access_token: token } = (await exchange(service, old, code)).body;
  expect(await codeOf(token, `/teams/${useCases}`)).toBe(200);
  expect(await codeOf(token, `/organizations/${harbour}/teams`)).toBe(200);
});
