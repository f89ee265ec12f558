import { createAccountStore } from '../../adapters/knex/accounts/accounts.js';
import { createJobStore, enqueue, sweepDelivery } from '../../adapters/knex/jobs/jobs.js';
import { emit } from '../../adapters/knex/events/emit.js';
import { inTransaction } from '../../adapters/knex/transaction.js';
import type { JobStore, TakenJob, Taking } from '../../src/jobs/store.js';
import { backendName, openTestDatabase, type TestDatabase } from '../support/backend.js';
import { statementsOf } from '../support/plans.js';
import { ACTOR, newAccount } from '../contracts/samples.js';

let database: TestDatabase;
let jobs: JobStore;
beforeAll(async () => {
  database = await openTestDatabase();
  jobs = createJobStore(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db('job').delete();
});

const MINUTE = 60_000;
const later = (milliseconds: number): Date => new Date(Date.now() + 1000 + milliseconds);
const take = (change: Partial<Taking> = {}): Promise<readonly TakenJob[]> => {
  const now = change.now ?? later(0);
  return jobs.take({
    now,
    leaseUntil: new Date(now.getTime() + 5 * MINUTE),
    atMost: 5,
    maxAttempts: 8,
    ...change,
  });
};
const only = async (taking?: Partial<Taking>): Promise<TakenJob> => {
  const [job, ...others] = await take(taking);
  if (!job || others.length > 0) throw new Error('not exactly one job');
  return job;
};
const add = (count = 1): Promise<void> =>
  enqueue(
    database.db,
    Array.from({ length: count }, (_, index) => ({
      kind: 'conference' as const,
      payload: { bookingId: index },
    })),
  );

describe(`jobs on ${backendName}`, () => {
  test('are taken with their payload, and not again once they are done', async () => {
    await jobs.add({
      kind: 'recovery',
      payload: { address: 'Zoë \u{1f469}', invitedBy: 7 },
    });
    const job = await only();
    expect(job).toMatchObject({
      kind: 'recovery',
      payload: { address: 'Zoë \u{1f469}', invitedBy: 7 },
      attempts: 1,
    });
    expect(await jobs.done(job)).toBe(true);
    expect(await jobs.done(job)).toBe(false);
    expect(await take({ now: later(60 * MINUTE) })).toEqual([]);
  });

  test('are looked for before they are taken', async () => {
    const anyDue = (milliseconds = 0) => jobs.anyDue(later(milliseconds), 2);
    expect(await anyDue()).toBe(false);
    await jobs.add({ kind: 'conference', payload: { bookingId: 1 }, dueAt: later(MINUTE) });
    expect([await anyDue(), await anyDue(MINUTE)]).toEqual([false, true]);
    const first = await only({ now: later(MINUTE), maxAttempts: 2 });
    expect([await anyDue(5 * MINUTE), await anyDue(6 * MINUTE)]).toEqual([false, true]);
    await jobs.failed(first, 'first', later(0));
    await only({ maxAttempts: 2 });
    expect(await anyDue(60 * MINUTE)).toBe(false);
    await jobs.add({ kind: 'webhook', payload: {}, party: 'a' });
    expect(await anyDue()).toBe(true);
  });

  test('are taken once, however many replicas take at the same time', async () => {
    await add(20);
    const taken = await Promise.all(Array.from({ length: 8 }, () => take({ atMost: 5 })));
    const ids = taken.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await take({ atMost: 100 });
    expect(ids.length + rest.length).toBe(20);
  });

  test('can be taken again when their lease has expired, and the late end of the first attempt changes nothing', async () => {
    await add();
    const first = await only();
    expect(await take({ now: later(4 * MINUTE) })).toEqual([]);
    const second = await only({ now: later(6 * MINUTE) });
    expect([second.id, second.attempts]).toEqual([first.id, 2]);
    expect(await jobs.done(first)).toBe(false);
    expect(await jobs.failed(first, 'late')).toBe(false);
    expect(await jobs.done(second)).toBe(true);
  });

  test('that end at the same time end in one statement, each with the lease of its attempt', async () => {
    await add(2);
    const [kept, late] = await take();
    if (kept === undefined || late === undefined) throw new Error('not two jobs');
    await jobs.failed(late, 'again', later(0));
    const again = await only();
    expect(again.id).toBe(late.id);
    const asked = await statementsOf(database.db, async () => {
      const ended = [kept, late].map((job) => jobs.done(job));
      expect(await Promise.all(ended)).toEqual([true, false]);
    });
    expect(asked).toHaveLength(1);
    expect(await jobs.done(again)).toBe(true);
  });

  test('that are given up keep no sealed values', async () => {
    const payload = { sealed: 'a sealed code', until: later(MINUTE).toISOString() };
    await jobs.add({ kind: 'sms', payload });
    const first = await only();
    await jobs.failed(first, 'refused', later(0));
    expect((await only({ now: later(MINUTE) })).payload).toEqual(payload);
    const [held] = await take({ now: later(10 * MINUTE) });
    if (held) await jobs.failed(held, 'refused');
    expect(await database.db('job').select('payload')).toEqual([{ payload: { until: payload.until } }]);
  });

  test('that failed are taken again when they are due', async () => {
    await add();
    expect(await jobs.failed(await only(), 'refused', later(10 * MINUTE))).toBe(true);
    expect(await take({ now: later(9 * MINUTE) })).toEqual([]);
    expect((await only({ now: later(11 * MINUTE) })).attempts).toBe(2);
  });

  test('have the time from which they could be taken', async () => {
    const from = Date.now() - 1000;
    await add();
    const first = await only();
    expect(first.dueAt).toEqual(first.createdAt);
    expect(first.dueAt.getTime()).toBeGreaterThan(from);
    const dueAt = later(10 * MINUTE);
    await jobs.failed(first, 'refused', dueAt);
    const second = await only({ now: later(20 * MINUTE) });
    expect(second).toMatchObject({ dueAt, createdAt: first.createdAt });
  });

  test('that are for a later day wait for it, and are not swept before', async () => {
    const { db } = database;
    const dueAt = later(362 * 24 * 60 * MINUTE);
    await enqueue(db, [{ kind: 'webhook', payload: {}, dueAt }]);
    expect(await take()).toEqual([]);
    await db('job').update({ created_at: db.raw(`now() - interval '361 days'`) });
    await sweepDelivery(db);
    expect((await only({ now: dueAt })).attempts).toBe(1);
  });

  test('that are dead are never taken again and keep their reason', async () => {
    await add();
    await jobs.failed(await only(), 'no such mailbox');
    expect(await take({ now: later(365 * 24 * 60 * MINUTE) })).toEqual([]);
    const row = await database.db<{ reason: string; dead_at: Date }>('job').first('reason', 'dead_at');
    expect([row?.reason, row?.dead_at]).toEqual(['no such mailbox', expect.any(Date)]);
  });

  test('that end the process each time they are taken are not taken after the last attempt', async () => {
    await add();
    for (let attempt = 1; attempt <= 8; attempt += 1)
      expect(await take({ now: later(attempt * 10 * MINUTE) })).toHaveLength(1);
    expect(await take({ now: later(1000 * MINUTE) })).toEqual([]);
  });

  test('are counted by kind: due, how long for, and dead', async () => {
    const counted = (now = later(0), most = 100) => jobs.count(now, { most, maxAttempts: 8 });
    expect(await counted()).toEqual([]);
    await add(3);
    await enqueue(database.db, [{ kind: 'webhook', payload: {}, dueAt: later(60 * MINUTE) }]);
    const [kind] = await counted();
    expect(kind).toMatchObject({ due: 3, dead: 0, oldestDueAt: expect.any(Date) });
    expect((await counted(later(0), 2)).map(({ due }) => due)).toEqual([2]);
    const taken = await take({ atMost: 1 });
    expect((await counted()).map(({ due, dead }) => [due, dead])).toEqual([[2, 0]]);
    for (const job of taken) await jobs.failed(job, 'no such mailbox');
    expect((await counted()).map(({ due, dead }) => [due, dead])).toEqual([[2, 1]]);
    await database.db('job').whereNull('dead_at').update({ tries: 8 });
    expect((await counted()).map(({ due, dead }) => [due, dead])).toEqual([[0, 3]]);
    expect((await counted()).some(({ oldestDueAt }) => oldestDueAt !== undefined)).toBe(false);
  });

  test('are swept after a month, with the mails of the outbox', async () => {
    await add(2);
    const { db } = database;
    const id = (await db<{ id: string }>('job').first('id'))?.id ?? '';
    await db('job')
      .where({ id })
      .update({ due_at: db.raw(`now() - interval '31 days'`) });
    await db('outbox_mail').insert({ id, sealed: 'x', created_at: db.raw(`now() - interval '31 days'`) });
    await sweepDelivery(db);
    expect(await db('job').select('id')).toHaveLength(1);
    expect(await db('outbox_mail').select('id')).toEqual([]);
  });
});

describe(`a notification on ${backendName}`, () => {
  test('is rolled back with the transaction of its event', async () => {
    const accounts = createAccountStore(database.db);
    const account = await accounts.create(newAccount(), ACTOR);
    if (account === 'email_taken') throw new Error('taken');
    const subject = `account:${account.id}`;
    const broken = inTransaction(database.db, async (trx) => {
      await emit(trx, ACTOR, { action: 'account.password_changed', subject, facts: {} });
      expect(await trx('job').select('id')).toHaveLength(1);
      throw new Error('the change failed');
    });
    await expect(broken).rejects.toThrow('the change failed');
    expect(await take()).toEqual([]);
    await accounts.setPasswordHash(account.id, 'another hash', ACTOR);
    expect((await only()).payload).toMatchObject({ about: 'account.password_changed', to: account.id });
  });
});
