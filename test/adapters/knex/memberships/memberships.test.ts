/* Stores of memberships: roles are decided under a lock, and users accept memberships themselves. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createMembershipStore } from '../../../../adapters/knex/memberships/memberships.js';
import { createOrganizationUserStore } from '../../../../adapters/knex/organizations/organization-users.js';
import { createOwnMembershipStore } from '../../../../adapters/knex/memberships/own-memberships.js';
import { createInviteStore } from '../../../../adapters/knex/memberships/team-invites.js';
import { createTeamStore } from '../../../../adapters/knex/teams/teams.js';
import type { Membership, NewMembership } from '../../../../src/scheduling/memberships/store.js';
import { backendName } from '../../../support/backend.js';
import { onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, unique } from '../../../contracts/samples.js';

const ALL = { take: 250, skip: 0 };
const UNKNOWN_IDS = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];
const DAY = 86_400_000;

const slug = (): string =>
  `s-${unique()
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')}`;

function object<T extends object>(answer: T | string | undefined): T {
  if (typeof answer !== 'object') throw new Error(`not made: ${answer ?? 'undefined'}`);
  return answer;
}

describe(`the stores of memberships on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createMembershipStore(database());
  const own = () => createOwnMembershipStore(database());
  const invites = () => createInviteStore(database());
  const teams = () => createTeamStore(database());
  const user = () => insertAccount(database());

  async function team(ownerId: number, organizationId?: number): Promise<number> {
    const terms = { name: 'Society', slugs: [slug()], settings: {}, accepted: true, most: 100 };
    return object(await teams().create(ownerId, { organizationId, ...terms }, ACTOR)).id;
  }
  const organization = async (ownerId: number) =>
    object(await teams().createOrganization(ownerId, { name: 'Harbour', slug: slug() }, ACTOR)).id;

  const add = (groupId: number, by: number, accountId: number, change: Partial<NewMembership> = {}) => {
    const terms = { role: 'member' as const, accepted: true, disableImpersonation: false };
    return store().add(groupId, by, { accountId, ...terms, ...change }, ACTOR);
  };
  const added = async (...input: Parameters<typeof add>) => object(await add(...input));
  /** Accepted by the user too. */
  const joined = async (...input: Parameters<typeof add>): Promise<Membership> => {
    const { id, accountId, groupId } = await added(...input);
    await own().agree(accountId, id, ACTOR);
    return object(await store().find(groupId, id));
  };
  /** Two members of one organization. */
  async function colleagues(): Promise<readonly [number, number]> {
    const [one, other] = [await user(), await user()];
    await joined(await organization(one), one, other);
    return [one, other];
  }
  const membershipOf = async (groupId: number, accountId: number): Promise<Membership> => {
    const membership = (await store().list(groupId, ALL)).find((one) => one.accountId === accountId);
    return object(membership);
  };
  const roleOf = async (groupId: number, accountId: number) =>
    (await teams().readMembership(accountId, { orgId: undefined, teamId: groupId }))?.role;
  const auditOf = async (id: number) => {
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    return entries.filter(({ subject }) => subject === `membership:${id}`);
  };
  const notifications = async (accountId: number): Promise<readonly unknown[]> =>
    database()('job')
      .where({ kind: 'notification' })
      .whereRaw(`payload->>'to' = ?`, [String(accountId)]);

  describe('adding', () => {
    test('a colleague becomes a member who has not accepted yet, and is notified by mail', async () => {
      const [ownerId, otherId] = await colleagues();
      const before = (await notifications(otherId)).length;
      const groupId = await team(ownerId);
      const membership = await added(groupId, ownerId, otherId, { role: 'admin' });
      expect(membership).toMatchObject({
        groupId,
        accountId: otherId,
        role: 'admin',
        accepted: true,
        agreed: false,
        disableImpersonation: false,
        user: { name: 'Ada Lovelace' },
      });
      expect(await store().find(groupId, membership.id)).toEqual(membership);
      expect(await notifications(otherId)).toHaveLength(before + 1);
      expect(await notifications(ownerId)).toHaveLength(0);
    });

    test('a user who has not accepted has the rights of a member, whatever the role', async () => {
      const [ownerId, otherId] = await colleagues();
      const groupId = await team(ownerId);
      const { id } = await added(groupId, ownerId, otherId, { role: 'owner' });
      expect(await roleOf(groupId, otherId)).toBe('member');
      expect(await add(groupId, otherId, await user())).toBe('above');
      await own().agree(otherId, id, ACTOR);
      expect(await roleOf(groupId, otherId)).toBe('owner');
    });

    test('other users are only invited; to an organization also colleagues', async () => {
      const [ownerId, colleagueId] = await colleagues();
      const otherUserId = await user();
      const [groupId, orgId] = [await team(ownerId), await organization(ownerId)];
      const change = { role: 'owner' as const, accepted: true };
      for (const [invitedTo, inviteeId] of [
        [groupId, otherUserId],
        [orgId, otherUserId],
        [orgId, colleagueId],
      ] as const) {
        const { id } = await added(invitedTo, ownerId, inviteeId, change);
        const target = { groupId: invitedTo, id, by: ownerId };
        expect(await store().change(target, { accepted: true }, ACTOR)).toMatchObject({ accepted: false });
        expect(await roleOf(invitedTo, inviteeId)).toBeUndefined();
      }
    });

    test('an invited user has no role until they accept', async () => {
      const [ownerId, otherId] = [await user(), await user()];
      const groupId = await team(ownerId);
      const { id } = await added(groupId, ownerId, otherId, { accepted: false });
      expect(await roleOf(groupId, otherId)).toBeUndefined();
      expect(object(await own().agree(otherId, id, ACTOR))).toMatchObject({ accepted: true, agreed: true });
      expect(await roleOf(groupId, otherId)).toBe('member');
    });

    test('a user has one membership of a group, also after parallel additions', async () => {
      const [ownerId, otherId] = [await user(), await user()];
      const groupId = await team(ownerId);
      const answers = await Promise.all(Array.from({ length: 4 }, () => add(groupId, ownerId, otherId)));
      expect(answers.filter((answer) => answer === 'member_already')).toHaveLength(3);
    });

    test('a role above the caller’s is refused, a member assigns none, and a non-member finds no group', async () => {
      const [ownerId, adminId, memberId, newId] = [await user(), await user(), await user(), await user()];
      const groupId = await team(ownerId);
      await joined(groupId, ownerId, adminId, { role: 'admin' });
      await joined(groupId, ownerId, memberId);
      expect(await add(groupId, adminId, newId, { role: 'owner' })).toBe('above');
      expect(await add(groupId, memberId, newId)).toBe('above');
      expect(await add(groupId, newId, newId)).toBeUndefined();
      expect(await add(groupId, adminId, newId, { role: 'admin' })).toMatchObject({ role: 'admin' });
    });

    test('unknown and disabled accounts are not added', async () => {
      const [ownerId, disabledId] = [await user(), await user()];
      await database()('account').where({ id: disabledId }).update({ disabled_at: new Date() });
      const groupId = await team(ownerId);
      for (const id of [...UNKNOWN_IDS, disabledId])
        expect(await add(groupId, ownerId, id)).toBe('unknown_account');
    });

    test('a team of an organization admits only its members, and their consent to it holds for the team', async () => {
      const [ownerId, insideId, addedId, outsideId] = [
        await user(),
        await user(),
        await user(),
        await user(),
      ];
      const orgId = await organization(ownerId);
      const groupId = await team(ownerId, orgId);
      await own().agree(insideId, (await added(orgId, ownerId, insideId, { accepted: false })).id, ACTOR);
      const { id: acceptedForId } = await added(orgId, ownerId, addedId);
      await database()('membership').where({ id: acceptedForId }).update({ accepted: true });
      expect(await added(groupId, ownerId, insideId)).toMatchObject({ agreed: true });
      expect(await added(groupId, ownerId, addedId)).toMatchObject({ accepted: false, agreed: false });
      expect(await add(groupId, ownerId, outsideId)).toBe('outside');
      const { id } = await added(orgId, ownerId, outsideId, { accepted: false });
      expect(await add(groupId, ownerId, outsideId)).toBe('outside');
      await own().agree(outsideId, id, ACTOR);
      expect(await added(groupId, ownerId, outsideId)).toMatchObject({ agreed: true });
    });
  });

  describe('reading', () => {
    test('the list is paged, oldest first, and filters by addresses of members who accepted', async () => {
      const [ownerId, otherId] = [await user(), await user()];
      const groupId = await team(ownerId);
      const second = await added(groupId, ownerId, otherId);
      const first = await membershipOf(groupId, ownerId);
      expect(await store().list(groupId, ALL)).toEqual([first, second]);
      expect(await store().list(groupId, { take: 1, skip: 1 })).toEqual([second]);
      const emails = [first.user.email.toUpperCase(), second.user.email, 'a\0b'];
      expect(await store().list(groupId, { ...ALL, emails })).toEqual([first]);
    });

    test('a membership of another group is not found', async () => {
      const ownerId = await user();
      const [groupId, otherGroupId] = [await team(ownerId), await team(ownerId)];
      const { id } = await membershipOf(groupId, ownerId);
      expect(await store().find(otherGroupId, id)).toBeUndefined();
      const target = { groupId: otherGroupId, id, by: ownerId };
      expect(await store().change(target, { role: 'member' }, ACTOR)).toBeUndefined();
      expect(await store().remove(target, ACTOR)).toBeUndefined();
      for (const unknown of UNKNOWN_IDS) {
        expect(await store().find(groupId, unknown)).toBeUndefined();
        expect(await store().find(unknown, id)).toBeUndefined();
        expect(await store().list(unknown, ALL)).toEqual([]);
        expect(await add(unknown, ownerId, ownerId)).toBeUndefined();
        expect(await store().remove({ groupId, id: unknown, by: ownerId }, ACTOR)).toBeUndefined();
        expect(await store().change({ groupId: unknown, id, by: ownerId }, {}, ACTOR)).toBeUndefined();
      }
    });
  });

  describe('changing and removing', () => {
    test('the last owner is neither demoted nor removed, and cannot leave', async () => {
      const [ownerId, adminId] = [await user(), await user()];
      const groupId = await team(ownerId);
      await added(groupId, ownerId, adminId, { role: 'admin' });
      const { id } = await membershipOf(groupId, ownerId);
      const target = { groupId, id, by: ownerId };
      expect(await store().change(target, { role: 'admin' }, ACTOR)).toBe('last_owner');
      expect(await store().change(target, { accepted: false }, ACTOR)).toBe('last_owner');
      expect(await store().remove(target, ACTOR)).toBe('last_owner');
      expect(await own().leave(ownerId, id, ACTOR)).toBe('last_owner');
      expect(await roleOf(groupId, ownerId)).toBe('owner');
    });

    test('an owner who is disabled or has not accepted does not count as another owner', async () => {
      const [ownerId, colleagueId] = await colleagues();
      const [disabledId, invitedId] = [await user(), await user()];
      const groupId = await team(ownerId);
      await joined(groupId, ownerId, disabledId, { role: 'owner' });
      await added(groupId, ownerId, invitedId, { role: 'owner', accepted: false });
      expect(await added(groupId, ownerId, colleagueId, { role: 'owner' })).toMatchObject({ accepted: true });
      await database()('account').where({ id: disabledId }).update({ disabled_at: new Date() });
      const { id } = await membershipOf(groupId, ownerId);
      expect(await store().remove({ groupId, id, by: ownerId }, ACTOR)).toBe('last_owner');
      expect(await store().change({ groupId, id, by: ownerId }, { role: 'admin' }, ACTOR)).toBe('last_owner');
    });

    test.each(['demote', 'remove'] as const)(
      'of two owners who %s each other at once one remains',
      async (how) => {
        const act = (target: { groupId: number; id: number; by: number }) =>
          how === 'remove'
            ? store().remove(target, ACTOR)
            : store().change(target, { role: 'member' }, ACTOR);
        const race = async () => {
          const [firstId, secondId] = [await user(), await user()];
          const groupId = await team(firstId);
          const second = await joined(groupId, firstId, secondId, { role: 'owner' });
          const first = await membershipOf(groupId, firstId);
          await Promise.all([
            act({ groupId, id: second.id, by: firstId }),
            act({ groupId, id: first.id, by: secondId }),
          ]);
          const roles = [await roleOf(groupId, firstId), await roleOf(groupId, secondId)];
          return roles.filter((role) => role === 'owner').length;
        };
        expect(await Promise.all(Array.from({ length: 5 }, race))).toEqual([1, 1, 1, 1, 1]);
      },
    );

    test('a demoted administrator cannot change memberships any more', async () => {
      const [ownerId, adminId, memberId] = [await user(), await user(), await user()];
      const groupId = await team(ownerId);
      const admin = await joined(groupId, ownerId, adminId, { role: 'admin' });
      const member = await joined(groupId, ownerId, memberId);
      await store().change({ groupId, id: admin.id, by: ownerId }, { role: 'member' }, ACTOR);
      const target = { groupId, id: member.id, by: adminId };
      expect(await store().change(target, { role: 'admin' }, ACTOR)).toBe('above');
      expect(await store().remove(target, ACTOR)).toBe('above');
    });

    test('an administrator changes no owners and assigns no ownership', async () => {
      const [ownerId, adminId] = [await user(), await user()];
      const groupId = await team(ownerId);
      const admin = await joined(groupId, ownerId, adminId, { role: 'admin' });
      const { id } = await membershipOf(groupId, ownerId);
      expect(await store().change({ groupId, id, by: adminId }, { role: 'member' }, ACTOR)).toBe('above');
      expect(await store().remove({ groupId, id, by: adminId }, ACTOR)).toBe('above');
      const self = { groupId, id: admin.id, by: adminId };
      expect(await store().change(self, { role: 'owner' }, ACTOR)).toBe('above');
      expect(await store().remove(self, ACTOR)).toMatchObject({ id: admin.id });
      expect(await roleOf(groupId, adminId)).toBeUndefined();
    });

    test('an administrator cannot accept for another user', async () => {
      const [ownerId, otherId] = await colleagues();
      const groupId = await team(ownerId);
      const { id } = await added(groupId, ownerId, otherId, { accepted: false });
      const target = { groupId, id, by: ownerId };
      const yes = await store().change(target, { accepted: true, disableImpersonation: true }, ACTOR);
      expect(yes).toMatchObject({ accepted: true, agreed: false, disableImpersonation: true });
      await own().agree(otherId, id, ACTOR);
      expect(await store().change(target, { accepted: true }, ACTOR)).toMatchObject({ agreed: true });
      expect(await store().change(target, { accepted: false }, ACTOR)).toMatchObject({ agreed: false });
      expect(await store().change(target, { accepted: true }, ACTOR)).toMatchObject({ agreed: false });
    });

    test('each change writes one audit entry with its actor, and a refused one writes none', async () => {
      const [ownerId, otherId] = [await user(), await user()];
      const groupId = await team(ownerId);
      const { id } = await added(groupId, ownerId, otherId);
      const target = { groupId, id, by: ownerId };
      await store().change(target, { role: 'admin' }, ACTOR);
      await store().change(target, { role: 'admin' }, ACTOR);
      await own().agree(otherId, id, ACTOR);
      await own().agree(otherId, id, ACTOR);
      await store().remove(target, ACTOR);
      await store().remove(target, ACTOR);
      const facts = { accountId: otherId, team: groupId };
      expect(await auditOf(id)).toMatchObject([
        { ...ACTOR, action: 'membership.created', facts: { ...facts, role: 'member', agreed: false } },
        { ...ACTOR, action: 'membership.changed', facts: { ...facts, role: 'admin' } },
        { ...ACTOR, action: 'membership.accepted', facts },
        { ...ACTOR, action: 'membership.removed', facts },
      ]);
    });
  });

  describe('leaving an organization', () => {
    async function inside() {
      const [ownerId, otherId] = [await user(), await user()];
      const orgId = await organization(ownerId);
      const groupId = await team(ownerId, orgId);
      const { id } = await added(orgId, ownerId, otherId);
      await own().agree(otherId, id, ACTOR);
      await added(groupId, ownerId, otherId, { role: 'admin' });
      await database()('account').where({ id: otherId }).update({ booking_limits: '{"perDay":3}' });
      return { ownerId, otherId, orgId, groupId, target: { groupId: orgId, id, by: ownerId } };
    }
    const limitsOf = async (id: number) =>
      database()<{ id: number; booking_limits: unknown }>('account').where({ id }).first('booking_limits');

    test('removes the memberships of its teams and the booking limits', async () => {
      const { otherId, groupId, target } = await inside();
      await store().remove(target, ACTOR);
      expect(await roleOf(groupId, otherId)).toBeUndefined();
      expect(await own().list(otherId)).toEqual([]);
      expect(await limitsOf(otherId)).toEqual({ booking_limits: {} });
      const entries = await createAuditLog(database()).list(undefined, 10_000);
      const cleared = entries.filter(({ action }) => action === 'booking_limits.cleared');
      expect(cleared.at(-1)).toMatchObject({ ...ACTOR, subject: `account:${otherId}` });
    });

    test('when the membership is no longer accepted, those of its teams are not either', async () => {
      const { ownerId, otherId, groupId, target } = await inside();
      await store().change(target, { accepted: false }, ACTOR);
      expect(await roleOf(groupId, otherId)).toBeUndefined();
      expect(await limitsOf(otherId)).toEqual({ booking_limits: {} });
      const { id } = await membershipOf(groupId, otherId);
      const again = { groupId, id, by: ownerId };
      expect(await store().change(again, { accepted: true }, ACTOR)).toBe('outside');
      expect(await own().agree(otherId, id, ACTOR)).toBe('outside');
    });

    test('each team writes an audit entry with the same actor', async () => {
      const { otherId, groupId, target } = await inside();
      const { id } = await membershipOf(groupId, otherId);
      const facts = { accountId: otherId, team: groupId, left: 'organization' };
      await store().change(target, { accepted: false }, ACTOR);
      const waiting = { ...facts, accepted: false, agreed: false };
      expect((await auditOf(id)).at(-1)).toMatchObject({
        ...{ ...ACTOR, action: 'membership.changed', facts: waiting },
      });
      await store().remove(target, ACTOR);
      expect((await auditOf(id)).at(-1)).toMatchObject({ ...ACTOR, action: 'membership.removed', facts });
    });

    test('the only owner of one of its teams stays until it has another owner', async () => {
      const { ownerId, otherId, orgId, target } = await inside();
      const [groupId] = [await team(otherId, orgId), await team(otherId)];
      const refusal = { lastOwnerOf: ['Society'] };
      const users = createOrganizationUserStore(database());
      const user = { organizationId: orgId, accountId: otherId, by: ownerId };
      expect(await store().remove(target, ACTOR)).toEqual(refusal);
      expect(await store().change(target, { accepted: false }, ACTOR)).toEqual(refusal);
      expect(await own().leave(otherId, target.id, ACTOR)).toEqual(refusal);
      expect(await users.remove(user, ACTOR)).toEqual(refusal);
      expect(await roleOf(groupId, otherId)).toBe('owner');
      await added(groupId, ownerId, ownerId, { role: 'owner' });
      expect(await users.remove(user, ACTOR)).toMatchObject({ id: otherId });
      expect(await roleOf(groupId, otherId)).toBeUndefined();
    });

    test('of two owners of a team who leave its organization at once one stays', async () => {
      const race = async () => {
        const { ownerId, otherId, orgId, target } = await inside();
        const thirdId = await user();
        const third = await joined(orgId, ownerId, thirdId);
        const groupId = await team(otherId, orgId);
        await added(groupId, ownerId, thirdId, { role: 'owner' });
        await Promise.all([
          store().remove(target, ACTOR),
          store().remove({ ...target, id: third.id }, ACTOR),
        ]);
        const roles = [await roleOf(groupId, otherId), await roleOf(groupId, thirdId)];
        return roles.filter((role) => role === 'owner').length;
      };
      expect(await Promise.all(Array.from({ length: 5 }, race))).toEqual([1, 1, 1, 1, 1]);
    });

    test('preserves the booking limits of a member of another organization', async () => {
      const { otherId, target } = await inside();
      await organization(otherId);
      await store().remove(target, ACTOR);
      expect(await limitsOf(otherId)).toEqual({ booking_limits: { perDay: 3 } });
    });

    test('preserves the booking limits when the member leaves only a team', async () => {
      const { ownerId, otherId, groupId } = await inside();
      const { id } = await membershipOf(groupId, otherId);
      await store().remove({ groupId, id, by: ownerId }, ACTOR);
      expect(await limitsOf(otherId)).toEqual({ booking_limits: { perDay: 3 } });
    });

    test('in parallel with an addition to one of its teams adds no member there', async () => {
      const { ownerId, otherId, orgId, target } = await inside();
      const groupId = await team(ownerId, orgId);
      await Promise.all([store().remove(target, ACTOR), add(groupId, ownerId, otherId)]);
      expect(await roleOf(groupId, otherId)).toBeUndefined();
    });
  });

  describe('the memberships of a user', () => {
    test('name the group, the role and the inviter, open invitations first', async () => {
      const [ownerId, otherId] = [await user(), await user()];
      const orgId = await organization(ownerId);
      const { id: first } = await added(orgId, ownerId, otherId);
      await own().agree(otherId, first, ACTOR);
      const groupId = await team(ownerId, orgId);
      const { id } = await added(groupId, ownerId, otherId, { role: 'admin', accepted: false });
      expect(await own().list(otherId)).toEqual([
        {
          id,
          groupId,
          role: 'admin',
          accepted: false,
          agreed: false,
          group: { name: 'Society', organization: false, organizationName: 'Harbour' },
          inviter: 'Ada Lovelace',
        },
        expect.objectContaining({ id: first, group: { name: 'Harbour', organization: true } }),
      ]);
    });

    test('are not found by other users', async () => {
      const [ownerId, otherId] = [await user(), await user()];
      const groupId = await team(ownerId);
      const { id } = await added(groupId, ownerId, otherId, { accepted: false });
      expect(await own().find(ownerId, id)).toBeUndefined();
      expect(await own().agree(ownerId, id, ACTOR)).toBeUndefined();
      expect(await own().leave(ownerId, id, ACTOR)).toBeUndefined();
      expect(await own().find(otherId, id)).toMatchObject({ id, accepted: false });
      for (const unknown of UNKNOWN_IDS) {
        expect(await own().find(otherId, unknown)).toBeUndefined();
        expect(await own().agree(otherId, unknown, ACTOR)).toBeUndefined();
        expect(await own().leave(otherId, unknown, ACTOR)).toBeUndefined();
        expect(await own().list(unknown)).toEqual([]);
      }
    });
  });

  describe('invite links', () => {
    const open = async (groupId: number, by: number, change: object = {}) => {
      const tokenHash = unique();
      const now = new Date();
      const terms = { expiresAt: new Date(now.getTime() + DAY), maxUses: 2, most: 3, now };
      const answer = await invites().open(groupId, by, { tokenHash, ...terms, ...change }, ACTOR);
      return { tokenHash, answer };
    };
    const holder = (accountId: number, tokenHash: string, later = 0) => ({
      accountId,
      tokenHashes: ['another', tokenHash],
      now: new Date(Date.now() + later),
    });
    const join = (accountId: number, tokenHash: string, later = 0) =>
      invites().join(holder(accountId, tokenHash, later), ACTOR);

    test('make the user a member who has accepted', async () => {
      const [ownerId, otherId] = [await user(), await user()];
      const groupId = await team(ownerId);
      const { tokenHash, answer } = await open(groupId, ownerId);
      expect(answer).toBe('opened');
      expect(await invites().find(holder(otherId, tokenHash))).toMatchObject({
        group: { name: 'Society', organization: false },
        inviter: 'Ada Lovelace',
        facts: { uses: 0, maxUses: 2, inviterMayInvite: true, membership: 'none', outside: false },
      });
      await join(otherId, tokenHash);
      expect(await membershipOf(groupId, otherId)).toMatchObject({
        role: 'member',
        accepted: true,
        agreed: true,
      });
      expect(await join(otherId, tokenHash)).toMatchObject({ facts: { membership: 'agreed', uses: 1 } });
      expect(await invites().find(holder(otherId, unique()))).toBeUndefined();
    });

    test('with one use left admit one of many users at once', async () => {
      const ownerId = await user();
      const groupId = await team(ownerId);
      const { tokenHash } = await open(groupId, ownerId, { maxUses: 1 });
      const userIds = await Promise.all(Array.from({ length: 5 }, user));
      await Promise.all(userIds.map((id) => join(id, tokenHash)));
      expect(await store().list(groupId, ALL)).toHaveLength(2);
    });

    test('count no use for an invited user, whose assigned role does not change', async () => {
      const [ownerId, otherId] = [await user(), await user()];
      const groupId = await team(ownerId);
      await added(groupId, ownerId, otherId, { role: 'admin', accepted: false });
      const { tokenHash } = await open(groupId, ownerId, { maxUses: 1 });
      expect(await join(otherId, tokenHash)).toMatchObject({ facts: { membership: 'waiting' } });
      expect(await membershipOf(groupId, otherId)).toMatchObject({ role: 'admin', agreed: true });
      const next = await invites().find(holder(await user(), tokenHash));
      expect(next).toMatchObject({ facts: { uses: 0 } });
    });

    test('admit no user after expiry, from outside the organization, or once the inviter may not invite', async () => {
      const [ownerId, adminId, otherId] = [await user(), await user(), await user()];
      const orgId = await organization(ownerId);
      const [inside, alone] = [await team(ownerId, orgId), await team(ownerId)];
      const admin = await joined(alone, ownerId, adminId, { role: 'admin' });
      const byAdmin = await open(alone, adminId);
      await store().change({ groupId: alone, id: admin.id, by: ownerId }, { role: 'member' }, ACTOR);
      expect(await join(otherId, byAdmin.tokenHash)).toMatchObject({ facts: { inviterMayInvite: false } });
      const insideLink = await open(inside, ownerId);
      expect(await join(otherId, insideLink.tokenHash)).toMatchObject({ facts: { outside: true } });
      const expired = await open(alone, ownerId);
      await join(otherId, expired.tokenHash, 2 * DAY);
      expect(await own().list(otherId)).toEqual([]);
    });

    test('leave no invited address behind, as any other way to accept', async () => {
      const [ownerId, byPage, byLink, byAdmin] = [await user(), await user(), await user(), await user()];
      const orgId = await organization(ownerId);
      for (const id of [byPage, byLink, byAdmin]) await joined(orgId, ownerId, id);
      const groupId = await team(ownerId, orgId);
      const invited = async (id: number) =>
        added(groupId, ownerId, id, { accepted: false, invitedAs: `user-${id}@example.com` });
      const [first, , last] = [await invited(byPage), await invited(byLink), await invited(byAdmin)];
      const found = await store().list(groupId, { ...ALL, search: `USER-${byLink}@` });
      expect(found.map(({ invitedAs }) => invitedAs)).toEqual([`user-${byLink}@example.com`]);
      await own().agree(byPage, first.id, ACTOR);
      await join(byLink, (await open(groupId, ownerId)).tokenHash);
      await store().change({ groupId, id: last.id, by: ownerId }, { accepted: true }, ACTOR);
      const rows = database()('membership').where({ team_id: groupId, agreed: true });
      expect(await rows.pluck('invited_email')).toEqual([null, null, null, null]);
    });

    test('are created only by administrators, up to the maximum', async () => {
      const [ownerId, memberId] = [await user(), await user()];
      const groupId = await team(ownerId);
      await joined(groupId, ownerId, memberId);
      expect((await open(groupId, memberId)).answer).toBeUndefined();
      expect((await open(groupId, await user())).answer).toBeUndefined();
      const answers = await Promise.all(Array.from({ length: 5 }, () => open(groupId, ownerId)));
      expect(answers.filter(({ answer }) => answer === 'too_many')).toHaveLength(2);
    });
  });
});
