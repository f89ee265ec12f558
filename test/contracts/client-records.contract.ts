/* What every ClientRecordStore promises: ownership, versions, proposals, testers, and the audit rows they leave. */
import type {
  ClientEdit,
  ClientRecord,
  ProposedTerms,
  QueueFilter,
  QueueCursor,
} from '../../src/clients/record-store.js';
import { parseCursor, formatCursor, waitingSince } from '../../src/clients/review/review-queue.js';
import type { ClientStatus, NewClient } from '../../src/clients/store.js';
import type { Stores } from '../../src/stores.js';
import { ACTOR, client, newAccount, unique } from './samples.js';

type Needed = Pick<Stores, 'accounts' | 'clients' | 'events'>;

const PROPOSED: ProposedTerms = {
  name: 'Acme Two',
  supportEmail: 'help@two.example',
  privacyPolicy: 'https://two.example/privacy',
  termsOfService: 'https://two.example/terms',
  redirectUris: ['https://two.example/callback'],
  scopes: ['ORG_BOOKING_READ', 'BOOKING_READ'],
};

/** What a verdict on a proposal was about. */
const CHANGES = [{ field: 'name', before: ['Old'], after: ['New'] }];

export function clientRecordsContract(open: () => Needed): void {
  async function account(): Promise<number> {
    const account = await open().accounts.accounts.create(newAccount(), ACTOR);
    if (account === 'email_taken') throw new Error('the address of a sample was taken');
    return account.id;
  }

  async function createClient(change: Partial<NewClient> = {}) {
    const {
      clients: { clients, records },
    } = open();
    const ownerId = change.ownerId ?? (await account());
    const input = client(ownerId, change);
    await clients.create(input, ACTOR);
    const findRecord = async (): Promise<ClientRecord> => {
      const record = await records.find(input.id);
      if (!record) throw new Error('the client is missing');
      return record;
    };
    return { records, clients, input, id: input.id, ownerId, findRecord };
  }

  const edit = (change: Partial<ClientEdit> = {}): ClientEdit => ({
    version: 1,
    now: { name: 'New', purpose: 'Newer.', redirectUris: ['https://new.example/'], scopes: ['PROFILE_READ'] },
    legacy: false,
    facts: { changed: CHANGES },
    ...change,
  });

  const entriesOf = async (id: string) => {
    const entries = await open().events.audit.list(undefined, 10_000);
    return entries.filter(({ subject }) => subject === `client:${id}`);
  };
  const actionsOf = async (id: string) => (await entriesOf(id)).map(({ action }) => action);

  test('a record is the client with its owner and its version', async () => {
    const { findRecord, clients, id, ownerId } = await createClient();
    const record = await findRecord();
    expect(record).toMatchObject({ version: 1, owner: { id: ownerId, name: 'Ada Lovelace' } });
    expect(record.owner.createdAt).toBeInstanceOf(Date);
    expect(record.client).toEqual(await clients.find(id));
    expect(Object.keys(record)).not.toEqual(expect.arrayContaining(['proposal']));
    expect(await open().clients.records.find(unique())).toBeUndefined();
  });

  test('the filter for faulty hosts finds those that would be refused today, by address and website', async () => {
    const name = `Hosts ${unique()}`;
    const made = async (change: Partial<NewClient>) => (await createClient({ name, ...change })).id;
    const faulty = await Promise.all(
      [
        'https://a;script-src.example/cb',
        'https://a_b.example',
        'https://-a.example/',
        'https://a.example.?x=1',
      ].map((uri) => made({ redirectUris: ['https://good.example/', uri] })),
    );
    faulty.push(await made({ website: "https://a'b.example" }));
    await made({
      website: 'https://b\u00fccher.example',
      redirectUris: [
        ...['https://good.example:8443?a;b', 'https://192.0.2.1', 'http://[::1]:80/a;b', 'http://localhost'],
        ...['com.example.app://a;b', 'https://x-1.good.example/a_b'],
      ],
    });
    const { records } = open().clients;
    const query = { filter: 'faulty_hosts', words: name.split(' ') } as const;
    const found = await records.queue(query, { most: 100 });
    expect(found.map(({ client: { id } }) => id).toSorted()).toEqual(faulty.toSorted());
    expect((await records.queueCounts(query.words)).faulty_hosts).toBe(faulty.length);
  });

  test('an allowed scheme is kept once, up to the limit, with its audit row', async () => {
    const { records, clients, id } = await createClient({
      kind: 'public',
      secrets: [],
      allowedSchemes: ['one'],
    });
    const allow = (scheme: string) => records.allowScheme(id, { scheme, most: 3 }, ACTOR);
    const schemes = ['two', 'two', 'three', 'four', 'one'];
    const raced = await Promise.all(schemes.map(allow));
    const { allowedSchemes = [] } = (await clients.find(id)) ?? {};
    // Which two of the three come first is open.
    expect(raced).toEqual(schemes.map((scheme) => (allowedSchemes.includes(scheme) ? 'allowed' : 'full')));
    expect([allowedSchemes[0], allowedSchemes.length, new Set(allowedSchemes).size]).toEqual(['one', 3, 3]);
    const actions = await actionsOf(id);
    expect(actions.filter((action) => action === 'client.scheme_allowed')).toHaveLength(2);
    expect(await records.allowScheme(unique(), { scheme: 'one', most: 3 }, ACTOR)).toBe('not_found');
  });

  test('the list of an owner contains only their clients, newest first', async () => {
    const { records, id, ownerId } = await createClient();
    const second = await createClient({ ownerId });
    await createClient();
    const mine = (await records.ofManager(ownerId)).map((record) => record.client);
    expect(mine.map((one) => one.id).toSorted()).toEqual([id, second.id].toSorted());
    const times = mine.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  describe('the review queue', () => {
    /** One client in each state, all of one owner with a unique name. */
    async function everyState() {
      const word = `owner-${unique().toLowerCase()}`;
      const owner = await open().accounts.accounts.create(newAccount({ name: `Ada ${word} 100%` }), ACTOR);
      if (owner === 'email_taken') throw new Error('the address of a sample was taken');
      const ownerId = owner.id;
      const make = async (status: ClientStatus) => (await createClient({ ownerId, status })).id;
      const ids = {
        rejected: await make('rejected'),
        changed: await make('rejected'),
        suspended: await make('suspended'),
        refused: await make('approved'),
        proposed: await make('approved'),
        approved: await make('approved'),
        pending: await make('pending'),
      };
      const {
        clients: { records },
      } = open();
      const { proposal: _, ...plain } = edit();
      const proposed = { ...plain, proposal: PROPOSED };
      await records.edit(ids.proposed, ownerId, proposed, ACTOR);
      await records.edit(ids.refused, ownerId, proposed, ACTOR);
      await records.settleProposal(ids.refused, { version: 2, refusal: 'no', changes: CHANGES }, ACTOR);
      await records.edit(ids.changed, ownerId, edit(), ACTOR);
      return { word, ids, records, email: owner.email };
    }

    const idsOf = (records: readonly ClientRecord[]): string[] => records.map((one) => one.client.id);

    test('filters by status, or by waiting: a new client, a proposal, a resubmitted one', async () => {
      const { word, ids, records } = await everyState();
      const findRecord = async (filter: QueueFilter) =>
        idsOf(await records.queue({ filter, words: [word] }, { most: 50 }));
      expect(await findRecord('waiting')).toEqual([ids.pending, ids.proposed, ids.changed]);
      expect((await findRecord('approved')).toSorted()).toEqual(
        [ids.refused, ids.proposed, ids.approved].toSorted(),
      );
      expect(await findRecord('suspended')).toEqual([ids.suspended]);
      expect((await findRecord('rejected')).toSorted()).toEqual([ids.rejected, ids.changed].toSorted());
      expect((await findRecord('all')).toSorted()).toEqual(Object.values(ids).toSorted());
      expect(await records.queueCounts([word])).toEqual({
        waiting: 3,
        pending: 1,
        approved: 3,
        rejected: 2,
        suspended: 1,
        faulty_hosts: 0,
        all: 7,
      });
      const { waiting } = await records.queueCounts([]);
      expect(await records.countWaiting(waiting + 1)).toBe(waiting);
      expect(await records.countWaiting(2)).toBe(2);
    });

    test('lists waiting clients as the page counts them, the longest wait first; the others newest first', async () => {
      const { word, records } = await everyState();
      const all = await records.queue({ filter: 'all', words: [word] }, { most: 50 });
      const createdTimes = all.map(({ client: { createdAt } }) => createdAt.getTime());
      expect(createdTimes).toEqual(createdTimes.toSorted((a, b) => b - a));
      const waiting = await records.queue({ filter: 'waiting', words: [word] }, { most: 50 });
      expect(idsOf(waiting).toSorted()).toEqual(
        idsOf(all.filter((one) => waitingSince(one) !== undefined)).toSorted(),
      );
      const since = waiting.map((one) => waitingSince(one)?.getTime() ?? 0);
      expect(since).toEqual(since.toSorted((a, b) => a - b));
      expect(waiting[0]).toEqual(await records.find(waiting[0]?.client.id ?? ''));
    });

    test.each<QueueFilter>(['waiting', 'all', 'approved'])(
      'has pages without gaps and repetitions: %s',
      async (filter) => {
        const { word, records } = await everyState();
        const question = { filter, words: [word] };
        const whole = await records.queue(question, { most: 50 });
        const paged: ClientRecord[] = [];
        let after: QueueCursor | undefined;
        for (let pages = 0; pages <= whole.length; pages += 1) {
          const page = await records.queue(question, { after, most: 2 });
          paged.push(...page);
          const last = page.at(-1);
          if (last === undefined) break;
          after = parseCursor(formatCursor(filter, last));
        }
        expect(idsOf(paged)).toEqual(idsOf(whole));
      },
    );

    test('finds each search term in name, client id, or the owner’s name or address, literally', async () => {
      const { word, ids, records, email } = await everyState();
      const findRecord = async (...words: string[]) =>
        idsOf(await records.queue({ filter: 'all', words }, { most: 50 }));
      expect(await findRecord(word.toUpperCase())).toHaveLength(7);
      expect(await findRecord(email)).toHaveLength(7);
      expect(await findRecord(word, ids.pending.slice(5, 40))).toEqual([ids.pending]);
      expect(await findRecord(word, 'sync')).toHaveLength(4);
      expect(await findRecord(word, '100%')).toHaveLength(7);
      for (const sign of ['%', '_', '\\', "'"]) expect(await findRecord(`${word}${sign}`)).toEqual([]);
      expect(await records.queueCounts([word, 'no-such-word'])).toMatchObject({ all: 0, waiting: 0 });
    });
  });

  test('an edit replaces the terms of a client, changes nothing else, and raises the version', async () => {
    const { records, id, ownerId, findRecord } = await createClient();
    const before = await findRecord();
    expect(await records.edit(id, ownerId, edit(), ACTOR)).toBe('done');
    const after = await findRecord();
    expect(after.client).toMatchObject({ ...edit().now, status: 'pending', secrets: before.client.secrets });
    expect(Object.keys(after.client)).not.toContain('website');
    expect(after.version).toBe(2);
    expect(after.editedAt).toBeInstanceOf(Date);
    expect((await entriesOf(id)).at(-1)).toMatchObject({
      action: 'client.edited',
      facts: { changed: CHANGES },
    });
  });

  test('the client of another account is not found and not changed', async () => {
    const { records, id, findRecord } = await createClient();
    const before = await findRecord();
    const nonMember = await account();
    expect(await records.edit(id, nonMember, edit(), ACTOR)).toBe('not_found');
    expect(await records.withdraw(id, nonMember, 1, ACTOR)).toBe('not_found');
    expect(await records.remove(id, nonMember, ACTOR)).toBe('not_found');
    expect(await records.addTester(id, nonMember, { accountId: nonMember, most: 20 }, ACTOR)).toBe(
      'not_found',
    );
    expect(await records.removeTester(id, nonMember, nonMember, ACTOR)).toBe('not_found');
    expect(await findRecord()).toEqual(before);
    expect(await actionsOf(id)).toEqual(['client.created']);
  });

  test('of ten parallel edits of one version one is saved', async () => {
    const { records, id, ownerId, findRecord } = await createClient();
    const names = Array.from({ length: 10 }, (_, number) => `Name ${number}`);
    const answers = await Promise.all(
      names.map((name) => records.edit(id, ownerId, edit({ now: { ...edit().now, name } }), ACTOR)),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'changed_meanwhile')).toHaveLength(9);
    expect((await findRecord()).client.name).toBe(names[answers.indexOf('done')]);
    expect(await actionsOf(id)).toEqual(['client.created', 'client.edited']);
  });

  test('the database refuses an edit beyond its limits and changes nothing', async () => {
    const { records, id, ownerId, findRecord } = await createClient();
    const before = await findRecord();
    const redirectUris = Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`);
    await expect(
      records.edit(id, ownerId, edit({ now: { ...edit().now, redirectUris } }), ACTOR),
    ).rejects.toThrow();
    await expect(
      records.edit(id, ownerId, edit({ proposal: { ...PROPOSED, redirectUris } }), ACTOR),
    ).rejects.toThrow();
    expect(await findRecord()).toEqual(before);
  });

  test('a scope list changes a legacy client to a scoped one', async () => {
    const { records, id, ownerId, findRecord } = await createClient({ legacy: true, scopes: [] });
    await records.edit(id, ownerId, edit({ legacy: false }), ACTOR);
    expect((await findRecord()).client).toMatchObject({ legacy: false, scopes: ['PROFILE_READ'] });
  });

  test('a verdict of the command line refuses an edit of the version before', async () => {
    const { records, clients, id, ownerId } = await createClient();
    await clients.setStatus(id, 'approved', undefined, ACTOR);
    expect(await records.edit(id, ownerId, edit(), ACTOR)).toBe('changed_meanwhile');
  });

  test('an edit of a rejected client resubmits it, once for each rejection', async () => {
    const { records, id, ownerId, findRecord } = await createClient({ status: 'rejected' });
    expect(await records.settle(id, { version: 1, to: 'rejected', reason: 'again' }, ACTOR)).toBe(
      'changed_meanwhile',
    );
    await records.edit(id, ownerId, edit(), ACTOR);
    await records.edit(id, ownerId, edit({ version: 2 }), ACTOR);
    expect(await actionsOf(id)).toEqual([
      ...['client.created', 'client.edited', 'client.resubmitted', 'client.edited'],
    ]);
    expect(await records.settle(id, { version: 3, to: 'rejected', reason: 'still' }, ACTOR)).toBe('done');
    const record = await findRecord();
    expect(record.client).toMatchObject({ status: 'rejected', statusReason: 'still' });
    expect(waitingSince(record)).toBeUndefined();
    await records.edit(id, ownerId, edit({ version: 4 }), ACTOR);
    expect((await actionsOf(id)).slice(-3)).toEqual([
      ...['client.rejected', 'client.edited', 'client.resubmitted'],
    ]);
  });

  describe('a proposed edit', () => {
    async function proposed() {
      const approved = await createClient({ status: 'approved' });
      const { name, purpose, redirectUris, scopes } = approved.input;
      const change = edit({ now: { name, purpose, redirectUris, scopes }, proposal: PROPOSED });
      expect(await approved.records.edit(approved.id, approved.ownerId, change, ACTOR)).toBe('done');
      return approved;
    }

    test('is pending while the approved state is in use', async () => {
      const { findRecord, input } = await proposed();
      const { client: live, proposal } = await findRecord();
      expect(live).toMatchObject({
        name: input.name,
        redirectUris: input.redirectUris,
        scopes: input.scopes,
      });
      expect(proposal).toEqual({ ...PROPOSED, proposedAt: expect.any(Date) as Date });
    });

    test('is applied when approved', async () => {
      const { records, id, findRecord } = await proposed();
      expect(await records.settleProposal(id, { version: 2, changes: CHANGES }, ACTOR)).toBe('done');
      const { client: live, proposal, version } = await findRecord();
      expect(live).toMatchObject({ ...PROPOSED, status: 'approved', purpose: 'Copies bookings into Acme.' });
      expect(Object.keys(live)).not.toContain('website');
      expect([proposal, version]).toEqual([undefined, 3]);
      expect((await entriesOf(id)).at(-1)).toMatchObject({
        action: 'revision.approved',
        facts: { changed: CHANGES },
      });
    });

    test('is stored with the reason when refused, and cannot be settled again', async () => {
      const { records, id, findRecord, input } = await proposed();
      expect(
        await records.settleProposal(id, { version: 2, refusal: 'too broad', changes: CHANGES }, ACTOR),
      ).toBe('done');
      expect((await findRecord()).proposal).toMatchObject({ ...PROPOSED, refusal: 'too broad' });
      expect((await findRecord()).client.name).toBe(input.name);
      expect((await entriesOf(id)).at(-1)).toMatchObject({
        action: 'revision.rejected',
        facts: { reason: 'too broad', refused: CHANGES },
      });
      expect(await records.settleProposal(id, { version: 3, changes: CHANGES }, ACTOR)).toBe(
        'changed_meanwhile',
      );
    });

    test('is replaced by the next edit, also a refused one', async () => {
      const { records, id, ownerId, findRecord, input } = await proposed();
      await records.settleProposal(id, { version: 2, refusal: 'too broad', changes: CHANGES }, ACTOR);
      const { name, purpose, redirectUris, scopes } = input;
      const now = { name, purpose, redirectUris, scopes };
      await records.edit(
        id,
        ownerId,
        edit({ version: 3, now, proposal: { ...PROPOSED, name: 'Third' } }),
        ACTOR,
      );
      expect((await findRecord()).proposal).toMatchObject({ name: 'Third' });
      expect((await findRecord()).proposal?.refusal).toBeUndefined();
      await records.edit(id, ownerId, edit({ version: 4, now }), ACTOR);
      expect((await findRecord()).proposal).toBeUndefined();
    });

    test('is withdrawn once', async () => {
      const { records, id, ownerId, findRecord } = await proposed();
      expect(await records.withdraw(id, ownerId, 1, ACTOR)).toBe('changed_meanwhile');
      expect(await records.withdraw(id, ownerId, 2, ACTOR)).toBe('done');
      expect((await findRecord()).proposal).toBeUndefined();
      expect(await records.withdraw(id, ownerId, 3, ACTOR)).toBe('changed_meanwhile');
      expect((await actionsOf(id)).at(-1)).toBe('revision.withdrawn');
    });

    test('that changed since the review is neither approved nor refused', async () => {
      const { records, id, ownerId, findRecord, input } = await proposed();
      const { name, purpose, redirectUris, scopes } = input;
      const now = { name, purpose, redirectUris, scopes };
      await records.edit(
        id,
        ownerId,
        edit({ version: 2, now, proposal: { ...PROPOSED, name: 'Worse' } }),
        ACTOR,
      );
      expect(await records.settleProposal(id, { version: 2, changes: CHANGES }, ACTOR)).toBe(
        'changed_meanwhile',
      );
      expect(await records.settleProposal(id, { version: 2, refusal: 'no', changes: CHANGES }, ACTOR)).toBe(
        'changed_meanwhile',
      );
      expect((await findRecord()).client.name).toBe(input.name);
    });

    test('is settled once by ten parallel verdicts', async () => {
      const { records, id } = await proposed();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => records.settleProposal(id, { version: 2, changes: CHANGES }, ACTOR)),
      );
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
      expect((await actionsOf(id)).filter((action) => action === 'revision.approved')).toHaveLength(1);
    });
  });

  describe('a verdict on the reviewed version', () => {
    test.each<[ClientStatus, ClientStatus, string]>([
      ['pending', 'approved', 'client.approved'],
      ['pending', 'rejected', 'client.rejected'],
      ['approved', 'suspended', 'client.suspended'],
      ['suspended', 'approved', 'client.resumed'],
    ])('%s becomes %s', async (status, to, action) => {
      const { records, id, findRecord } = await createClient({ status });
      const before = await open().clients.blocklists.revision();
      expect(await records.settle(id, { version: 1, to, reason: 'because' }, ACTOR)).toBe('done');
      expect((await findRecord()).client).toMatchObject({ status: to, statusReason: 'because' });
      expect(BigInt(await open().clients.blocklists.revision())).toBe(BigInt(before) + 1n);
      expect((await entriesOf(id)).at(-1)).toMatchObject({
        action,
        facts: { from: status, reason: 'because' },
      });
    });

    test('is refused when the version changed, or the status does not allow it', async () => {
      const { records, id, ownerId, findRecord } = await createClient();
      await records.edit(id, ownerId, edit(), ACTOR);
      expect(await records.settle(id, { version: 1, to: 'approved' }, ACTOR)).toBe('changed_meanwhile');
      expect(await records.settle(id, { version: 2, to: 'suspended' }, ACTOR)).toBe('changed_meanwhile');
      expect(await records.settle(unique(), { version: 1, to: 'approved' }, ACTOR)).toBe('not_found');
      expect((await findRecord()).client.status).toBe('pending');
    });
  });

  test('a removed client is deleted with everything and blocked, and its id is never used again', async () => {
    const { records, clients, id, ownerId, input } = await createClient({ status: 'approved' });
    expect(await records.remove(id, ownerId, ACTOR)).toBe('removed');
    expect(await records.remove(id, ownerId, ACTOR)).toBe('not_found');
    expect(await records.find(id)).toBeUndefined();
    expect(await clients.find(id)).toBeUndefined();
    expect((await open().clients.blocklists.read()).blockedClients.has(id)).toBe(true);
    expect(await clients.create({ ...input, secrets: [] }, ACTOR)).toBe('id_taken');
    expect(await actionsOf(id)).toEqual(['client.created', 'client.removed']);
    const [creation, removal] = await entriesOf(id);
    expect(removal?.facts).toEqual(creation?.facts);
  });

  test('names are those of approved and suspended clients, and those that wait for a verdict', async () => {
    const { records, id, ownerId, input } = await createClient({ status: 'approved' });
    const { proposal: _, ...plain } = edit();
    await records.edit(
      id,
      ownerId,
      { ...plain, now: { ...plain.now, name: input.name }, proposal: PROPOSED },
      ACTOR,
    );
    const [pending, rejected, again] = [
      await createClient({ name: 'Pending' }),
      await createClient({ status: 'rejected' }),
      await createClient({ status: 'rejected' }),
    ];
    await records.edit(again.id, again.ownerId, edit(), ACTOR);
    const ids = [id, pending.id, rejected.id, again.id];
    const names = (await records.names()).filter((one) => ids.includes(one.id));
    expect(names).toHaveLength(4);
    expect(names).toEqual(
      expect.arrayContaining([
        { id, ownerId, name: input.name, waiting: false },
        { id, ownerId, name: PROPOSED.name, waiting: true },
        { id: pending.id, ownerId: pending.ownerId, name: 'Pending', waiting: true },
        { id: again.id, ownerId: again.ownerId, name: 'New', waiting: true },
      ]),
    );
  });

  describe('testers', () => {
    const usersOf = async (id: string) =>
      [...((await open().clients.blocklists.read()).pendingClients.get(id) ?? [])].toSorted((a, b) => a - b);

    test('of a pending client may use it once they accepted, until they are removed', async () => {
      const { records, id, ownerId, findRecord } = await createClient();
      const accountId = await account();
      expect(await records.addTester(id, ownerId, { accountId, most: 20 }, ACTOR)).toBe('added');
      expect((await findRecord()).client.testerIds).toEqual([]);
      expect(await records.testers(id)).toMatchObject([{ accountId, name: 'Ada Lovelace', accepted: false }]);
      expect(await usersOf(id)).toEqual([ownerId]);
      expect(await records.acceptInvitation(id, accountId, ACTOR)).toBe('accepted');
      expect(await records.acceptInvitation(id, accountId, ACTOR)).toBe('accepted');
      expect((await findRecord()).client.testerIds).toEqual([accountId]);
      expect(await records.testers(id)).toMatchObject([{ accountId, accepted: true }]);
      expect(await usersOf(id)).toEqual([ownerId, accountId].toSorted((a, b) => a - b));
      expect(await records.removeTester(id, ownerId, accountId, ACTOR)).toBe('removed');
      expect(await records.removeTester(id, ownerId, accountId, ACTOR)).toBe('not_found');
      expect(await usersOf(id)).toEqual([ownerId]);
      expect(await actionsOf(id)).toEqual([
        'client.created',
        'tester.added',
        'tester.accepted',
        'tester.removed',
      ]);
    });

    test('see and answer their own invitation only, while the client is pending', async () => {
      const { records, id, ownerId } = await createClient();
      const [accountId, other] = [await account(), await account()];
      await records.addTester(id, ownerId, { accountId, most: 20 }, ACTOR);
      expect(await records.testerInvitation(id, accountId)).toMatchObject({
        clientId: id,
        inviter: 'Ada Lovelace',
        accepted: false,
      });
      for (const [client, outsider] of [
        [id, other],
        [id, ownerId],
        ['unknown', accountId],
        ['\0', accountId],
      ] as const) {
        expect(await records.testerInvitation(client, outsider)).toBeUndefined();
        expect(await records.acceptInvitation(client, outsider, ACTOR)).toBe('not_found');
        expect(await records.declineInvitation(client, outsider, ACTOR)).toBe('not_found');
      }
      await open().clients.clients.setStatus(id, 'approved', undefined, ACTOR);
      expect(await records.testerInvitation(id, accountId)).toBeUndefined();
      expect(await records.acceptInvitation(id, accountId, ACTOR)).toBe('not_found');
    });

    test('who decline, or stop testing, may not use it, and are added again', async () => {
      const { records, id, ownerId } = await createClient();
      const accountId = await account();
      for (let round = 0; round < 2; round += 1) {
        expect(await records.addTester(id, ownerId, { accountId, most: 1 }, ACTOR)).toBe('added');
        if (round === 1) await records.acceptInvitation(id, accountId, ACTOR);
        expect(await records.declineInvitation(id, accountId, ACTOR)).toBe('declined');
        expect(await records.testers(id)).toEqual([]);
        expect(await usersOf(id)).toEqual([ownerId]);
      }
      expect(await records.acceptInvitation(id, accountId, ACTOR)).toBe('not_found');
    });

    test('are limited, also when added in parallel, and each is added once', async () => {
      const { records, id, ownerId } = await createClient();
      const accounts = await Promise.all(Array.from({ length: 5 }, () => account()));
      const answers = await Promise.all(
        accounts.map((accountId) => records.addTester(id, ownerId, { accountId, most: 3 }, ACTOR)),
      );
      expect(answers.filter((answer) => answer === 'added')).toHaveLength(3);
      expect(answers.filter((answer) => answer === 'full')).toHaveLength(2);
      const [{ accountId: again } = { accountId: 0 }] = await records.testers(id);
      expect(await records.addTester(id, ownerId, { accountId: again, most: 3 }, ACTOR)).toBe('added');
      expect((await actionsOf(id)).filter((action) => action === 'tester.added')).toHaveLength(3);
    });

    test('are added to a pending client only', async () => {
      const { records, id, ownerId } = await createClient({ status: 'approved' });
      const tester = { accountId: await account(), most: 20 };
      expect(await records.addTester(id, ownerId, tester, ACTOR)).toBe('not_pending');
    });
  });
}
