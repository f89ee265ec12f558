/* Jobs that were given up: what administrators see of them, and what follows when one is tried again or discarded. */
import { createDeadJobStore } from '../../adapters/knex/delivery/dead-jobs.js';
import { createAuditLog } from '../../adapters/knex/events/audit.js';
import { createJobStore } from '../../adapters/knex/jobs/jobs.js';
import { createFailingWebhooks } from '../../adapters/knex/webhooks/failing-webhooks.js';
import { aboutOf, isRetryable, withoutAddresses } from '../../src/jobs/dead-jobs.js';
import type { NewJob } from '../../src/jobs/store.js';
import { insertAccount, onDatabase } from '../contracts/on-database.js';
import { backendName } from '../support/backend.js';

const ABOUT: readonly (readonly [payload: unknown, about: readonly string[]])[] = [
  [
    {
      about: 'client.approved',
      to: 7,
      subject: 'client:c1',
      at: '2026',
      facts: { to: 9, reason: 'x@y.example' },
    },
    ['event client.approved', 'account 7', 'about client:c1'],
  ],
  [
    { about: 'accepted', bookingIds: [12, 13], to: { guest: 0 } },
    ['event accepted', 'booking 12, 13', 'guest 0'],
  ],
  [{ about: 'cancelled', bookingIds: [12], to: { leaver: 'sealed' } }, ['event cancelled', 'booking 12']],
  [{ address: 'ada@example.com', invitedBy: 7 }, ['inviter 7']],
  [{ write: { accountId: 7, icsUid: 'a-secret' } }, ['account 7']],
  [{ sealed: 'x', until: '2026' }, []],
  [{ provider: 'zoom', accountId: 7, sealed: 'x' }, ['provider zoom', 'account 7']],
  [{ clientId: 7, about: { nested: 'x' } }, ['client 7']],
  ['text', []],
  [null, []],
];

test.each(ABOUT)('of %j ids alone are shown', (payload, about) => {
  expect(aboutOf(payload)).toEqual(about);
});

