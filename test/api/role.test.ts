import { z } from 'zod';
import { createApi } from '../../src/api/api.js';
import type { VerifyToken } from '../../src/api/principal.js';
import { outranks } from '../../src/api/role.js';
import type { ReadMembership, Role, CallerMembership } from '../../src/api/role.js';
import { defineMountedRoute, mount } from '../../src/api/mount.js';
import type { Mount } from '../../src/api/mount.js';
import { defineRoute } from '../../src/api/route.js';
import { storeUnavailable } from '../../src/errors.js';
import { clientIp } from '../../src/http/proxies.js';
import { GROUP_MOUNTS } from '../../src/scheduling/mounts.js';
import { EVERYWHERE } from '../../src/scopes/granted-resources.js';
import { json, serve } from '../http/serve.js';
import type { Answer, Served } from '../http/serve.js';

const reply = z.object({
  role: z.string(),
  team: z.number().optional(),
  organization: z.number().optional(),
});
const present = ({ role, teamId, organizationId }: CallerMembership) => ({
  role,
  team: teamId,
  organization: organizationId,
});

const summary = 'Read the role of the caller';

let handled = 0;
const handle = ({ membership }: { readonly membership: CallerMembership }) => {
  handled += 1;
  return present(membership);
};

const routes = mount<Mount<unknown>>(GROUP_MOUNTS, (group) => [
  defineMountedRoute(group, {
    method: 'GET',
    path: '/things',
    summary,
    access: 'BOOKING_READ',
    role: 'admin',
    reply,
    handle,
  }),
]);

/** The caller of a test: an admin of team 5 of organization 3, a member of team 6, an owner of team 8 on its own;
 * invited to team 10, and an administrator of team 11 who has not accepted. */
const ROLES: Readonly<Record<string, Role>> = {
  '3': 'admin',
  '3/5': 'admin',
  '6': 'member',
  '8': 'owner',
};
const readMembership: ReadMembership = (accountId, { orgId, teamId }) => {
  if (accountId === 0) return Promise.reject(storeUnavailable(new Error('connection refused')));
  if (teamId === 10) return Promise.resolve({});
  if (teamId === 11) return Promise.resolve({ teamId, organizationId: orgId, role: 'member', waiting: true });
  const role = ROLES[[orgId, teamId].filter((id) => id !== undefined).join('/')];
  return Promise.resolve(role && { teamId, organizationId: orgId, role });
};

/** The token is `<account> <scope>`. */
const verifyToken: VerifyToken = (token) => {
  const [account, scope] = token.split('.');
  const scopes = new Set([scope === 'team' ? ('TEAM_BOOKING_READ' as const) : ('ORG_BOOKING_READ' as const)]);
  return Promise.resolve({
    accountId: Number(account),
    clientId: 'c',
    familyId: 'f',
    expiresAt: 1,
    resources: EVERYWHERE,
    scope: { kind: 'scopes', names: scopes },
  });
};

let served: Served;
beforeAll(async () => {
  served = await serve({
    inside: (origin) => [
      createApi({ routes, verifyToken, readMembership, clientIp, baseUrl: origin, issuerUrl: origin }),
    ],
  });
});
beforeEach(() => {
  handled = 0;
});
afterAll(() => served.close());
const call = (path: string, token = '7.org'): Promise<Answer> =>
  served.send({ path, headers: { authorization: `Bearer ${token}` } });

test.each([
  ['/v2/teams/8/things', { role: 'owner', team: 8 }],
  ['/v2/organizations/3/teams/5/things', { role: 'admin', team: 5, organization: 3 }],
  ['/v2/organizations/3/things', { role: 'admin', organization: 3 }],
])('%s gets a reply, and the handler receives the membership', async (path, data) => {
  const answer = await call(path);
  expect(answer.status).toBe(200);
  expect(json(answer)).toEqual({ status: 'success', data });
});

test.each([
  ['a team without a membership', '/v2/teams/9/things'],
  ['a team of another organization', '/v2/organizations/4/teams/5/things'],
  ['an organization without a membership', '/v2/organizations/5/things'],
  ['an id that is not a number', '/v2/teams/me/things'],
  ['an id beyond the range of the column', '/v2/teams/99999999999/things'],
  ['a negative number', '/v2/organizations/-3/things'],
  ['a number in another spelling', '/v2/teams/08/things'],
])('%s gets 404, and nothing happens', async (_name, path) => {
  expect((await call(path)).status).toBe(404);
  expect(handled).toBe(0);
});

test('an insufficient role is 403 naming the required one', async () => {
  const answer = await call('/v2/teams/6/things');
  expect(answer.status).toBe(403);
  expect(json(answer)).toMatchObject({
    error: { code: 'INSUFFICIENT_ROLE', details: { role: 'team admin' } },
  });
  expect(handled).toBe(0);
});

test.each([
  ['an invitation', '/v2/teams/10/things', 404, 'NOT_FOUND'],
  ['a role that has not been accepted', '/v2/teams/11/things', 403, 'INSUFFICIENT_ROLE'],
])('%s is refused by its name', async (_name, path, status, code) => {
  const answer = await call(path);
  expect(answer.status).toBe(status);
  expect(json(answer)).toMatchObject({ error: { code, details: { membership: 'waiting' } } });
  expect(handled).toBe(0);
});

test('the scope is checked before the role', async () => {
  const answer = await call('/v2/organizations/3/things', '7.team');
  expect(answer.status).toBe(403);
  expect(json(answer)).toMatchObject({ error: { code: 'INSUFFICIENT_SCOPE' } });
});

test('an unavailable store is 503, never a pass', async () => {
  expect((await call('/v2/teams/8/things', '0.org')).status).toBe(503);
  expect(handled).toBe(0);
});

test('an owner outranks an admin, an admin a member, and each role itself', () => {
  const pairs = (['member', 'admin', 'owner'] as const).map((role) =>
    (['member', 'admin', 'owner'] as const).filter((needed) => outranks(role, needed)),
  );
  expect(pairs).toEqual([['member'], ['member', 'admin'], ['member', 'admin', 'owner']]);
});

test.each([
  ['/v2/teams/:teamId/things', undefined],
  ['/v2/organizations/:orgId/things', undefined],
  ['/v2/organizations/:orgId/things', 'team admin'],
  ['/v2/teams/:teamId/things', 'org admin'],
  ['/v2/things', 'team member'],
  ['/v2/things', 'anyone'],
] as const)('a route at %s with the role %s cannot be declared', (path, role) => {
  const route = { method: 'GET', path, access: 'TEAM_BOOKING_READ', summary, reply } as const;
  expect(() => defineRoute({ ...route, ...(role && { role }), handle: () => ({ role: 'none' }) })).toThrow(
    'role says who',
  );
});
