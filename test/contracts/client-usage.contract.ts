/* The contract of every UsageStore: counts add up, each batch once, and each secret has its newest use. */
import type { NewSecret } from '../../src/clients/store.js';
import type { CountedUse, UseBatch } from '../../src/clients/usage/usage-store.js';
import type { Stores } from '../../src/stores.js';
import { ACTOR, client, newAccount, secret, unique } from './samples.js';

type Needed = Pick<Stores, 'accounts' | 'clients'>;

const DAY = 86_400_000;
const NOW = new Date('2026-11-21T14:05:00.000Z');
const FROM = { clientIp: '192.0.2.7', agent: 'Node.js' };

const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY);
const batch = (...uses: readonly CountedUse[]): UseBatch => ({ id: unique(), uses });

function use(clientId: string, change: Partial<CountedUse> = {}, at = NOW): CountedUse {
  const day = at.toISOString().slice(0, 10);
  return { clientId, kind: 'call', name: 'BOOKING_READ', day, uses: 1, lastAt: at, ...change };
}

export function clientUsageContract(open: () => Needed): void {
  async function registered(...secrets: readonly NewSecret[]): Promise<string> {
    const owner = await open().accounts.accounts.create(newAccount(), ACTOR);
    if (owner === 'email_taken') throw new Error('the address of a sample was taken');
    const input = client(owner.id, { secrets });
    await open().clients.clients.create(input, ACTOR);
    return input.id;
  }

  const secretsOf = async (id: string) => (await open().clients.clients.find(id))?.secrets ?? [];

  test('a client without use has no tally and no last activity', async () => {
    const {
      clients: { usage },
    } = open();
    expect(await usage.ofClient(unique(), NOW)).toEqual([]);
    expect(await usage.ofClient('a\0b', NOW)).toEqual([]);
    expect(await usage.lastActive([unique()])).toEqual(new Map());
    expect(await usage.lastActive([])).toEqual(new Map());
  });

  test('uses of one kind and name add up, also in parallel batches', async () => {
    const {
      clients: { usage },
    } = open();
    const id = unique();
    const other = unique();
    await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        usage.add(
          batch(
            use(id, { uses: 3, lastAt: new Date(NOW.getTime() - number * 1000) }),
            use(id, { name: 'PROFILE_READ' }),
            use(other, { uses: 5 }),
          ),
        ),
      ),
    );
    expect(await usage.ofClient(id, NOW)).toEqual(
      expect.arrayContaining([
        { kind: 'call', name: 'BOOKING_READ', lastAt: NOW, week: 30, month: 30 },
        { kind: 'call', name: 'PROFILE_READ', lastAt: NOW, week: 10, month: 10 },
      ]),
    );
    expect(await usage.ofClient(other, NOW)).toMatchObject([{ month: 50 }]);
  });

  test('a repeated batch is counted once', async () => {
    const {
      clients: { usage },
    } = open();
    const id = unique();
    const sent = batch(use(id, { uses: 7 }));
    await Promise.all([usage.add(sent), usage.add(sent)]);
    await usage.add(sent);
    expect(await usage.ofClient(id, NOW)).toMatchObject([{ month: 7 }]);
  });

  test('a week has 7 days and a month 30, today among them', async () => {
    const {
      clients: { usage },
    } = open();
    const id = unique();
    const uses = [0, 6, 7, 29, 30].map((days, at) => use(id, { uses: 10 ** at }, daysAgo(days)));
    await usage.add(batch(...uses));
    expect(await usage.ofClient(id, NOW)).toEqual([
      { kind: 'call', name: 'BOOKING_READ', lastAt: NOW, week: 11, month: 1111 },
    ]);
  });

  test('an authorization request is no activity, a call and a token request are', async () => {
    const {
      clients: { usage },
    } = open();
    const [asking, calling, refreshing] = [unique(), unique(), unique()];
    await usage.add(
      batch(
        use(asking, { kind: 'authorization', name: 'no_scope' }),
        use(calling, {}, daysAgo(40)),
        use(refreshing, { kind: 'token', name: '', from: FROM }),
      ),
    );
    expect(await usage.lastActive([asking, calling, refreshing, 'a\0b'])).toEqual(
      new Map([
        [calling, daysAgo(40)],
        [refreshing, NOW],
      ]),
    );
  });

  describe('a secret', () => {
    const used = (clientId: string, { id }: NewSecret, at: Date, from = FROM): CountedUse =>
      use(clientId, { kind: 'token', name: id, from }, at);

    test('has its last use, and a late batch does not replace it', async () => {
      const [one, two] = [secret(), secret()];
      const id = await registered(one, two);
      const {
        clients: { usage },
      } = open();
      await usage.add(
        batch(used(id, one, daysAgo(1), { clientIp: '198.51.100.1', agent: 'curl' }), used(id, one, NOW)),
      );
      await usage.add(batch(used(id, one, daysAgo(2), { clientIp: '198.51.100.2', agent: 'Go' })));
      expect(await secretsOf(id)).toMatchObject([{ lastUsedAt: NOW, lastUsedFrom: FROM }, { id: two.id }]);
      const [, unused] = await secretsOf(id);
      expect(Object.keys(unused ?? {})).not.toContain('lastUsedAt');
    });

    test('is counted from its creation on', async () => {
      const [added] = await secretsOf(await registered(secret()));
      expect(added?.countedSince).toEqual(added?.createdAt);
    });

    test('of another client is not touched by a use under its id', async () => {
      const one = secret();
      const id = await registered(one);
      await open().clients.usage.add(batch(used(unique(), one, NOW)));
      expect((await secretsOf(id))[0]?.lastUsedAt).toBeUndefined();
    });

    test('that was removed meanwhile does not stop a batch', async () => {
      const [one, two] = [secret(), secret()];
      const id = await registered(one, two);
      await open().clients.clients.removeSecret(id, one.id, ACTOR);
      await open().clients.usage.add(batch(used(id, one, NOW), used(id, two, NOW)));
      expect(await secretsOf(id)).toMatchObject([{ id: two.id, lastUsedAt: NOW }]);
      expect(await open().clients.usage.ofClient(id, NOW)).toHaveLength(2);
    });

    test('is used, removed and added in parallel without a deadlock', async () => {
      const [one, two] = [secret(), secret()];
      const id = await registered(one, two);
      const {
        clients: { usage, clients },
      } = open();
      await Promise.all([
        ...Array.from({ length: 5 }, () => usage.add(batch(used(id, two, NOW), used(id, one, NOW)))),
        clients.removeSecret(id, one.id, ACTOR),
        clients.addSecret(id, secret(), ACTOR),
      ]);
      expect(await usage.ofClient(id, NOW)).toMatchObject([{ month: 5 }, { month: 5 }]);
    });
  });
}