test.each([
  ['550 <ada@mail.example>: no such mailbox', '550 <…@mail.example>: no such mailbox'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  [
    'GET https://u:p@feed.example:8443/secret?key=1 answered 404',
    'GET https://feed.example:8443/… answered 404',
  ],
  ['The gateway refused +351 912 345 678.', 'The gateway refused ….'],
])('the reason %j is shown without addresses', (reason, visible) => {
  expect(withoutAddresses(reason)).toBe(visible);
});

test.each([
  ['conference', { bookingId: 1 }, true],
  ['webhook', {}, true],
  ['sms', { until: '2026' }, false],
  ['revocation', { provider: 'zoom', accountId: 7, until: '2026' }, false],
  ['booking', { bookingIds: 'none' }, false],
  ['of_another_version', {}, false],
  ['toString', {}, false],
])('whether a job of the kind %s with %j can be run again: %s', (kind, payload, expected) => {
  expect(isRetryable({ kind, payload })).toBe(expected);
});

describe(`on ${backendName}`, () => {
  const database = onDatabase();
  const ACTOR = { actor: 'account:7', clientIp: '192.0.2.1' };
  const NOW = Date.now();
  const taking = () => ({
    ...{ now: new Date(Date.now() + 2000), leaseUntil: new Date(Date.now() + 60_000) },
    ...{ atMost: 100, maxAttempts: 8 },
  });
  beforeEach(() => database()('job').delete());

  async function givenUp(job: NewJob, reason = 'refused'): Promise<string> {
    const jobs = createJobStore(database());
    await jobs.add(job);
    const [taken] = await (job.party === undefined
      ? jobs.take(taking())
      : jobs.takeForParties({ ...taking(), perParty: 1 }));
    if (taken === undefined) throw new Error('the job was not taken');
    await jobs.failed(taken, reason);
    return taken.id;
  }

  const entriesOf = async (id: string) =>
    (
      await createAuditLog(database()).read({
        ...{ filter: { subject: `job:${id}` }, order: 'oldest', limit: 9 },
      })
    ).map(({ action, actor, facts }) => ({ action, actor, facts }));

  test('jobs are counted by kind: due, retried, given up, and none that are due later', async () => {
    const jobs = createJobStore(database());
    const store = createDeadJobStore(database());
    const query = { now: new Date(NOW + 5000), maxAttempts: 8, most: 3 };
    expect(await store.byKind(query)).toEqual([]);
    await givenUp({ kind: 'conference', payload: { bookingId: 1 } });
    await jobs.add({ kind: 'webhook', payload: {}, dueAt: new Date(NOW - 60_000) });
    await jobs.add({ kind: 'webhook', payload: {}, dueAt: new Date(NOW - 90_000) });
    const [, failing] = await jobs.take({ ...taking(), atMost: 2 });
    if (failing === undefined) throw new Error('nothing was taken');
    await jobs.failed(failing, 'later', new Date(NOW + 60_000));
    await jobs.add({ kind: 'sms', payload: { sealed: 'x' }, dueAt: new Date(NOW + 60_000) });
    for (let count = 0; count < 4; count += 1)
      await jobs.add({
        kind: 'grant',
        payload: { grantId: 'g', clientId: 'c', accountId: 1 },
        dueAt: new Date(NOW),
      });
    expect(await store.byKind(query)).toEqual([
      { kind: 'conference', waiting: 0, retried: 0, dead: 1 },
      { kind: 'grant', waiting: 3, oldest: new Date(NOW), retried: 0, dead: 0 },
      { kind: 'webhook', waiting: 0, retried: 1, dead: 0 },
    ]);
  });

  test('those given up are listed page by page, of one kind, the newest first', async () => {
    const store = createDeadJobStore(database());
    const ids: string[] = [];
    for (const bookingId of [1, 2, 3])
      ids.push(await givenUp({ kind: 'conference', payload: { bookingId } }));
    const other = await givenUp({ kind: 'sms', payload: { sealed: 'a secret' } }, 'gateway');
    // They may have the same time.
    await database()('job').update({ dead_at: new Date(NOW) });
    const newest = [...ids, other].toSorted().toReversed();
    const first = await store.list({ most: 3 });
    const last = first.at(-1);
    const rest = await store.list({ most: 3, after: last && { at: last.deadAt, id: last.id } });
    expect([...first, ...rest].map(({ id }) => id)).toEqual(newest);
    expect(await store.list({ kind: 'sms', most: 3 })).toEqual([
      expect.objectContaining({ id: other, reason: 'gateway', attempts: 1, payload: {} }),
    ]);
    expect(await store.list({ kind: 'nul \0', most: 3 })).toEqual([]);
  });

  test('one that is tried again is due with all its attempts, once, and in the audit log', async () => {
    const [store, jobs] = [createDeadJobStore(database()), createJobStore(database())];
    const id = await givenUp({ kind: 'conference', payload: { bookingId: 1 } });
    expect(await Promise.all([store.retry(id, ACTOR), store.retry(id, ACTOR)])).toContain(false);
    expect(await store.find(id)).toBeUndefined();
    const [taken] = await jobs.take(taking());
    expect(taken).toMatchObject({ id, attempts: 1, payload: { bookingId: 1 } });
    expect(await store.discard(id, ACTOR)).toBe(false);
    expect(await entriesOf(id)).toEqual([
      { action: 'job.retried', actor: ACTOR.actor, facts: { kind: 'conference' } },
    ]);
  });

  test('one that is discarded is deleted, and a delivery that waited for it has failed', async () => {
    const store = createDeadJobStore(database());
    const accountId = await insertAccount(database());
    const webhook = '00000000-0000-4000-8000-000000000001';
    const failing = {
      failing_since: new Date(NOW - 60_000),
      subscriber_url: 'https://r.example:8443/secret',
    };
    await database()('webhook').insert({
      id: webhook,
      account_id: accountId,
      triggers: [],
      active: true,
      ...failing,
    });
    const id = await givenUp({ kind: 'webhook', payload: {}, party: webhook });
    const delivery = {
      id,
      webhook_id: webhook,
      trigger: 'OOO_CREATED',
      lane: 'l',
      body: '{}',
      created_at: new Date(),
    };
    await database()('webhook_delivery').insert(delivery);
    expect(await store.discard(id, ACTOR)).toBe(true);
    const rows = await database()('webhook_delivery').where({ id }).select('state', 'failure');
    expect(rows).toEqual([{ state: 'dead', failure: expect.stringContaining('discarded') as string }]);
    expect([await store.find(id), await store.discard(id, ACTOR)]).toEqual([undefined, false]);
    expect(await entriesOf(id)).toEqual([
      { action: 'job.discarded', actor: ACTOR.actor, facts: { kind: 'webhook' } },
    ]);
    const webhooks = createFailingWebhooks(database());
    expect(await webhooks.list(5)).toEqual([
      {
        ...{ id: webhook, host: 'r.example:8443', since: failing.failing_since },
        owner: { kind: 'user', id: accountId, name: expect.any(String) as string },
      },
    ]);
    expect(await webhooks.count(5)).toBe(1);
    await database()('webhook').update({ disabled_at: new Date() });
    expect([await webhooks.list(5), await webhooks.count(5)]).toEqual([[], 0]);
  });

  test.each(['', 'x', '00000000-0000-4000-8000-00000000000g'])('%j is not the id of a job', async (id) => {
    const store = createDeadJobStore(database());
    expect([await store.find(id), await store.retry(id, ACTOR), await store.discard(id, ACTOR)]).toEqual([
      ...[undefined, false, false],
    ]);
  });
});
