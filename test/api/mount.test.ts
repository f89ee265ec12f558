import { z } from 'zod';
import { defineMountedRoute, mount, scopeOf, singular } from '../../src/api/mount.js';
import type { Mount } from '../../src/api/mount.js';
import type { CallerMembership } from '../../src/api/role.js';
import type { CheckedRequest, Route } from '../../src/api/route.js';
import { idInPath } from '../../src/api/values.js';
import { EVERYWHERE } from '../../src/scopes/granted-resources.js';
import {
  GROUP_MOUNTS,
  MEMBER_MOUNTS,
  ORGANIZATION_MOUNT,
  OWN_MOUNT,
  USER_AND_TEAM_MOUNTS,
  USER_MOUNT,
} from '../../src/scheduling/mounts.js';

const REQUEST: CheckedRequest = {
  principal: {
    accountId: 7,
    clientId: 'c',
    familyId: 'f',
    expiresAt: 1,
    resources: EVERYWHERE,
    scope: { kind: 'scopes', names: new Set() },
  },
  params: { userId: 9, linkId: 4 },
  query: undefined,
  body: undefined,
  headers: undefined,
  text: '',
  clientIp: '192.0.2.1',
  isAbandoned: () => false,
};
const OF_TEAM: CallerMembership = { teamId: 5, organizationId: 3, role: 'admin' };
const OF_ORGANIZATION: CallerMembership = { teamId: undefined, organizationId: 3, role: 'admin' };

const links = <O, M extends CallerMembership | undefined>(owner: Mount<O, M>) =>
  defineMountedRoute(owner, {
    method: 'GET',
    path: '/links/:linkId',
    summary: `Read ${singular(owner, 'link')}`,
    access: 'EVENT_TYPE_READ',
    role: 'admin',
    params: z.object({ linkId: idInPath }),
    reply: z.unknown(),
    handle: (request) => ({ owner: request.owner, params: request.params }),
  });

test('one declaration serves a user, a team, a team inside an organization and an organization', () => {
  const routes = mount<Mount<unknown, CallerMembership | undefined>>(
    [USER_MOUNT, ...GROUP_MOUNTS],
    (owner) => [links(owner)],
  );
  expect(routes.map(({ path, access, role }) => [path, access, role])).toEqual([
    ['/v2/links/:linkId', 'EVENT_TYPE_READ', undefined],
    ['/v2/teams/:teamId/links/:linkId', 'TEAM_EVENT_TYPE_READ', 'team admin'],
    ['/v2/organizations/:orgId/teams/:teamId/links/:linkId', 'TEAM_EVENT_TYPE_READ', 'team admin'],
    ['/v2/organizations/:orgId/links/:linkId', 'ORG_EVENT_TYPE_READ', 'org admin'],
  ]);
  expect(routes.map(({ summary }) => summary)).toEqual([
    'Read a link',
    'Read a team link',
    'Read a team link',
    'Read an organization link',
  ]);
});

interface Case {
  readonly mount: string;
  readonly route: Route;
  readonly membership?: CallerMembership;
  readonly owner: unknown;
}
const [TEAM, TEAM_IN_ORGANIZATION] = GROUP_MOUNTS;
const ofMember = (groupId: number) => ({ groupId, accountId: 9 });
const [TEAM_MEMBER, , ORGANIZATION_MEMBER] = MEMBER_MOUNTS.map(links) as [Route, Route, Route];
const CASES: readonly Case[] = [
  { mount: 'a user', route: links(USER_MOUNT), owner: { accountId: 7 } },
  { mount: 'a user whose schedules are meant', route: links(OWN_MOUNT), owner: 7 },
  { mount: 'a team', route: links(TEAM), membership: OF_TEAM, owner: { teamId: 5 } },
  {
    mount: 'a team inside an organization',
    route: links(TEAM_IN_ORGANIZATION),
    membership: OF_TEAM,
    owner: { teamId: 5 },
  },
  {
    mount: 'an organization',
    route: links(ORGANIZATION_MOUNT),
    membership: OF_ORGANIZATION,
    owner: { teamId: 3 },
  },
  { mount: 'a member of a team', route: TEAM_MEMBER, membership: OF_TEAM, owner: ofMember(5) },
  {
    mount: 'a member of an organization',
    route: ORGANIZATION_MEMBER,
    membership: OF_ORGANIZATION,
    owner: ofMember(3),
  },
];

test.each(CASES)('a handler receives the owner of its mount: $mount', ({ route, membership, owner }) => {
  expect(route.handle({ ...REQUEST, membership })).toEqual({ owner, params: REQUEST.params });
});

test('a group is never served without the membership of the caller', () => {
  expect(() => links(ORGANIZATION_MOUNT).handle(REQUEST)).toThrow('without a membership');
});

test('ids of the mount and of the route are both validated', () => {
  const { params } = links(MEMBER_MOUNTS[0] ?? OWN_MOUNT);
  const sent = { teamId: '5', userId: '9', linkId: '4' };
  expect(params?.parse(sent)).toEqual({ teamId: 5, userId: 9, linkId: 4 });
  for (const name of ['teamId', 'userId', 'linkId'])
    expect(params?.safeParse({ ...sent, [name]: 'x' }).success).toBe(false);
});

test('a path without parameters validates none', () => {
  const [own, team] = mount(USER_AND_TEAM_MOUNTS, (owner) => [
    defineMountedRoute(owner, {
      method: 'GET',
      path: '/links',
      summary: 'List links',
      access: 'EVENT_TYPE_READ',
      role: 'member',
      reply: z.unknown(),
      handle: () => [],
    }),
  ]);
  expect(own?.params).toBeUndefined();
  expect(team?.params?.safeParse({ teamId: 'x' }).success).toBe(false);
});

test('an unknown scope cannot be declared', () => {
  expect(scopeOf(ORGANIZATION_MOUNT, 'WEBHOOK_READ')).toBe('ORG_WEBHOOK_READ');
  expect(() => scopeOf(ORGANIZATION_MOUNT, 'APPS_READ')).toThrow('ORG_APPS_READ is no scope');
  expect(() => scopeOf(USER_MOUNT, 'MEMBERSHIP_READ')).toThrow('MEMBERSHIP_READ is no scope');
});
