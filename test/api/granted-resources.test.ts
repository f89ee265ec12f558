/*
 * What a grant permits under /v2: membership is checked first, then the granted resources, then the role, and whether
 * the organization admits the application. Tokens are stored as the token endpoint stores them.
 */
import type { GrantedResources } from '../../src/scopes/granted-resources.js';
import { EVERYWHERE } from '../../src/scopes/granted-resources.js';
import { memberFixture, type MemberFixture } from '../scheduling/member-fixture.js';
import { useService } from '../support/service.js';
import { mintedToken } from './minted-tokens.js';

const SCOPE = 'TEAM_PROFILE_READ TEAM_PROFILE_WRITE TEAM_EVENT_TYPE_READ TEAM_EVENT_TYPE_WRITE';
const ORG_SCOPE = 'ORG_PROFILE_READ ORG_PROFILE_WRITE ORG_EVENT_TYPE_READ';

const service = useService();
let groups: MemberFixture;
let clientId: string;
/** Owns two organizations with a team each, and a standalone team. */
let ada: number;
let harbour: number;
let second: number;
let useCases: number;
let other: number;
let alone: number;
/** A member of the organization and its team. */
let max: number;
let nonMember: number;

beforeAll(async () => {
  groups = memberFixture(service);
  ({ clientId } = await service.client({ scopes: ['TEAM_PROFILE_READ'] }));
  const users = [await service.user(), await service.user(), await service.user()];
  [ada = 0, max = 0, nonMember = 0] = users.map(({ account }) => account.id);
  [harbour, second] = [await groups.organization(ada), await groups.organization(ada)];
  useCases = await groups.team(ada, harbour);
  other = await groups.team(ada, second);
  alone = await groups.team(ada);
  await groups.join(harbour, ada, max);
  await groups.join(useCases, ada, max);
});

const token = (scope: string, resources: GrantedResources = EVERYWHERE, accountId = ada, client = clientId) =>
  mintedToken(service, { clientId: client, accountId, resources }, scope);

interface Reply {
  readonly status: number;
  readonly data: readonly { readonly id: number }[];
  readonly error?: { readonly code: string; readonly message: string; readonly details: object };
}

