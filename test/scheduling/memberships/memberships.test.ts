import type { ScopeName } from '../../../src/scopes/catalogue.js';
import {
  ADDITIONS_PER_ACCOUNT,
  changeRefusal,
  mayAssign,
  removalRefusal,
} from '../../../src/scheduling/memberships/rules.js';
import { inviteVerdict } from '../../../src/scheduling/memberships/invites.js';
import type { InviteFacts } from '../../../src/scheduling/memberships/invite-store.js';
import { tokensFor, visit } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { type Caller, callerFor, faulty } from '../caller.js';

const SCOPES: readonly ScopeName[] = [
  'TEAM_PROFILE_READ',
  'TEAM_PROFILE_WRITE',
  'TEAM_MEMBERSHIP_READ',
  'TEAM_MEMBERSHIP_WRITE',
  'ORG_MEMBERSHIP_READ',
  'ORG_MEMBERSHIP_WRITE',
];
const ACTOR = { actor: 'test' };

interface MembershipView {
  readonly id: number;
  readonly userId: number;
  readonly teamId: number;
  readonly accepted: boolean;
  readonly role: string;
  readonly user: { readonly email: string };
  readonly attributes?: readonly unknown[];
}

describe('the rules', () => {
  const ROLES = ['member', 'admin', 'owner'] as const;

  test('a member assigns no role, an administrator none above their own, an owner any', () => {
    const assignable = ROLES.map((own) => ROLES.filter((role) => mayAssign(own, role)));
    expect(assignable).toEqual([[], ['member', 'admin'], ['member', 'admin', 'owner']]);
  });

  const owner = { role: 'owner', agreed: true } as const;
  const invitedOwner = { role: 'owner', agreed: false } as const;
  const member = { role: 'member', agreed: true } as const;

  test.each([
    ['admin', member, 0, { role: 'admin' }, undefined],
    ['admin', member, 0, { role: 'owner' }, 'above'],
    ['admin', owner, 5, { disableImpersonation: true }, 'above'],
    ['member', member, 0, {}, 'above'],
    ['owner', owner, 0, { role: 'admin' }, 'last_owner'],
    ['owner', owner, 0, { accepted: false }, 'last_owner'],
    ['owner', owner, 0, { role: 'owner', accepted: true }, undefined],
    ['owner', owner, 1, { role: 'member' }, undefined],
    ['owner', invitedOwner, 0, { role: 'member' }, undefined],
  ] as const)('%s changes %j with %d other owners to %j: %s', (own, target, otherOwners, change, refusal) => {
    const facts = { own, target, otherOwners, teamsOwnedAlone: [] };
    expect(changeRefusal(facts, change)).toBe(refusal);
  });

  test.each([
    ['admin', member, 0, false, undefined],
    ['admin', owner, 3, false, 'above'],
    ['member', member, 0, false, 'above'],
    ['member', member, 0, true, undefined],
    ['owner', owner, 0, true, 'last_owner'],
    ['owner', owner, 1, true, undefined],
    ['owner', invitedOwner, 0, true, undefined],
  ] as const)(
    '%s removes %j with %d other owners, self %s: %s',
    (own, target, otherOwners, self, refusal) => {
      const facts = { own, target, otherOwners, teamsOwnedAlone: [] };
      expect(removalRefusal(facts, { self })).toBe(refusal);
    },
  );

  test('the only owner of teams of an organization stays in it, with any role', () => {
    const facts = {
      own: 'owner',
      target: member,
      otherOwners: 3,
      teamsOwnedAlone: ['Pilots', 'Tugs'],
    } as const;
    const refusal = { lastOwnerOf: facts.teamsOwnedAlone };
    expect(removalRefusal(facts, { self: false })).toEqual(refusal);
    expect(removalRefusal(facts, { self: true })).toEqual(refusal);
    expect(changeRefusal(facts, { accepted: false })).toEqual(refusal);
    expect(changeRefusal(facts, { role: 'admin' })).toBeUndefined();
    expect(removalRefusal({ ...facts, own: 'member' }, { self: false })).toBe('above');
  });

  const NOW = Date.parse('2030-01-01T00:00:00Z');
  const open: InviteFacts = {
    expiresAt: new Date(NOW + 1),
    uses: 1,
    maxUses: 2,
    inviterMayInvite: true,
    membership: 'none',
    outside: false,
  };
  const verdicts: readonly (readonly [string, Partial<InviteFacts>])[] = [
    ['open', {}],
    ['expired', { expiresAt: new Date(NOW) }],
    ['used_up', { uses: 2 }],
    ['open', { uses: 2, membership: 'waiting' }],
    ['withdrawn', { inviterMayInvite: false }],
    ['outside', { outside: true }],
    ['member', { membership: 'agreed', uses: 2, inviterMayInvite: false }],
  ];
  test.each(verdicts)('an invite is %s with %j', (verdict, change) => {
    expect(inviteVerdict({ ...open, ...change }, NOW)).toBe(verdict);
  });
});

