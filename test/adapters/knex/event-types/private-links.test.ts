/* What every PrivateLinkStore promises: links of one's own event types, and never a use more than allowed. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createEventTypeStore } from '../../../../adapters/knex/event-types/event-types.js';
import {
  createPrivateLinkStore,
  usePrivateLink,
} from '../../../../adapters/knex/event-types/private-links.js';
import { newTerms } from '../../../../src/scheduling/event-types/rules.js';
import type { NewPrivateLink } from '../../../../src/scheduling/private-links/store.js';
import { backendName } from '../../../support/backend.js';
import { onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

const NOW = Date.UTC(2030, 0, 1);
const FAR = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];

const link = (change: Partial<NewPrivateLink> = {}): NewPrivateLink => ({
  id: unique(),
  expiresAt: null,
  maxUses: 1,
  most: 250,
  ...change,
});

describe(`the store of private links on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createPrivateLinkStore(database());

  async function place(): Promise<{
    readonly accountId: number;
    readonly eventTypeId: number;
    readonly slug: string;
  }> {
    const accountId = await insertAccount(database());
    const terms = newTerms({ title: 'Intro call', slug: 'intro', lengthInMinutes: 30 });
    const made = await createEventTypeStore(database()).create(accountId, { terms, most: 200 }, ACTOR);
    if (typeof made !== 'object') throw new Error(`not made: ${made}`);
    return { accountId, eventTypeId: made.eventType.id, slug: 'intro' };
  }

  const use = (id: string, eventTypeId: number, now = NOW) =>
    database().transaction((trx) => usePrivateLink(trx, id, eventTypeId, now));

  test('stores a link with its limits, and the audit log does not contain its id', async () => {
    const here = await place();
    const input = link({ expiresAt: NOW + 1_500, maxUses: null });
    const made = await store().create(here, input, ACTOR);
    expect(made).toEqual({
      id: input.id,
      eventTypeId: here.eventTypeId,
      slug: 'intro',
      expiresAt: NOW + 1_500,
      maxUses: null,
      uses: 0,
    });
    expect(await store().find(here, input.id)).toEqual(made);
    expect(await store().list(here)).toEqual([made]);
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    const ofLink = entries.filter(({ action }) => action.startsWith('private_link.'));
    expect(ofLink.at(-1)).toMatchObject({ subject: `event_type:${here.eventTypeId}` });
    expect(JSON.stringify(entries)).not.toContain(input.id);
  });

  test('finds a link only under its event type and for its owner', async () => {
    const [here, elsewhere] = [await place(), await place()];
    const { id } = link();
    await store().create(here, link({ id }), ACTOR);
    const others = [
      elsewhere,
      { ...here, accountId: elsewhere.accountId },
      { ...here, eventTypeId: elsewhere.eventTypeId },
      ...FAR.map((eventTypeId) => ({ ...here, eventTypeId })),
    ];
    for (const other of others) {
      expect(await store().find(other, id)).toBeUndefined();
      expect(await store().change(other, id, { expiresAt: null, maxUses: 9 }, ACTOR)).toBeUndefined();
      expect(await store().remove(other, id, ACTOR)).toBe('not_found');
      if (other !== elsewhere) expect(await store().create(other, link(), ACTOR)).toBeUndefined();
      expect((await store().list(other)) ?? []).toEqual([]);
    }
    for (const text of UNSTORABLE_TEXTS) {
      expect(await store().find(here, text)).toBeUndefined();
      expect(await store().remove(here, text, ACTOR)).toBe('not_found');
      expect(await store().change(here, text, { expiresAt: null, maxUses: 9 }, ACTOR)).toBeUndefined();
      expect(await use(text, here.eventTypeId)).toBe('unknown');
    }
    expect(await store().list({ ...here, accountId: elsewhere.accountId })).toBeUndefined();
    expect(await store().find(here, id)).toMatchObject({ id, maxUses: 1 });
  });

  test('creates at most the maximum for an event type, also with parallel creations', async () => {
    const here = await place();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => store().create(here, link({ most: 4 }), ACTOR)),
    );
    expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(2);
    expect(await store().list(here)).toHaveLength(4);
  });

  test('counts at most the allowed uses, also with twenty parallel ones', async () => {
    const here = await place();
    const { id } = link();
    await store().create(here, link({ id, maxUses: 3 }), ACTOR);
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(id, here.eventTypeId)));
    expect(answers.filter((answer) => answer === 'used')).toHaveLength(3);
    expect(answers.filter((answer) => answer === 'expired')).toHaveLength(17);
    expect(await store().find(here, id)).toMatchObject({ uses: 3, maxUses: 3 });
  });

  test('accepts a link until it expires, for its own event type', async () => {
    const [here, elsewhere] = [await place(), await place()];
    const { id } = link();
    await store().create(here, link({ id, expiresAt: NOW, maxUses: null }), ACTOR);
    expect(await use(id, here.eventTypeId, NOW - 1)).toBe('used');
    expect(await use(id, here.eventTypeId, NOW)).toBe('expired');
    expect(await use(id, elsewhere.eventTypeId, NOW - 1)).toBe('unknown');
    expect(await use(unique(), here.eventTypeId)).toBe('unknown');
  });

  test('does not count a use when the booking fails', async () => {
    const here = await place();
    const { id } = link();
    await store().create(here, link({ id }), ACTOR);
    const failing = database().transaction(async (trx) => {
      expect(await usePrivateLink(trx, id, here.eventTypeId, NOW)).toBe('used');
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    expect(await use(id, here.eventTypeId)).toBe('used');
  });

  test('refuses a limit below the uses', async () => {
    const here = await place();
    const { id } = link();
    await store().create(here, link({ id, maxUses: 5 }), ACTOR);
    await use(id, here.eventTypeId);
    await use(id, here.eventTypeId);
    expect(await store().change(here, id, { expiresAt: null, maxUses: 1 }, ACTOR)).toBe('used_more');
    expect(await store().change(here, id, { expiresAt: null, maxUses: 2 }, ACTOR)).toMatchObject({
      maxUses: 2,
      uses: 2,
    });
    expect(await use(id, here.eventTypeId)).toBe('expired');
    expect(await store().change(here, id, { expiresAt: NOW + 1, maxUses: null }, ACTOR)).toMatchObject({
      expiresAt: NOW + 1,
      maxUses: null,
    });
    expect(await use(id, here.eventTypeId)).toBe('used');
  });

  test('deletes a link with its event type, or before', async () => {
    const here = await place();
    const [one, other] = [link(), link()];
    await store().create(here, one, ACTOR);
    await store().create(here, other, ACTOR);
    expect(await store().remove(here, one.id, ACTOR)).toBe('removed');
    expect(await store().remove(here, one.id, ACTOR)).toBe('not_found');
    expect(await use(one.id, here.eventTypeId)).toBe('unknown');
    await createEventTypeStore(database()).remove(here.accountId, here.eventTypeId, ACTOR);
    expect(await store().find(here, other.id)).toBeUndefined();
    expect(await store().list(here)).toBeUndefined();
  });
});
