/* Stores of granted resources and organization apps: what grants permit, and how an organization finds them. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createClientStore } from '../../../../adapters/knex/clients/clients.js';
import {
  createGrantedResourcesStore,
  sweepGrantNotes,
} from '../../../../adapters/knex/authorization/granted-resources.js';
import { createOrganizationAppStore } from '../../../../adapters/knex/organization-apps/organization-apps.js';
import { createTeamStore } from '../../../../adapters/knex/teams/teams.js';
import type { IndexedGrant } from '../../../../src/authorization/grants/granted-resources-store.js';
import type { Role } from '../../../../src/api/role.js';
import type { Managing } from '../../../../src/organization-apps/store.js';
import { backendName } from '../../../support/backend.js';
import { onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, client, unique, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';

const UNKNOWN_IDS = [0, -1, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER];
const HOUR = 3_600_000;

interface NoteRow {
  readonly family_id: string;
  readonly team_ids: readonly number[] | null;
  readonly organization_ids: readonly number[] | null;
}

describe(`grants and the organizations they permit on ${backendName}`, () => {
  const database = onDatabase();
  const grantedResources = () => createGrantedResourcesStore(database());
  const apps = () => createOrganizationAppStore(database());
  const teams = () => createTeamStore(database());

  const slug = (): string =>
    unique()
      .toLowerCase()
      .replaceAll(/[^a-z\d]/g, '');

  async function registered(name = 'Acme'): Promise<string> {
    const input = client(await insertAccount(database()), { name, status: 'approved' });
    await createClientStore(database()).create(input, ACTOR);
    return input.id;
  }

  async function organization(ownerId: number, name = 'Harbour'): Promise<number> {
    const row = await teams().createOrganization(ownerId, { name, slug: slug() }, ACTOR);
    if (typeof row !== 'object') throw new Error('not made');
    return row.id;
  }

  async function team(ownerId: number, organizationId?: number, name = 'Desk'): Promise<number> {
    const terms = { name, slugs: [slug()], settings: {}, accepted: true, most: 100 };
    const row = await teams().create(ownerId, { organizationId, ...terms }, ACTOR);
    if (typeof row !== 'object') throw new Error('not made');
    return row.id;
  }

  const join = (
    groupId: number,
    accountId: number,
    role: Role = 'member',
    accepted = true,
    agreed = accepted,
  ) => database()('membership').insert({ team_id: groupId, account_id: accountId, role, accepted, agreed });

  async function indexed(change: Partial<IndexedGrant> & Pick<IndexedGrant, 'accountId' | 'clientId'>) {
    const endsAt = new Date(Date.now() + HOUR);
    const grant = { familyId: unique(), teams: [], organizations: [], endsAt, ...change };
    await grantedResources().index(grant);
    return grant.familyId;
  }

  const familyIds = async (managing: Managing, clientId?: string) => {
    const question = { take: 100, ...(clientId !== undefined && { clientId }) };
    return (await apps().grants(managing, question)).map(({ familyId }) => familyId);
  };

  describe('the groups of a user', () => {
    test('are their accepted memberships, and every team of an organization that they manage', async () => {
      const [owner, member] = [await insertAccount(database()), await insertAccount(database())];
      const own = await organization(owner, 'B Harbour');
      const inside = await team(owner, own, 'Inside');
      const unjoined = await team(owner, own, 'Another');
      const [invited, elsewhere] = [await team(owner), await organization(member, 'A Society')];
      await join(own, member);
      await join(inside, member);
      await join(invited, member, 'owner', false);
      await database()('membership').where({ team_id: unjoined }).delete();
      const seen = async (id: number) =>
        (await grantedResources().grantableGroups(id, 'c')).map((group) => [group.id, group.manages]);
      expect(await seen(member)).toEqual([
        [elsewhere, true],
        [own, false],
        [inside, false],
      ]);
      const [, first] = await grantedResources().grantableGroups(owner, 'c');
      expect(first).toEqual({
        ...{ id: unjoined, name: 'Another', organization: false, organizationName: 'B Harbour' },
        ...{ manages: false, closed: false },
      });
      expect((await seen(owner)).map(([id]) => id)).toEqual([own, unjoined, invited, inside]);
    });

    test('say whether they admit the application, and so does a membership that is read for one', async () => {
      const owner = await insertAccount(database());
      const [own, clientId] = [await organization(owner), await registered()];
      const [inside, alone] = [await team(owner, own), await team(owner)];
      const managing = { organizationId: own, viewerId: owner };
      const closed = async (id = clientId) =>
        (await grantedResources().grantableGroups(owner, id))
          .filter((group) => group.closed)
          .map((group) => group.id);
      const membership = async (teamId: number | undefined, id?: string) => {
        const group = { orgId: teamId === undefined ? own : undefined, teamId };
        const read = await teams().readMembership(owner, group, id);
        return read?.role === undefined ? undefined : read.closed;
      };
      expect(await closed()).toEqual([]);
      expect(await apps().setPolicy(managing, 'listed', ACTOR)).toBe(true);
      expect((await closed()).sort()).toEqual([own, inside].sort());
      expect([await membership(undefined, clientId), await membership(inside, clientId)]).toEqual([
        true,
        true,
      ]);
      expect([await membership(alone, clientId), await membership(inside)]).toEqual([undefined, undefined]);
      await apps().admit(managing, { clientId, most: 10 }, ACTOR);
      expect([await closed(), await membership(inside, clientId)]).toEqual([[], undefined]);
      expect(await closed(await registered())).toHaveLength(2);
    });

    test('of an unknown account are none, and names are those of existing groups', async () => {
      for (const id of UNKNOWN_IDS) expect(await grantedResources().grantableGroups(id, 'c')).toEqual([]);
      for (const text of UNSTORABLE_TEXTS)
        expect(await grantedResources().grantableGroups(1, text)).toEqual([]);
      const id = await team(await insertAccount(database()), undefined, 'Named');
      expect(await grantedResources().namesOf([id, ...UNKNOWN_IDS])).toEqual(new Map([[id, 'Named']]));
    });
  });

  describe('an organization', () => {
    test('is found by its managers, with its teams and its list by name', async () => {
      const [owner, admin, member] = [
        await insertAccount(database()),
        await insertAccount(database()),
        await insertAccount(database()),
      ];
      const id = await organization(owner);
      const inside = await team(owner, id, 'Desk');
      await join(id, admin, 'admin');
      await join(id, member);
      const [zebra, acme] = [await registered('zebra'), await registered('Acme')];
      const managing = { organizationId: id, viewerId: owner };
      for (const clientId of [zebra, acme])
        expect(await apps().admit(managing, { clientId, most: 2 }, ACTOR)).toBe('admitted');
      const organizationFound = await apps().find({ ...managing, viewerId: admin });
      expect(organizationFound).toMatchObject({ id, name: 'Harbour', policy: 'every' });
      expect(organizationFound?.listed.map(({ name }) => name)).toEqual(['Acme', 'zebra']);
      expect(organizationFound?.teams).toEqual(new Map([[inside, 'Desk']]));
      for (const viewerId of [member, await insertAccount(database()), ...UNKNOWN_IDS])
        expect(await apps().find({ ...managing, viewerId })).toBeUndefined();
      for (const organizationId of [inside, ...UNKNOWN_IDS])
        expect(await apps().find({ ...managing, organizationId })).toBeUndefined();
    });

    test('is not managed by users who have not accepted, and their grants are not listed', async () => {
      const [owner, notAccepted] = [await insertAccount(database()), await insertAccount(database())];
      const [id, clientId] = [await organization(owner), await registered()];
      await join(id, notAccepted, 'admin', true, false);
      await indexed({ accountId: notAccepted, clientId, organizations: 'all' });
      expect(await apps().find({ organizationId: id, viewerId: notAccepted })).toBeUndefined();
      expect(await familyIds({ organizationId: id, viewerId: owner })).toEqual([]);
      expect(await grantedResources().grantableGroups(notAccepted, clientId)).toMatchObject([
        { id, manages: false },
      ]);
    });

    test('is not changed by other users, and nothing is written', async () => {
      const [owner, member] = [await insertAccount(database()), await insertAccount(database())];
      const [id, clientId] = [await organization(owner), await registered()];
      await join(id, member);
      const theirs = { organizationId: id, viewerId: member };
      expect(await apps().setPolicy(theirs, 'listed', ACTOR)).toBe(false);
      expect(await apps().admit(theirs, { clientId, most: 9 }, ACTOR)).toBeUndefined();
      await apps().admit({ ...theirs, viewerId: owner }, { clientId, most: 9 }, ACTOR);
      expect(await apps().dismiss(theirs, clientId, ACTOR)).toBe(false);
      await indexed({ accountId: member, clientId, organizations: 'all' });
      expect(await familyIds(theirs)).toEqual([]);
      expect(await familyIds({ ...theirs, viewerId: owner })).toHaveLength(1);
      const entries = await createAuditLog(database()).list(undefined, 10_000);
      const about = entries.filter(({ subject }) => subject === `team:${id}`).map(({ action }) => action);
      expect(about).toEqual(['organization.created', 'organization.client_admitted']);
    });

    test('writes an audit entry for each change, once', async () => {
      const owner = await insertAccount(database());
      const managing = { organizationId: await organization(owner), viewerId: owner };
      const clientId = await registered();
      const admission = { clientId, most: 1 };
      expect(await apps().setPolicy(managing, 'every', ACTOR)).toBe(true);
      expect(await apps().admit(managing, admission, ACTOR)).toBe('admitted');
      expect(await apps().admit(managing, admission, ACTOR)).toBe('listed_already');
      expect(await apps().admit(managing, { clientId: await registered(), most: 1 }, ACTOR)).toBe('full');
      for (const unknown of ['nope', ...UNSTORABLE_TEXTS])
        expect(await apps().admit(managing, { clientId: unknown, most: 9 }, ACTOR)).toBe('no_such_client');
      expect(await apps().dismiss(managing, clientId, ACTOR)).toBe(true);
      expect(await apps().dismiss(managing, clientId, ACTOR)).toBe(false);
      const entries = await createAuditLog(database()).list(undefined, 10_000);
      const about = entries.filter(({ subject }) => subject === `team:${managing.organizationId}`);
      expect(about.map(({ action }) => action)).toEqual([
        'organization.created',
        'organization.client_admitted',
        'organization.client_dismissed',
      ]);
    });

    test('lists at most the maximum of clients, also with parallel additions', async () => {
      const owner = await insertAccount(database());
      const managing = { organizationId: await organization(owner), viewerId: owner };
      const ids = await Promise.all(Array.from({ length: 6 }, () => registered()));
      const answers = await Promise.all(
        ids.map((clientId) => apps().admit(managing, { clientId, most: 2 }, ACTOR)),
      );
      expect(answers.filter((answer) => answer === 'admitted')).toHaveLength(2);
      expect((await apps().find(managing))?.listed).toHaveLength(2);
    });
  });

  describe('references to grants', () => {
    async function fixture() {
      const [owner, member] = [await insertAccount(database()), await insertAccount(database())];
      const organizationId = await organization(owner);
      const [mine, theirs] = [await team(owner, organizationId), await team(owner, organizationId)];
      await join(organizationId, member);
      await join(theirs, member);
      const managing = { organizationId, viewerId: owner };
      return { owner, member, mine, theirs, managing, clientId: await registered() };
    }
    async function noteOf(familyId: string) {
      const [row] = await database()<NoteRow>('place_grant').where({ family_id: familyId });
      return (
        row && { teams: row.team_ids?.toSorted() ?? 'all', organizations: row.organization_ids ?? 'all' }
      );
    }
    type Fixture = Awaited<ReturnType<typeof fixture>>;
    type GrantedIds = Pick<IndexedGrant, 'teams' | 'organizations'>;

    test.each<readonly [string, (w: Fixture) => Partial<GrantedIds>, byMember: boolean, byOwner: boolean]>([
      ['all teams', () => ({ teams: 'all' }), true, true],
      ['all organizations', () => ({ organizations: 'all' }), true, true],
      ['this organization', (w) => ({ organizations: [w.managing.organizationId] }), true, true],
      ['another organization', () => ({ organizations: [2_000_000_000] }), false, false],
      ['a team of both', (w) => ({ teams: [w.theirs] }), true, true],
      ['a team of the owner alone', (w) => ({ teams: [w.mine] }), false, true],
      ['a team elsewhere', () => ({ teams: [2_000_000_000] }), false, false],
      ['nothing', () => ({}), false, false],
    ])('that permit %s', async (_, change, byMember, byOwner) => {
      const w = await fixture();
      const of = (accountId: number) => indexed({ accountId, clientId: w.clientId, ...change(w) });
      const [member, owner] = [await of(w.member), await of(w.owner)];
      const notes = await familyIds(w.managing);
      expect([notes.includes(member), notes.includes(owner)]).toEqual([byMember, byOwner]);
    });

    test.each<readonly [string, before: GrantedIds, after: GrantedIds, left: GrantedIds | undefined]>([
      [
        'all',
        { teams: 'all', organizations: 'all' },
        { teams: [5, 6], organizations: 'all' },
        { teams: [5, 6], organizations: 'all' },
      ],
      [
        'chosen ones',
        { teams: [5, 6], organizations: [3] },
        { teams: [6, 7], organizations: 'all' },
        { teams: [6], organizations: [3] },
      ],
      [
        'none of the teams',
        { teams: [5], organizations: [3] },
        { teams: [], organizations: [3] },
        { teams: [], organizations: [3] },
      ],
      ['none at all', { teams: 'all', organizations: [3] }, { teams: [], organizations: [] }, undefined],
    ])('that were narrowed permit the rest of %s', async (_, before, after, left) => {
      const w = await fixture();
      const familyId = await indexed({ accountId: w.owner, clientId: w.clientId, ...before });
      const other = await indexed({ accountId: w.owner, clientId: w.clientId, ...before });
      await grantedResources().narrow(familyId, after);
      await grantedResources().narrow(familyId, after);
      expect(await noteOf(familyId)).toEqual(left);
      expect(await noteOf(other)).toEqual(before);
    });

    test('that are narrowed twice at once permit the intersection, in either order', async () => {
      const w = await fixture();
      const [one, two] = [
        { teams: [5, 6], organizations: [3] },
        { teams: [6, 7], organizations: 'all' },
      ] as const;
      const familyId = await indexed({
        accountId: w.owner,
        clientId: w.clientId,
        teams: 'all',
        organizations: 'all',
      });
      await Promise.all([grantedResources().narrow(familyId, two), grantedResources().narrow(familyId, one)]);
      expect(await noteOf(familyId)).toEqual({ teams: [6], organizations: [3] });
      await grantedResources().narrow(unique(), one);
      await grantedResources().narrow('\0', one);
    });

    test('of a user without a team in the organization permit none of it', async () => {
      const w = await fixture();
      const lonely = await insertAccount(database());
      await join(w.managing.organizationId, lonely);
      await indexed({ accountId: lonely, clientId: w.clientId, teams: 'all' });
      const invited = await insertAccount(database());
      await join(w.managing.organizationId, invited, 'admin', false);
      await indexed({ accountId: invited, clientId: w.clientId, teams: 'all', organizations: 'all' });
      expect(await familyIds(w.managing)).toEqual([]);
    });

    test('are ordered by the name of the client, paged, and filtered by client', async () => {
      const w = await fixture();
      const [zebra, acme] = [await registered('zebra'), await registered('Acme')];
      const of = (name: string, accountId: number, clientId: string) =>
        indexed({ familyId: `${name}-${unique()}`, accountId, clientId, teams: 'all' });
      const [fourth, third] = [await of('2', w.owner, zebra), await of('1', w.owner, zebra)];
      const [second, first] = [await of('2', w.member, acme), await of('1', w.member, acme)];
      const all = [first, second, third, fourth];
      expect(await familyIds(w.managing)).toEqual(all);
      expect(await familyIds(w.managing, zebra)).toEqual([third, fourth]);
      const paged: unknown[] = [];
      for (let after = undefined as { clientId: string; familyId: string } | undefined; ;) {
        const [next] = await apps().grants(w.managing, { take: 1, ...(after && { after }) });
        if (next === undefined) break;
        paged.push(next.familyId);
        after = next;
      }
      expect(paged).toEqual(all);
      const [reference] = await apps().grants(w.managing, { take: 1 });
      expect(Object.keys(reference?.user ?? {})).toEqual(['name', 'email']);
    });

    test('are deleted on request, after their expiry, and with their client', async () => {
      const w = await fixture();
      const of = (change: Partial<IndexedGrant> = {}) =>
        indexed({ accountId: w.owner, clientId: w.clientId, teams: 'all', ...change });
      const [remaining, deleted] = [await of(), await of()];
      const ended = await of({ endsAt: new Date(Date.now() - 1) });
      expect(await familyIds(w.managing)).not.toContain(ended);
      await apps().deleteReferences([deleted]);
      await apps().deleteReferences([]);
      await sweepGrantNotes(database());
      const rows = await database()<{ family_id: string }>('place_grant').whereIn('family_id', [
        remaining,
        deleted,
        ended,
      ]);
      expect(rows.map(({ family_id: id }) => id)).toEqual([remaining]);
      await grantedResources().index({
        familyId: remaining,
        accountId: w.owner,
        clientId: w.clientId,
        teams: [],
        organizations: [],
        endsAt: new Date(0),
      });
      expect(await familyIds(w.managing)).toEqual([remaining]);
      await database()('client').where({ id: w.clientId }).delete();
      expect(await familyIds(w.managing)).toEqual([]);
    });

    test('are searched with any text', async () => {
      const w = await fixture();
      for (const text of UNSTORABLE_TEXTS) {
        expect(await familyIds(w.managing, text)).toEqual([]);
        const after = { clientId: text, familyId: text };
        expect(await apps().grants(w.managing, { take: 1, after })).toEqual([]);
      }
    });
  });
});