describe('memberships over HTTP', () => {
  const service = useService();
  let ada: Caller;
  let grace: Caller;
  let admin: Caller;
  let member: Caller;
  beforeAll(async () => {
    const callers = [];
    for (let count = 0; count < 4; count += 1) callers.push(await callerFor(service, SCOPES));
    [ada, grace, admin, member] = callers as [Caller, Caller, Caller, Caller];
  });

  const team = async (owner = ada, path = '/v2/teams') => {
    const reply = await owner.call<{ id: number }>('POST', path, { name: 'Front desk' });
    expect([reply.status, reply.error]).toEqual([201, undefined]);
    return reply.data.id;
  };
  let count = 0;
  const organization = async (owner = ada): Promise<number> => {
    const name = { name: 'Harbour', slug: `harbour-${(count += 1)}` };
    const result = await service.stores.teams.teams.createOrganization(owner.id, name, ACTOR);
    return typeof result === 'object' ? result.id : 0;
  };
  const organizationTeam = async (orgId: number) => {
    const input = { name: 'T', slugs: [`t-${(count += 1)}`], settings: {}, accepted: true, most: 100 };
    const result = await service.stores.teams.teams.create(
      ada.id,
      { organizationId: orgId, ...input },
      ACTOR,
    );
    return typeof result === 'object' ? result.id : 0;
  };
  const add = async (path: string, user: Caller, change: object = {}) => {
    const body = { userId: user.id, accepted: true, role: 'MEMBER', ...change };
    const reply = await ada.call<MembershipView>('POST', path, body);
    expect([reply.status, reply.error]).toEqual([201, undefined]);
    return reply.data;
  };
  const agree = async (user: Caller, { id }: MembershipView) =>
    service.stores.teams.ownMemberships.agree(user.id, id, ACTOR);
  /** Accepted by the user too. */
  const joined = async (path: string, user: Caller, change: object = {}) => {
    const added = await add(path, user, change);
    await agree(user, added);
    return (await ada.call<MembershipView>('GET', `${path}/${added.id}`)).data;
  };

  test('a membership is added, read, changed and removed', async () => {
    const path = `/v2/teams/${await team()}/memberships`;
    const added = await add(path, grace, { disableImpersonation: true });
    expect(added).toEqual({
      id: added.id,
      userId: grace.id,
      teamId: added.teamId,
      accepted: false,
      role: 'MEMBER',
      disableImpersonation: true,
      user: { name: '…', username: '…', email: '…@…' },
    });
    const one = `${path}/${added.id}`;
    expect((await ada.call('GET', one)).data).toEqual(added);
    const changed = await ada.call('PATCH', one, { role: 'ADMIN' });
    expect(changed.data).toEqual({ ...added, role: 'ADMIN' });
    const removed = await ada.call('DELETE', one);
    expect([removed.status, removed.data]).toEqual([200, changed.data]);
    expect((await ada.call('GET', one)).status).toBe(404);
    expect((await ada.call<readonly MembershipView[]>('GET', path)).data).toHaveLength(1);
  });

  test('by default a membership is an invitation with the role of a member', async () => {
    const teamId = await team();
    const reply = await ada.call<MembershipView>('POST', `/v2/teams/${teamId}/memberships`, {
      userId: grace.id,
    });
    expect(reply.data).toMatchObject({ accepted: false, role: 'MEMBER', disableImpersonation: false });
    expect((await grace.call('GET', `/v2/teams/${teamId}`)).status).toBe(404);
  });

  test('an invited user’s data is not disclosed until they accept, and the team’s not to them', async () => {
    const teamId = await team();
    const path = `/v2/teams/${teamId}/memberships`;
    const invited = await service.user();
    const nonMember = await callerFor(service, SCOPES, invited);
    const { name, username, email } = invited.account;
    const orgId = await organization();
    const paths = [path, `/v2/organizations/${orgId}/memberships`];
    for (const path of paths) {
      const added = await add(path, nonMember, { role: 'OWNER' });
      expect(added).toMatchObject({ accepted: false });
      const one = `${path}/${added.id}`;
      const replies = [
        await ada.call('PATCH', one, { accepted: true }),
        await ada.call('GET', one),
        await ada.call('GET', path),
        await ada.call('GET', `/v2/organizations/${orgId}/users`),
        await ada.call('POST', path, { userId: nonMember.id }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409]);
      const texts = replies.map(({ text }) => text).join();
      for (const secret of [name, username, email]) expect(texts).not.toContain(`"${secret}"`);
    }
    expect((await nonMember.call('GET', '/v2/teams')).data).toEqual([]);
    expect((await nonMember.call('GET', `/v2/teams/${teamId}`)).status).toBe(404);
  });

  test('a membership waits until its user consents, also one of a colleague, and refusals say so', async () => {
    const orgId = await organization();
    await joined(`/v2/organizations/${orgId}/memberships`, grace);
    const [teamId, invitedId] = [await team(), await team()];
    const path = `/v2/teams/${teamId}/memberships`;
    const added = await add(path, grace, { role: 'ADMIN' });
    expect(added).toMatchObject({ accepted: false, role: 'ADMIN' });
    const one = `${path}/${added.id}`;
    expect((await ada.call('PATCH', one, { accepted: true })).data).toMatchObject({ accepted: false });
    // A plain member meanwhile.
    expect((await grace.call('GET', `/v2/teams/${teamId}`)).status).toBe(200);
    const asAdmin = await grace.call('GET', path);
    expect([asAdmin.status, asAdmin.error.details]).toMatchObject([403, { membership: 'waiting' }]);
    const outsider = await callerFor(service, SCOPES);
    await add(`/v2/teams/${invitedId}/memberships`, outsider);
    const asInvited = await outsider.call('GET', `/v2/teams/${invitedId}`);
    expect([asInvited.status, asInvited.error.details]).toEqual([404, { membership: 'waiting' }]);
    await agree(grace, added);
    expect((await ada.call('GET', one)).data).toMatchObject({ accepted: true });
    expect((await grace.call('GET', path)).status).toBe(200);
  });

  test('additions are limited by account and hour', async () => {
    const busy = await callerFor(service, SCOPES);
    const path = `/v2/teams/${await team(busy)}/memberships`;
    const statuses = [];
    for (let additions = 0; additions <= ADDITIONS_PER_ACCOUNT.attempts; additions += 1)
      statuses.push((await busy.call('POST', path, { userId: 2_000_000_000 })).status);
    expect(statuses.at(-2)).toBe(400);
    expect(statuses.at(-1)).toBe(429);
    expect(
      (await ada.call('POST', `/v2/teams/${await team()}/memberships`, { userId: grace.id })).status,
    ).toBe(201);
  });

  test('an address is disclosed and found once the user has accepted', async () => {
    const path = `/v2/teams/${await team()}/memberships`;
    const added = await add(path, grace);
    const { email = '', name, username } = (await service.stores.accounts.accounts.findById(grace.id)) ?? {};
    const find = async () =>
      (await ada.call('GET', `${path}?emails=${email.toUpperCase()},x@y.example`)).data;
    expect(await find()).toEqual([]);
    await agree(grace, added);
    const disclosed = { ...added, accepted: true, user: { name, username, email, metadata: {} } };
    expect(await find()).toEqual([disclosed]);
    expect((await ada.call('GET', `${path}/${added.id}`)).data).toEqual(disclosed);
  });

  test('the list is paged, oldest first', async () => {
    const path = `/v2/teams/${await team()}/memberships`;
    const second = await add(path, grace);
    const all = (await ada.call<readonly MembershipView[]>('GET', path)).data;
    expect(all.map(({ userId, role }) => [userId, role])).toEqual([
      [ada.id, 'OWNER'],
      [grace.id, 'MEMBER'],
    ]);
    expect((await ada.call('GET', `${path}?take=1&skip=1`)).data).toEqual([second]);
    expect(faulty(await ada.call('GET', `${path}?take=0&skip=x`))).toEqual(['take', 'skip']);
  });

  test.each([
    ['userId', {}],
    ['userId', { userId: 'grace' }],
    ['userId', { userId: 0 }],
    ['userId', { userId: 2_000_000_000 }],
    ['role', { userId: 1, role: 'member' }],
    ['accepted', { userId: 1, accepted: 'yes' }],
    ['disableImpersonation', { userId: 1, disableImpersonation: 1 }],
  ])('names %s as faulty in %j', async (property, body) => {
    const reply = await ada.call('POST', `/v2/teams/${await team()}/memberships`, body);
    expect([reply.status, faulty(reply)]).toEqual([400, [property]]);
  });

  test('a second membership of a user is a conflict', async () => {
    const reply = await ada.call('POST', `/v2/teams/${await team()}/memberships`, { userId: ada.id });
    expect([reply.status, reply.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('administrators manage members; members and others do not', async () => {
    const teamId = await team();
    const path = `/v2/teams/${teamId}/memberships`;
    const [adminship, membership] = [
      await joined(path, admin, { role: 'ADMIN' }),
      await joined(path, member),
    ];
    const statuses = async (caller: Caller) => [
      (await caller.call('GET', path)).status,
      (await caller.call('GET', `${path}/${membership.id}`)).status,
      (await caller.call('POST', path, { userId: grace.id, role: 'OWNER' })).status,
      (await caller.call('PATCH', `${path}/${membership.id}`, {})).status,
      (await caller.call('POST', `/v2/teams/${teamId}/invite`)).status,
    ];
    expect(await statuses(grace)).toEqual([404, 404, 404, 404, 404]);
    expect(await statuses(member)).toEqual([403, 403, 403, 403, 403]);
    expect(await statuses(admin)).toEqual([200, 200, 403, 200, 200]);
    const own = `${path}/${adminship.id}`;
    const refused = await admin.call('PATCH', own, { role: 'OWNER' });
    expect([refused.status, refused.error.code]).toEqual([403, 'INSUFFICIENT_ROLE']);
    expect(refused.error.message).toContain('higher role than yours');
    expect((await admin.call('DELETE', own)).status).toBe(200);
    expect((await admin.call('GET', path)).status).toBe(404);
  });

  test('the last owner is not demoted or removed', async () => {
    const path = `/v2/teams/${await team()}/memberships`;
    const [own] = (await ada.call<readonly MembershipView[]>('GET', path)).data;
    for (const [method, body] of [
      ['PATCH', { role: 'ADMIN' }],
      ['PATCH', { accepted: false }],
      ['DELETE', undefined],
    ] as const) {
      const reply = await ada.call(method, `${path}/${own?.id}`, body);
      expect([reply.status, reply.error.code]).toEqual([409, 'CONFLICT']);
      expect(reply.error.message).toMatch(/last owner/);
    }
  });

  test('of two owners who demote each other at once one remains', async () => {
    const path = `/v2/teams/${await team()}/memberships`;
    const second = await joined(path, grace, { role: 'OWNER' });
    const [first] = (await ada.call<readonly MembershipView[]>('GET', path)).data;
    const replies = await Promise.all([
      ada.call('PATCH', `${path}/${second.id}`, { role: 'MEMBER' }),
      grace.call('PATCH', `${path}/${first?.id}`, { role: 'MEMBER' }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a removed member has no access with the next call, on every replica', async () => {
    const teamId = await team();
    const path = `/v2/teams/${teamId}/memberships`;
    const visitor = await visit(service);
    const client = await service.client({ scopes: ['TEAM_PROFILE_READ'] });
    const { access_token } = await tokensFor(service, client, visitor, { scope: 'TEAM_PROFILE_READ' });
    const replicas = [service, await service.replica()];
    const statuses = async () => {
      const headers = { authorization: `Bearer ${access_token}` };
      const answers = replicas.map(({ url }) => fetch(`${url}/v2/teams/${teamId}`, { headers }));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const userId = visitor.user.account.id;
    const added = await ada.call<MembershipView>('POST', path, { userId });
    await service.stores.teams.ownMemberships.agree(userId, added.data.id, ACTOR);
    expect(await statuses()).toEqual([200, 200]);
    await ada.call('DELETE', `${path}/${added.data.id}`);
    expect(await statuses()).toEqual([404, 404]);
  });

  test('a membership is found only in its own team, at both mounts', async () => {
    const orgId = await organization();
    const [teamId, otherId] = [await organizationTeam(orgId), await organizationTeam(orgId)];
    const mounts = [`/v2/teams/${teamId}`, `/v2/organizations/${orgId}/teams/${teamId}`];
    const [first] = (await ada.call<readonly MembershipView[]>('GET', `${mounts[0]}/memberships`)).data;
    for (const mount of mounts)
      expect((await ada.call('GET', `${mount}/memberships/${first?.id}`)).data).toEqual(first);
    const others = [
      `/v2/teams/${otherId}`,
      `/v2/organizations/${orgId}`,
      `/v2/organizations/${orgId}/teams/${otherId}`,
    ];
    for (const mount of others)
      for (const method of ['GET', 'DELETE'])
        expect((await ada.call(method, `${mount}/memberships/${first?.id}`)).status).toBe(404);
    const strange = `/v2/organizations/${await organization()}/teams/${teamId}/memberships`;
    expect((await ada.call('GET', strange)).status).toBe(404);
  });

  test('a team of an organization admits only its members', async () => {
    const orgId = await organization();
    const path = `/v2/organizations/${orgId}/teams/${await organizationTeam(orgId)}/memberships`;
    const outside = await ada.call('POST', path, { userId: grace.id, role: 'MEMBER' });
    expect([outside.status, outside.error.code]).toEqual([409, 'CONFLICT']);
    expect(outside.error.message).toMatch(/not in the organization/);
    await joined(`/v2/organizations/${orgId}/memberships`, grace);
    expect(await add(path, grace)).toMatchObject({ accepted: true });
  });

  test('removing a membership of an organization removes those of its teams', async () => {
    const orgId = await organization();
    const path = `/v2/organizations/${orgId}/memberships`;
    const added = await joined(path, grace);
    expect(added).toMatchObject({ teamId: orgId, userId: grace.id, role: 'MEMBER', attributes: [] });
    expect((await grace.call('GET', path)).status).toBe(403);
    expect((await member.call('GET', path)).status).toBe(404);
    expect((await ada.call<readonly MembershipView[]>('GET', path)).data).toHaveLength(2);
    const teamId = await organizationTeam(orgId);
    await add(`/v2/teams/${teamId}/memberships`, grace);
    expect((await grace.call('GET', `/v2/teams/${teamId}`)).status).toBe(200);
    const one = `${path}/${added.id}`;
    expect((await ada.call('PATCH', one, { role: 'ADMIN' })).data).toMatchObject({ role: 'ADMIN' });
    expect((await grace.call('GET', one)).data).toMatchObject({ id: added.id });
    expect((await ada.call('DELETE', one)).data).toMatchObject({ id: added.id, attributes: [] });
    expect((await grace.call('GET', `/v2/teams/${teamId}`)).status).toBe(404);
    expect((await grace.call('GET', path)).status).toBe(404);
  });

  test('the only owner of a team is not removed from its organization, and the error names the team', async () => {
    const orgId = await organization();
    const path = `/v2/organizations/${orgId}/memberships`;
    const { id } = await joined(path, grace, { role: 'ADMIN' });
    const terms = { name: 'Pilots', slugs: [`t-${(count += 1)}`], settings: {}, accepted: true, most: 100 };
    await service.stores.teams.teams.create(grace.id, { organizationId: orgId, ...terms }, ACTOR);
    const replies = [
      await ada.call('DELETE', `${path}/${id}`),
      await ada.call('PATCH', `${path}/${id}`, { accepted: false }),
      await ada.call('DELETE', `/v2/organizations/${orgId}/users/${grace.id}`),
    ];
    for (const { status, error } of replies) {
      expect([status, error.code]).toEqual([409, 'CONFLICT']);
      expect(error.message).toContain('Pilots');
      expect(error.details).toMatchObject({ teams: ['Pilots'] });
    }
    expect((await grace.call('GET', path)).status).toBe(200);
  });

  test('an administrator of the organization manages its teams without a membership of them', async () => {
    const orgId = await organization();
    const teamId = await organizationTeam(orgId);
    await joined(`/v2/organizations/${orgId}/memberships`, admin, { role: 'ADMIN' });
    const path = `/v2/organizations/${orgId}/teams/${teamId}/memberships`;
    const reply = await admin.call<MembershipView>('POST', path, {
      userId: admin.id,
      role: 'OWNER',
      accepted: true,
    });
    expect([reply.status, reply.data.role]).toEqual([201, 'OWNER']);
    // Accepted by the user: the address is disclosed.
    expect(reply.data.user.email).toContain('@example.com');
  });

  test('scopes of teams do not permit the memberships of an organization', async () => {
    const orgId = await organization();
    const caller = await callerFor(service, ['TEAM_MEMBERSHIP_READ', 'TEAM_MEMBERSHIP_WRITE']);
    await joined(`/v2/organizations/${orgId}/memberships`, caller, { role: 'OWNER' });
    expect((await caller.call('GET', `/v2/organizations/${orgId}/memberships`)).status).toBe(403);
    const teamId = await organizationTeam(orgId);
    expect((await caller.call('GET', `/v2/teams/${teamId}/memberships`)).status).toBe(200);
  });

  describe('invite links', () => {
    const invite = async (path: string, body?: object) =>
      ada.call<{ token: string; inviteLink: string }>('POST', path, body);

    test('are created with and without limits, and stored only as a hash', async () => {
      const path = `/v2/teams/${await team()}/invite`;
      const plain = await invite(path);
      expect(plain.status).toBe(200);
      expect(plain.data.token).toMatch(/^[\w-]{43}$/);
      expect(plain.data.inviteLink).toBe(`${service.config.appUrl}/teams/join/${plain.data.token}`);
      const expiresAt = new Date(Date.now() + 60_000).toISOString();
      expect((await invite(path, { expiresAt, maxUsageCount: 3 })).status).toBe(200);
      const entries = await service.stores.events.audit.list(undefined, 10_000);
      const opened = entries.filter(({ action }) => action === 'team.invite_opened');
      expect(opened.at(-1)?.facts).toEqual({ expiresAt, maxUses: 3 });
      expect(JSON.stringify(entries)).not.toContain(plain.data.token);
    });

    test.each([
      ['expiresAt', { expiresAt: 'tomorrow' }],
      ['expiresAt', { expiresAt: '2001-01-01T00:00:00Z' }],
      ['expiresAt', { expiresAt: '2999-01-01T00:00:00Z' }],
      ['maxUsageCount', { maxUsageCount: 0 }],
      ['maxUsageCount', { maxUsageCount: 1.5 }],
    ])('name %s as faulty in %j', async (property, body) => {
      const reply = await invite(`/v2/teams/${await team()}/invite`, body);
      expect([reply.status, faulty(reply)]).toEqual([400, [property]]);
    });

    test('are created at the mount of an organization too, and not for the organization itself', async () => {
      const orgId = await organization();
      const teamId = await organizationTeam(orgId);
      expect((await invite(`/v2/organizations/${orgId}/teams/${teamId}/invite`)).status).toBe(200);
      expect((await invite(`/v2/teams/${orgId}/invite`)).status).toBe(404);
    });
  });
});
