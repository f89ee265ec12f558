/* What every WebhookStore promises: each with its owner alone, an address once, and never more than allowed. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createEventTypeStore } from '../../../../adapters/knex/event-types/event-types.js';
import { createWebhookStore } from '../../../../adapters/knex/webhooks/webhooks.js';
import { newTerms } from '../../../../src/scheduling/event-types/rules.js';
import type { NewWebhook, Webhook, WebhookOwner } from '../../../../src/scheduling/webhooks/store.js';
import { backendName } from '../../../support/backend.js';
import { join, onDatabase, somebody } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

const FAR = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];
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
    const made = await createEventTypeStore(database()).create(accountId, { terms, most: 200 }, ACTOR);
    if (typeof made !== 'object') throw new Error(`not made: ${made}`);
    return made.eventType.id;
  }

  /** One of each kind, of one person and their team. */
  async function places(): Promise<readonly WebhookOwner[]> {
    const accountId = await somebody(database());
    const teamId = await join(database(), accountId, { organization: true, accepted: true });
    const eventTypeId = await eventTypeOf(accountId);
    const [kind] = await database()('event_type')
      .insert({ team_id: teamId, title: 'Desk', slug: 'desk', length_minutes: 30 })
      .returning<{ id: number }[]>(['id']);
    return [{ accountId }, { teamId }, { accountId, eventTypeId }, { teamId, eventTypeId: kind?.id ?? 0 }];
  }

  async function made(place: WebhookOwner, change: Partial<NewWebhook> = {}): Promise<Webhook> {
    const answer = await store().create(place, webhook(change), ACTOR);
    if (typeof answer !== 'object') throw new Error(`not made: ${answer}`);
    return answer;
  }

  test('keeps the terms of each, and changes what is named', async () => {
    for (const place of await places()) {
      const { most: _, ...terms } = webhook({ payloadTemplate: 'Hello', sealedSecret: 'k1.sealed' });
      const one = await made(place, terms);
      expect(one).toEqual({ ...terms, id: expect.any(Number) });
      expect(await store().find(place, one.id)).toEqual(one);
      const change = { triggers: ['OOO_CREATED'], payloadTemplate: null } as const;
      const changed = { ...one, ...change };
      expect(await store().change(place, one.id, change, ACTOR)).toEqual(changed);
      expect(await store().list(place, PAGE)).toEqual([changed]);
    }
  });

  test('is reached by its own owner under its own place alone', async () => {
    const [mine, others] = [await places(), await places()];
    for (const place of mine) {
      const { id } = await made(place);
      const eventTypeId = place.eventTypeId ?? (await eventTypeOf(await somebody(database())));
      const strangers: readonly WebhookOwner[] = [
        ...others,
        ...mine.filter((one) => one !== place),
        ...others.map((one) => ({ ...one, eventTypeId })),
        ...FAR.map((far) => ({ ...place, eventTypeId: far })),
        ...FAR.map((accountId) => ({ accountId })),
        ...FAR.map((teamId) => ({ teamId })),
      ];
      for (const nonMember of strangers) {
        expect(await store().find(nonMember, id)).toBeUndefined();
        expect(await store().change(nonMember, id, { active: false }, ACTOR)).toBeUndefined();
        expect(await store().remove(nonMember, id, ACTOR)).toBeUndefined();
      }
      for (const far of FAR) expect(await store().find(place, far)).toBeUndefined();
      expect(await store().find(place, id)).toMatchObject({ active: true });
    }
  });

  test('of an event type that is not theirs there is nothing, and nothing comes there', async () => {
    const [[, , mine], [person, teams]] = [await places(), await places()];
    const eventTypeId = mine?.eventTypeId ?? 0;
    for (const other of [person, teams]) {
      const place = { ...(other ?? { accountId: 0 }), eventTypeId };
      expect(await store().list(place, PAGE)).toBeUndefined();
      expect(await store().create(place, webhook(), ACTOR)).toBeUndefined();
      expect(await store().removeAll(place, ACTOR)).toBeUndefined();
    }
  });

  test('has an address once for an owner, also when they come at once', async () => {
    for (const place of await places()) {
      const { subscriberUrl } = webhook();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => store().create(place, webhook({ subscriberUrl }), ACTOR)),
      );
      expect(answers.filter((answer) => answer === 'url_taken')).toHaveLength(4);
      const other = await made(place);
      expect(await store().change(place, other.id, { subscriberUrl }, ACTOR)).toBe('url_taken');
      expect(await store().find(place, other.id)).toEqual(other);
    }
  });

  test('takes addresses that are longer than an index', async () => {
    const [place] = await places();
    if (place === undefined) throw new Error('no place');
    const subscriberUrl =
      `https://receiver.example/${Array.from({ length: 1_000 }, () => unique()[0]).join('')}ü`.padEnd(
        2_048,
        '✓',
      );
    expect(await made(place, { subscriberUrl })).toMatchObject({ subscriberUrl });
  });

  test('an owner has at most as many as allowed, also when they come at once', async () => {
    for (const place of await places()) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => store().create(place, webhook({ most: 4 }), ACTOR)),
      );
      expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(2);
      expect(await store().list(place, PAGE)).toHaveLength(4);
    }
  });

  test('is listed in pages, oldest first', async () => {
    const [place] = await places();
    if (place === undefined) throw new Error('no place');
    const ids = [await made(place), await made(place), await made(place)].map(({ id }) => id);
    const page = async (take: number, skip: number) =>
      (await store().list(place, { take, skip }))?.map(({ id }) => id);
    expect([await page(2, 0), await page(2, 2), await page(2, 9)]).toEqual([
      ids.slice(0, 2),
      ids.slice(2),
      [],
    ]);
  });

  test('goes alone, or with all of its place', async () => {
    for (const place of await places()) {
      const [one, other] = [await made(place), await made(place)];
      expect(await store().remove(place, one.id, ACTOR)).toEqual(one);
      expect(await store().remove(place, one.id, ACTOR)).toBeUndefined();
      expect(await store().list(place, PAGE)).toEqual([other]);
      expect([await store().removeAll(place, ACTOR), await store().removeAll(place, ACTOR)]).toEqual([1, 0]);
    }
  });

  test('is enabled again by its owner’s word alone', async () => {
    for (const place of await places()) {
      const { id } = await made(place);
      const at = new Date();
      const failed = { disabled_at: at, disabled_reason: 'Nobody answered.', failing_since: at };
      await database()('webhook').where({ number: id }).update(failed);
      expect(await store().find(place, id)).toMatchObject({ active: false });
      expect(await store().change(place, id, { payloadTemplate: 'x' }, ACTOR)).toMatchObject({
        active: false,
      });
      expect(await store().change(place, id, { active: true }, ACTOR)).toMatchObject({ active: true });
    }
  });

  test('every change leaves its entry, which names the host of the address alone', async () => {
    for (const place of await places()) {
      const { id, subscriberUrl } = await made(place, { sealedSecret: 'k1.sealed' });
      await store().change(place, id, { active: false }, ACTOR);
      await store().remove(place, id, ACTOR);
      const filter = { subject: `webhook:${id}` };
      const entries = await createAuditLog(database()).read({ filter, order: 'oldest', limit: 9 });
      const facts = { host: 'receiver.example', ...place };
      expect(entries).toMatchObject([
        { action: 'webhook.created', facts: { ...facts, active: true } },
        { action: 'webhook.changed', facts: { ...facts, active: false } },
        { action: 'webhook.removed', facts },
      ]);
      expect(JSON.stringify(entries)).not.toContain(new URL(subscriberUrl).pathname);
      expect(JSON.stringify(entries)).not.toContain('k1.sealed');
    }
  });

  test('refuses text that no store can keep', async () => {
    const [place] = await places();
    if (place === undefined) throw new Error('no place');
    const { id } = await made(place);
    for (const text of UNSTORABLE_TEXTS) {
      const bad = webhook({ payloadTemplate: text });
      await expect(store().create(place, bad, ACTOR)).rejects.toMatchObject({ status: 400 });
      const change = store().change(place, id, { payloadTemplate: text }, ACTOR);
      await expect(change).rejects.toMatchObject({ status: 400 });
    }
  });
});
