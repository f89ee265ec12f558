/* Clients that belong to a team are managed by the managers of the team alone. */
import type { ClientEdit } from '../../../../src/clients/record-store.js';
import type { NewClient } from '../../../../src/clients/store.js';
import { backendName } from '../../../support/backend.js';
import { onBackend } from '../../../contracts/on-backend.js';
import { ACTOR, client, newAccount, secret, unique } from '../../../contracts/samples.js';

const slug = (): string =>
  `s-${unique()
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')}`;

const EDIT: ClientEdit = {
  version: 1,
  now: { name: 'New', purpose: 'Newer.', redirectUris: ['https://new.example/'], scopes: ['PROFILE_READ'] },
  legacy: false,
  facts: { changed: [{ field: 'name', before: ['Old'], after: ['New'] }] },
};

describe(`clients of teams on ${backendName}`, () => {
  const open = onBackend();

  async function account(): Promise<number> {
    const created = await open().accounts.accounts.create(newAccount(), ACTOR);
    if (created === 'email_taken') throw new Error('the address of a sample was taken');
    return created.id;
  }
  async function team(ownerId: number, organizationId?: number): Promise<number> {
    const terms = { name: 'Society', slugs: [slug()], settings: {}, accepted: true, most: 100 };
    const created = await open().teams.teams.create(ownerId, { organizationId, ...terms }, ACTOR);
    return typeof created === 'object' ? created.id : 0;
  }
  async function organization(ownerId: number): Promise<number> {
    const created = await open().teams.teams.createOrganization(
      ownerId,
      { name: 'Harbour', slug: slug() },
      ACTOR,
    );
    return typeof created === 'object' ? created.id : 0;
  }
  /** Adds a confirmed member to a team or organization. */
  async function addMember(
    groupId: number,
    by: number,
    accountId: number,
    role: 'member' | 'admin' | 'owner',
    agrees = true,
  ) {
    const terms = { accountId, role, accepted: true, disableImpersonation: false };
    const added = await open().teams.memberships.add(groupId, by, terms, ACTOR);
    const id = typeof added === 'object' ? added.id : 0;
    if (agrees) await open().teams.ownMemberships.agree(accountId, id, ACTOR);
    return { groupId, id, by };
  }
  async function registerClient(ownerId: number, change: Partial<NewClient> = {}): Promise<string> {
    const input = client(ownerId, change);
    expect(await open().clients.clients.create(input, ACTOR)).toBe('created');
    return input.id;
  }
  const listed = async (accountId: number) =>
    (await open().clients.records.ofManager(accountId)).map((record) => record.client.id);
  const usersOf = async (id: string) => [
    ...((await open().clients.blocklists.read()).pendingClients.get(id) ?? []),
  ];

  /** A team in an organization with a user of each role, and its client. */
  async function teamWithClient() {
    const [orgOwner, owner, admin, member, nonMember] = [
      await account(),
      await account(),
      await account(),
      await account(),
      await account(),
    ];
    const orgId = await organization(orgOwner);
    const inside = await Promise.all(
      [owner, admin, member].map((id) => addMember(orgId, orgOwner, id, 'member')),
    );
    expect(inside.every(({ id }) => id > 0)).toBe(true);
    const teamId = await team(orgOwner, orgId);
    await addMember(teamId, orgOwner, owner, 'owner');
    const adminship = await addMember(teamId, orgOwner, admin, 'admin');
    await addMember(teamId, orgOwner, member, 'member');
    const id = await registerClient(owner, { teamId });
    return { orgOwner, owner, admin, member, nonMember, orgId, teamId, id, adminship };
  }

  test('are managed by owners and administrators of the team and of its organization', async () => {
    const { orgOwner, owner, admin, member, nonMember, teamId, id } = await teamWithClient();
    const found = await open().clients.clients.find(id);
    expect(found?.teamId).toBe(teamId);
    expect(found?.managerIds.toSorted()).toEqual([orgOwner, owner, admin].toSorted());
    expect(await open().clients.records.find(id)).toMatchObject({
      team: { id: teamId, name: 'Society' },
      owner: { id: owner },
    });
    for (const manager of [orgOwner, owner, admin]) expect(await listed(manager)).toEqual([id]);
    for (const other of [member, nonMember]) expect(await listed(other)).toEqual([]);
  });

  test('are changed by their managers only', async () => {
    const { admin, member, nonMember, id } = await teamWithClient();
    const {
      clients: { records, clients },
    } = open();
    for (const other of [member, nonMember]) {
      expect(await records.edit(id, other, EDIT, ACTOR)).toBe('not_found');
      expect(await records.withdraw(id, other, 1, ACTOR)).toBe('not_found');
      expect(await records.addTester(id, other, { accountId: other, most: 9 }, ACTOR)).toBe('not_found');
      expect(await records.removeTester(id, other, other, ACTOR)).toBe('not_found');
      expect(await clients.addSecret(id, secret(), ACTOR, other)).toBe('not_found');
      expect(await clients.removeSecret(id, 'any', ACTOR, other)).toBe('not_found');
      expect(await records.transfer(id, other, {}, ACTOR)).toBe('not_found');
      expect(await records.remove(id, other, ACTOR)).toBe('not_found');
    }
    expect(await records.edit(id, admin, EDIT, ACTOR)).toBe('done');
    expect(await clients.addSecret(id, secret(), ACTOR, admin)).toBe('added');
    expect(await records.addTester(id, admin, { accountId: nonMember, most: 9 }, ACTOR)).toBe('added');
    expect(await records.remove(id, admin, ACTOR)).toBe('removed');
  });

  test('list the users who registered, changed or took them over as contributors, after a change of managers too', async () => {
    const { orgOwner, owner, admin, id, adminship } = await teamWithClient();
    const {
      clients: { records },
      teams: { memberships },
    } = open();
    const contributors = async () => (await records.find(id))?.contributorIds;
    expect(await contributors()).toEqual([owner]);
    await records.edit(id, admin, EDIT, ACTOR);
    expect(await contributors()).toEqual([owner, admin].toSorted((a, b) => a - b));
    await memberships.remove(adminship, ACTOR);
    await records.transfer(id, orgOwner, {}, ACTOR);
    expect((await records.find(id))?.client.managerIds).toEqual([orgOwner]);
    expect(await contributors()).toEqual([orgOwner, owner, admin].toSorted((a, b) => a - b));
  });

  test('are neither managed nor used by an administrator who has not confirmed their membership', async () => {
    const [ownerId, other] = [await account(), await account()];
    const teamId = await team(ownerId);
    const id = await registerClient(ownerId, { teamId });
    const { id: membershipId } = await addMember(teamId, ownerId, other, 'owner', false);
    expect([await usersOf(id), await listed(other)]).toEqual([[ownerId], []]);
    expect(await open().clients.records.teamsOf(other)).toEqual([]);
    expect(await open().clients.clients.create(client(other, { teamId }), ACTOR)).toBe('not_your_team');
    expect(await open().clients.records.transfer(id, other, {}, ACTOR)).toBe('not_found');
    await open().teams.ownMemberships.agree(other, membershipId, ACTOR);
    expect([(await usersOf(id)).toSorted(), await listed(other)]).toEqual([
      [ownerId, other].toSorted(),
      [id],
    ]);
  });

  test('are lost by a former manager of the team, also by the account that registered them', async () => {
    const { orgOwner, owner, admin, teamId, id, adminship } = await teamWithClient();
    const {
      clients: { records },
      teams: { memberships },
    } = open();
    await memberships.remove(adminship, ACTOR);
    expect(await listed(admin)).toEqual([]);
    expect(await records.edit(id, admin, EDIT, ACTOR)).toBe('not_found');
    const [own] = (await memberships.list(teamId, { take: 9, skip: 0 })).filter(
      (one) => one.accountId === owner,
    );
    await memberships.change({ groupId: teamId, id: own?.id ?? 0, by: orgOwner }, { role: 'member' }, ACTOR);
    expect(await listed(owner)).toEqual([]);
    expect(await records.edit(id, owner, EDIT, ACTOR)).toBe('not_found');
    expect(await listed(orgOwner)).toEqual([id]);
  });

  test('may be used by their managers while they are pending, and every change of managers raises the revision', async () => {
    const { orgOwner, owner, admin, member, orgId, teamId, id, adminship } = await teamWithClient();
    const {
      teams: { memberships, ownMemberships },
      clients: { blocklists },
    } = open();
    expect((await usersOf(id)).toSorted()).toEqual([orgOwner, owner, admin].toSorted());
    const moved = async (change: () => Promise<unknown>) => {
      const before = await blocklists.revision();
      await change();
      return (await blocklists.revision()) !== before;
    };
    expect(await moved(() => memberships.change(adminship, { role: 'member' }, ACTOR))).toBe(true);
    expect((await usersOf(id)).toSorted()).toEqual([orgOwner, owner].toSorted());
    const late = await account();
    expect(await moved(() => addMember(orgId, orgOwner, late, 'admin'))).toBe(true);
    expect(await usersOf(id)).toContain(late);
    const [membership] = await ownMemberships.list(late);
    expect(await moved(() => ownMemberships.leave(late, membership?.id ?? 0, ACTOR))).toBe(true);
    expect(await usersOf(id)).not.toContain(late);
    const elsewhere = await team(member);
    expect(await moved(() => addMember(elsewhere, member, owner, 'admin'))).toBe(false);
    expect(await moved(() => memberships.remove({ ...adminship, groupId: teamId }, ACTOR))).toBe(true);
  });

  test('are registered by managers of the team', async () => {
    const { orgOwner, member, nonMember, admin, teamId } = await teamWithClient();
    for (const other of [member, nonMember])
      expect(await open().clients.clients.create(client(other, { teamId }), ACTOR)).toBe('not_your_team');
    for (const manager of [orgOwner, admin]) await registerClient(manager, { teamId });
    expect(await open().clients.clients.create(client(orgOwner, { teamId: 2_000_000_000 }), ACTOR)).toBe(
      'not_your_team',
    );
  });

  test('are transferred between an account and its team', async () => {
    const { owner, admin, member, nonMember, orgOwner, teamId } = await teamWithClient();
    const {
      clients: { records, clients },
      events: { audit },
    } = open();
    const id = await registerClient(admin);
    expect(await records.transfer(id, owner, { teamId }, ACTOR)).toBe('not_found');
    expect(await records.transfer(id, admin, { teamId: await team(nonMember) }, ACTOR)).toBe('not_allowed');
    expect(await records.transfer(id, admin, {}, ACTOR)).toBe('not_allowed');
    expect(await records.transfer(id, admin, { teamId }, ACTOR)).toBe('done');
    expect((await clients.find(id))?.managerIds.toSorted()).toEqual([orgOwner, owner, admin].toSorted());
    expect(await records.transfer(id, admin, {}, ACTOR)).toBe('not_allowed');
    expect(await records.transfer(id, member, {}, ACTOR)).toBe('not_found');
    expect(await records.transfer(id, owner, { teamId }, ACTOR)).toBe('not_allowed');
    expect(await records.transfer(id, owner, {}, ACTOR)).toBe('done');
    expect(await clients.find(id)).toMatchObject({ ownerId: owner, managerIds: [owner] });
    expect(await records.find(id)).toMatchObject({ version: 3 });
    const entries = (await audit.list(undefined, 10_000)).filter(({ subject }) => subject === `client:${id}`);
    expect(entries.slice(1)).toMatchObject([
      { ...ACTOR, action: 'client.transferred', facts: { by: admin, to: { owner: admin, team: teamId } } },
      {
        ...ACTOR,
        action: 'client.transferred',
        facts: { by: owner, from: { team: teamId }, to: { team: null } },
      },
    ]);
  });

  test('may be registered for the listed teams, with their organization and whether the user owns them', async () => {
    const { orgOwner, owner, admin, member, teamId } = await teamWithClient();
    const listed = { id: teamId, name: 'Society', organizationName: 'Harbour' };
    const {
      clients: { records },
    } = open();
    expect(await records.teamsOf(orgOwner)).toEqual([{ ...listed, owner: true }]);
    expect(await records.teamsOf(owner)).toEqual([{ ...listed, owner: true }]);
    expect(await records.teamsOf(admin)).toEqual([{ ...listed, owner: false }]);
    expect(await records.teamsOf(member)).toEqual([]);
    const alone = await team(member);
    expect(await records.teamsOf(member)).toEqual([{ id: alone, name: 'Society', owner: true }]);
  });

  test('prevent the deletion of their team, also one that is registered in parallel', async () => {
    const { orgOwner, teamId, id } = await teamWithClient();
    const {
      teams: { teams },
      clients: { records },
    } = open();
    expect(await teams.remove({ teamId }, ACTOR)).toEqual({ clients: ['Acme Sync'] });
    await records.remove(id, orgOwner, ACTOR);
    const input = client(orgOwner, { teamId });
    const [removed, created] = await Promise.all([
      teams.remove({ teamId }, ACTOR),
      open().clients.clients.create(input, ACTOR),
    ]);
    expect([created, removed !== undefined && 'clients' in removed]).toEqual(
      created === 'created' ? ['created', true] : ['not_your_team', false],
    );
  });

  test('are found by reviewers by the name of the team', async () => {
    const { orgOwner } = await teamWithClient();
    const terms = { name: 'Quartermaster', slugs: [slug()], settings: {}, accepted: true, most: 100 };
    const made2 = await open().teams.teams.create(orgOwner, { organizationId: undefined, ...terms }, ACTOR);
    const id = await registerClient(orgOwner, { teamId: typeof made2 === 'object' ? made2.id : 0 });
    const question = { filter: 'all' as const, words: ['quarterm'] };
    const found = await open().clients.records.queue(question, { most: 5 });
    expect(found.map((record) => record.client.id)).toEqual([id]);
    expect(await open().clients.records.queueCounts(['quarterm'])).toMatchObject({ all: 1 });
  });
});
