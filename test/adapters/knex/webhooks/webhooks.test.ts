/* The store of webhooks: each is found only by its owner, URLs are unique, and their number is limited. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createEventTypeStore } from '../../../../adapters/knex/event-types/event-types.js';
import { createWebhookStore } from '../../../../adapters/knex/webhooks/webhooks.js';
import { newTerms } from '../../../../src/scheduling/event-types/rules.js';
import type { NewWebhook, Webhook, WebhookOwner } from '../../../../src/scheduling/webhooks/store.js';
import { backendName } from '../../../support/backend.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

const UNKNOWN_IDS = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];
const PAGE = { take: 250, skip: 0 };

const webhook = (change: Partial<NewWebhook> = {}): NewWebhook => ({
  subscriberUrl: `https://receiver.example/${unique()}`,
  triggers: ['BOOKING_CREATED', 'MEETING_ENDED'],
  active: true,
  payloadTemplate: null,
  sealedSecret: null,
  most: 100,
  ...change,
});

describe(`the store of webhooks on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createWebhookStore(database());

  async function eventTypeOf(accountId: number): Promise<number> {
    const terms = newTerms({ title: 'Intro call', slug: unique(), lengthInMinutes: 30 });
    const created = await createEventTypeStore(database()).create(accountId, { terms, most: 200 }, ACTOR);
    if (typeof created !== 'object') throw new Error(`not made: ${created}`);
    return created.eventType.id;
  }

  /** An owner of each kind: of one user and their team. */
  async function openOwners(): Promise<readonly WebhookOwner[]> {
    const accountId = await insertAccount(database());
    const teamId = await insertMembership(database(), accountId, { organization: true, accepted: true });
    const eventTypeId = await eventTypeOf(accountId);
    const [kind] = await database()('event_type')
      .insert({ team_id: teamId, title: 'Desk', slug: 'desk', length_minutes: 30 })
      .returning<{ id: number }[]>(['id']);
    return [{ accountId }, { teamId }, { accountId, eventTypeId }, { teamId, eventTypeId: kind?.id ?? 0 }];
  }

  async function createWebhook(owner: WebhookOwner, change: Partial<NewWebhook> = {}): Promise<Webhook> {
    const answer = await store().create(owner, webhook(change), ACTOR);
    if (typeof answer !== 'object') throw new Error(`not made: ${answer}`);
    return answer;
  }

  test('stores the terms of a webhook, and changes only the named members', async () => {
    for (const owner of await openOwners()) {
      const { most: _, ...terms } = webhook({ payloadTemplate: 'Hello', sealedSecret: 'k1.sealed' });
      const one = await createWebhook(owner, terms);
      expect(one).toEqual({ ...terms, id: expect.any(Number) });
      expect(await store().find(owner, one.id)).toEqual(one);
      const change = { triggers: ['OOO_CREATED'], payloadTemplate: null } as const;
      const changed = { ...one, ...change };
      expect(await store().change(owner, one.id, change, ACTOR)).toEqual(changed);
      expect(await store().list(owner, PAGE)).toEqual([changed]);
    }
  });

  test('finds a webhook only by its own owner', async () => {
    const [mine, others] = [await openOwners(), await openOwners()];
    for (const owner of mine) {
      const { id } = await createWebhook(owner);
      const eventTypeId = owner.eventTypeId ?? (await eventTypeOf(await insertAccount(database())));
      const notOwners: readonly WebhookOwner[] = [
        ...others,
        ...mine.filter((one) => one !== owner),
        ...others.map((one) => ({ ...one, eventTypeId })),
        ...UNKNOWN_IDS.map((unknown) => ({ ...owner, eventTypeId: unknown })),
        ...UNKNOWN_IDS.map((accountId) => ({ accountId })),
        ...UNKNOWN_IDS.map((teamId) => ({ teamId })),
      ];
      for (const nonMember of notOwners) {
        expect(await store().find(nonMember, id)).toBeUndefined();
        expect(await store().change(nonMember, id, { active: false }, ACTOR)).toBeUndefined();
        expect(await store().remove(nonMember, id, ACTOR)).toBeUndefined();
      }
      for (const unknown of UNKNOWN_IDS) expect(await store().find(owner, unknown)).toBeUndefined();
      expect(await store().find(owner, id)).toMatchObject({ active: true });
    }
  });

  test('finds and creates nothing for an event type of another owner', async () => {
    const [[, , mine], [user, teams]] = [await openOwners(), await openOwners()];
    const eventTypeId = mine?.eventTypeId ?? 0;
    for (const other of [user, teams]) {
      const owner = { ...(other ?? { accountId: 0 }), eventTypeId };
      expect(await store().list(owner, PAGE)).toBeUndefined();
      expect(await store().create(owner, webhook(), ACTOR)).toBeUndefined();
      expect(await store().removeAll(owner, ACTOR)).toBeUndefined();
    }
  });

  test('stores a URL once for an owner, also with parallel creations', async () => {
    for (const owner of await openOwners()) {
      const { subscriberUrl } = webhook();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => store().create(owner, webhook({ subscriberUrl }), ACTOR)),
      );
      expect(answers.filter((answer) => answer === 'url_taken')).toHaveLength(4);
      const other = await createWebhook(owner);
      expect(await store().change(owner, other.id, { subscriberUrl }, ACTOR)).toBe('url_taken');
      expect(await store().find(owner, other.id)).toEqual(other);
    }
  });

  test('stores URLs that are longer than an index entry', async () => {
    const [owner] = await openOwners();
    if (owner === undefined) throw new Error('no place');
    const subscriberUrl =
      `https://receiver.example/${Array.from({ length: 1_000 }, () => unique()[0]).join('')}ü`.padEnd(
        2_048,
        '✓',
      );
    expect(await createWebhook(owner, { subscriberUrl })).toMatchObject({ subscriberUrl });
  });

  test('an owner has at most the maximum of webhooks, also with parallel creations', async () => {
    for (const owner of await openOwners()) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => store().create(owner, webhook({ most: 4 }), ACTOR)),
      );
      expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(2);
      expect(await store().list(owner, PAGE)).toHaveLength(4);
    }
  });

  test('lists webhooks in pages, oldest first', async () => {
    const [owner] = await openOwners();
    if (owner === undefined) throw new Error('no place');
    const ids = [await createWebhook(owner), await createWebhook(owner), await createWebhook(owner)].map(
      ({ id }) => id,
    );
    const page = async (take: number, skip: number) =>
      (await store().list(owner, { take, skip }))?.map(({ id }) => id);
    expect([await page(2, 0), await page(2, 2), await page(2, 9)]).toEqual([
      ids.slice(0, 2),
      ids.slice(2),
      [],
    ]);
  });

  test('removes one webhook, or all of an owner', async () => {
    for (const owner of await openOwners()) {
      const [one, other] = [await createWebhook(owner), await createWebhook(owner)];
      expect(await store().remove(owner, one.id, ACTOR)).toEqual(one);
      expect(await store().remove(owner, one.id, ACTOR)).toBeUndefined();
      expect(await store().list(owner, PAGE)).toEqual([other]);
      expect([await store().removeAll(owner, ACTOR), await store().removeAll(owner, ACTOR)]).toEqual([1, 0]);
    }
  });

  test('a disabled webhook is enabled again only by its owner', async () => {
    for (const owner of await openOwners()) {
      const { id } = await createWebhook(owner);
      const at = new Date();
      const failed = { disabled_at: at, disabled_reason: 'Nobody answered.', failing_since: at };
      await database()('webhook').where({ number: id }).update(failed);
      expect(await store().find(owner, id)).toMatchObject({ active: false });
      expect(await store().change(owner, id, { payloadTemplate: 'x' }, ACTOR)).toMatchObject({
        active: false,
      });
      expect(await store().change(owner, id, { active: true }, ACTOR)).toMatchObject({ active: true });
    }
  });

  test('every change writes an audit entry that names only the host of the URL', async () => {
    for (const owner of await openOwners()) {
      const { id, subscriberUrl } = await createWebhook(owner, { sealedSecret: 'k1.sealed' });
      await store().change(owner, id, { active: false }, ACTOR);
      await store().remove(owner, id, ACTOR);
      const filter = { subject: `webhook:${id}` };
      const entries = await createAuditLog(database()).read({ filter, order: 'oldest', limit: 9 });
      const facts = { host: 'receiver.example', ...owner };
      expect(entries).toMatchObject([
        { action: 'webhook.created', facts: { ...facts, active: true } },
        { action: 'webhook.changed', facts: { ...facts, active: false } },
        { action: 'webhook.removed', facts },
      ]);
      expect(JSON.stringify(entries)).not.toContain(new URL(subscriberUrl).pathname);
      expect(JSON.stringify(entries)).not.toContain('k1.sealed');
    }
  });

  test('refuses text that cannot be stored', async () => {
    const [owner] = await openOwners();
    if (owner === undefined) throw new Error('no place');
    const { id } = await createWebhook(owner);
    for (const text of UNSTORABLE_TEXTS) {
      const bad = webhook({ payloadTemplate: text });
      await expect(store().create(owner, bad, ACTOR)).rejects.toMatchObject({ status: 400 });
      const change = store().change(owner, id, { payloadTemplate: text }, ACTOR);
      await expect(change).rejects.toMatchObject({ status: 400 });
    }
  });
});