async function call(bearer: string, path: string, method = 'GET', body?: object): Promise<Reply> {
  const response = await fetch(`${service.url}/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { ...((await response.json()) as Reply), status: response.status };
}

const answer = async (...args: Parameters<typeof call>): Promise<string> => {
  const { status, error } = await call(...args);
  return error === undefined ? String(status) : `${status} ${error.code}`;
};

const chosen = (
  teams: GrantedResources['teams'],
  organizations: GrantedResources['organizations'] = 'all',
): GrantedResources => ({
  teams,
  organizations,
});

describe('a grant of selected teams', () => {
  test('permits these teams at both mounts, and refuses others with 403 and the granted resources', async () => {
    const bearer = await token(SCOPE, chosen([useCases]));
    expect(await answer(bearer, `/teams/${useCases}`)).toBe('200');
    expect(await answer(bearer, `/organizations/${harbour}/teams/${useCases}`)).toBe('200');
    const refused = await call(bearer, `/teams/${alone}`);
    expect([refused.status, refused.error?.code, refused.error?.details]).toEqual([
      403,
      'OUTSIDE_GRANT',
      { teams: [useCases], organizations: [] },
    ]);
    expect(await answer(bearer, `/organizations/${second}/teams/${other}`)).toBe('403 OUTSIDE_GRANT');
  });

  test('refuses changes of other teams, also with a role in their organization', async () => {
    const bearer = await token(SCOPE, chosen([alone]));
    const path = `/organizations/${harbour}/teams/${useCases}`;
    expect(await answer(bearer, path, 'PATCH', { name: 'Taken' })).toBe('403 OUTSIDE_GRANT');
    expect(await answer(bearer, path, 'DELETE')).toBe('403 OUTSIDE_GRANT');
    expect((await service.stores.teams.teams.find({ teamId: useCases }))?.name).toBe('Pilots');
  });

  test('refuses to create a team', async () => {
    const narrow = await token(SCOPE, chosen([alone]));
    expect(await answer(narrow, '/teams', 'POST', { name: 'Another' })).toBe('403 OUTSIDE_GRANT');
    expect(await answer(await token(SCOPE), '/teams', 'POST', { name: 'Another' })).toBe('201');
  });

  test('lists only the granted teams, also page by page', async () => {
    const bearer = await token(SCOPE, chosen([useCases, alone]));
    const ids = async (query: string) => (await call(bearer, `/teams${query}`)).data.map(({ id }) => id);
    expect(await ids('')).toEqual([useCases, alone]);
    expect(await ids('?take=1&skip=1')).toEqual([alone]);
  });

  test('permits no event types of other teams, not even public ones', async () => {
    const bearer = await token(SCOPE, chosen([alone]));
    expect(await answer(bearer, `/teams/${alone}/event-types`)).toBe('200');
    expect(await answer(bearer, `/teams/${useCases}/event-types`)).toBe('403 OUTSIDE_GRANT');
    expect(await answer(bearer, `/organizations/${harbour}/teams/${useCases}/event-types`)).toBe(
      '403 OUTSIDE_GRANT',
    );
  });

  test('replies 404 for a granted team that the user has left', async () => {
    const bearer = await token(SCOPE, chosen([useCases]), nonMember);
    expect(await answer(bearer, `/teams/${useCases}`)).toBe('404 NOT_FOUND');
  });
});

describe('membership is checked before the grant, and the grant before the role', () => {
  test.each([
    ['a non-member', () => nonMember, '404 NOT_FOUND'],
    ['a member outside the grant', () => max, '403 OUTSIDE_GRANT'],
    ['an owner outside the grant', () => ada, '403 OUTSIDE_GRANT'],
  ])('for %s', async (_, accountId, expected) => {
    const bearer = await token(SCOPE, chosen([alone]), accountId());
    const path = `/teams/${useCases}/event-types`;
    const body = { title: 'Intro', slug: 'intro', lengthInMinutes: 30, schedulingType: 'collective' };
    expect(await answer(bearer, path, 'POST', body)).toBe(expected);
  });

  test('for a member with a granted team and an insufficient role', async () => {
    const bearer = await token(SCOPE, chosen([useCases]), max);
    expect(await answer(bearer, `/teams/${useCases}`, 'PATCH', { name: 'Taken' })).toBe(
      '403 INSUFFICIENT_ROLE',
    );
  });

  test('for a group that does not exist', async () => {
    const bearer = await token(SCOPE, chosen([useCases]));
    expect(await answer(bearer, '/teams/2000000000')).toBe('404 NOT_FOUND');
    expect(await answer(bearer, `/organizations/${second}/teams/${useCases}`)).toBe('404 NOT_FOUND');
  });
});

describe('a grant of one organization', () => {
  test('permits it and its teams, also with the team scopes that the organization scopes satisfy', async () => {
    const bearer = await token(ORG_SCOPE, chosen('all', [harbour]));
    expect(await answer(bearer, `/organizations/${harbour}/teams`)).toBe('200');
    expect(await answer(bearer, `/organizations/${harbour}/teams/me`)).toBe('200');
    expect(await answer(bearer, `/organizations/${harbour}/event-types`)).toBe('200');
    expect(await answer(bearer, `/teams/${useCases}`)).toBe('200');
    expect(await answer(bearer, `/teams/${useCases}/event-types`)).toBe('200');
    expect((await call(bearer, '/teams')).data.map(({ id }) => id)).toEqual([useCases]);
  });

  test('permits no other organization, and no standalone team', async () => {
    const bearer = await token(ORG_SCOPE, chosen('all', [harbour]));
    const refused = await call(bearer, `/organizations/${second}/teams/me`);
    expect([refused.status, refused.error?.details]).toEqual([403, { teams: [], organizations: [harbour] }]);
    for (const path of [`/organizations/${second}/event-types`, `/teams/${other}`, `/teams/${alone}`])
      expect(await answer(bearer, path)).toBe('403 OUTSIDE_GRANT');
    expect(await answer(bearer, '/teams', 'POST', { name: 'Another' })).toBe('403 OUTSIDE_GRANT');
  });

  test('and of a standalone team permits both', async () => {
    const bearer = await token(`${SCOPE} ${ORG_SCOPE}`, chosen([alone], [harbour]));
    expect((await call(bearer, '/teams')).data.map(({ id }) => id)).toEqual([useCases, alone]);
    expect(await answer(bearer, `/teams/${other}`)).toBe('403 OUTSIDE_GRANT');
  });
});

describe('an organization that admits only listed applications', () => {
  const manager = () => ({ organizationId: second, viewerId: ada });
  const ACTOR = { actor: 'test' };
  const setPolicy = (policy: 'every' | 'listed') =>
    service.stores.organizationApps.setPolicy(manager(), policy, ACTOR);

  beforeEach(() => setPolicy('listed'));
  afterEach(async () => {
    await setPolicy('every');
    await service.stores.organizationApps.dismiss(manager(), clientId, ACTOR);
  });

  test('refuses other applications with 403 and the reason at once, only for itself and its teams', async () => {
    const bearer = await token(`${SCOPE} ${ORG_SCOPE}`);
    const refused = await call(bearer, `/teams/${other}`);
    expect([refused.status, refused.error?.code, refused.error?.details]).toEqual([
      403,
      'CLIENT_NOT_ADMITTED',
      { organizationId: second },
    ]);
    for (const path of [
      `/organizations/${second}/teams`,
      `/organizations/${second}/teams/${other}`,
      `/teams/${other}/event-types`,
    ])
      expect(await answer(bearer, path)).toBe('403 CLIENT_NOT_ADMITTED');
    expect(await answer(bearer, `/teams/${useCases}`)).toBe('200');
    expect((await call(bearer, '/teams')).data.map(({ id }) => id)).not.toContain(other);
  });

  test('refuses also an application with unrestricted access', async () => {
    const bearer = await token('*');
    expect(await answer(bearer, `/teams/${other}`)).toBe('403 CLIENT_NOT_ADMITTED');
    expect(await answer(bearer, `/teams/${alone}`)).toBe('200');
  });

  test('replies 404 to a non-member', async () => {
    expect(await answer(await token(SCOPE, EVERYWHERE, nonMember), `/teams/${other}`)).toBe('404 NOT_FOUND');
  });

  test('permits listed applications, and all applications once it admits all', async () => {
    const bearer = await token(SCOPE);
    const admission = { clientId, most: 10 };
    expect(await service.stores.organizationApps.admit(manager(), admission, ACTOR)).toBe('admitted');
    expect(await answer(bearer, `/teams/${other}`)).toBe('200');
    await service.stores.organizationApps.dismiss(manager(), clientId, ACTOR);
    expect(await answer(bearer, `/teams/${other}`)).toBe('403 CLIENT_NOT_ADMITTED');
    await setPolicy('every');
    expect(await answer(bearer, `/teams/${other}`)).toBe('200');
  });
});
