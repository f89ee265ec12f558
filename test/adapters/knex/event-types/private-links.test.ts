/* The store of private links: every query filters by owner, and no link is used more often than allowed. */
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

  async function createFixture(): Promise<{
    readonly accountId: number;
    readonly eventTypeId: number;
    readonly slug: string;
  }> {
    const accountId = await insertAccount(database());
    const terms = newTerms({ title: 'Intro call', slug: 'intro', lengthInMinutes: 30 });
    const created = await createEventTypeStore(database()).create(accountId, { terms, most: 200 }, ACTOR);
    if (typeof created !== 'object') throw new Error(`not created: ${created}`);
    return { accountId, eventTypeId: created.eventType.id, slug: 'intro' };
  }

  const use = (id: string, eventTypeId: number, now = NOW) =>
    database().transaction((trx) => usePrivateLink(trx, id, eventTypeId, now));

  test('stores a link with its limits, and the audit log does not contain its id', async () => {
    const fixture = await createFixture();
    const input = link({ expiresAt: NOW + 1_500, maxUses: null });
    const created = await store().create(fixture, input, ACTOR);
    expect(created).toEqual({
      id: input.id,
      eventTypeId: fixture.eventTypeId,
      slug: 'intro',
      expiresAt: NOW + 1_500,
      maxUses: null,
      uses: 0,
    });
    expect(await store().find(fixture, input.id)).toEqual(created);
    expect(await store().list(fixture)).toEqual([created]);
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    const ofLink = entries.filter(({ action }) => action.startsWith('private_link.'));
    expect(ofLink.at(-1)).toMatchObject({ subject: `event_type:${fixture.eventTypeId}` });
    expect(JSON.stringify(entries)).not.toContain(input.id);
  });

  test('finds a link only under its event type and for its owner', async () => {
    const [fixture, otherFixture] = [await createFixture(), await createFixture()];
    const { id } = link();
    await store().create(fixture, link({ id }), ACTOR);
    const others = [
      otherFixture,
      { ...fixture, accountId: otherFixture.accountId },
      { ...fixture, eventTypeId: otherFixture.eventTypeId },
      ...FAR.map((eventTypeId) => ({ ...fixture, eventTypeId })),
    ];
    for (const other of others) {
      expect(await store().find(other, id)).toBeUndefined();
      expect(await store().change(other, id, { expiresAt: null, maxUses: 9 }, ACTOR)).toBeUndefined();
      expect(await store().remove(other, id, ACTOR)).toBe('not_found');
      if (other !== otherFixture) expect(await store().create(other, link(), ACTOR)).toBeUndefined();
      expect((await store().list(other)) ?? []).toEqual([]);
    }
    for (const text of UNSTORABLE_TEXTS) {
      expect(await store().find(fixture, text)).toBeUndefined();
      expect(await store().remove(fixture, text, ACTOR)).toBe('not_found');
      expect(await store().change(fixture, text, { expiresAt: null, maxUses: 9 }, ACTOR)).toBeUndefined();
      expect(await use(text, fixture.eventTypeId)).toBe('unknown');
    }
    expect(await store().list({ ...fixture, accountId: otherFixture.accountId })).toBeUndefined();
    expect(await store().find(fixture, id)).toMatchObject({ id, maxUses: 1 });
  });

  test('creates at most the maximum for an event type, also with parallel creations', async () => {
    const fixture = await createFixture();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => store().create(fixture, link({ most: 4 }), ACTOR)),
    );
    expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(2);
    expect(await store().list(fixture)).toHaveLength(4);
  });

  test('counts at most the allowed uses, also with twenty parallel ones', async () => {
    const fixture = await createFixture();
    const { id } = link();
    await store().create(fixture, link({ id, maxUses: 3 }), ACTOR);
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(id, fixture.eventTypeId)));
    expect(answers.filter((answer) => answer === 'used')).toHaveLength(3);
    expect(answers.filter((answer) => answer === 'expired')).toHaveLength(17);
    expect(await store().find(fixture, id)).toMatchObject({ uses: 3, maxUses: 3 });
  });

  test('accepts a link until it expires, for its own event type', async () => {
    const [fixture, otherFixture] = [await createFixture(), await createFixture()];
    const { id } = link();
    await store().create(fixture, link({ id, expiresAt: NOW, maxUses: null }), ACTOR);
    expect(await use(id, fixture.eventTypeId, NOW - 1)).toBe('used');
    expect(await use(id, fixture.eventTypeId, NOW)).toBe('expired');
    expect(await use(id, otherFixture.eventTypeId, NOW - 1)).toBe('unknown');
    expect(await use(unique(), fixture.eventTypeId)).toBe('unknown');
  });

  test('does not count a use when the booking fails', async () => {
    const fixture = await createFixture();
    const { id } = link();
    await store().create(fixture, link({ id }), ACTOR);
    const failing = database().transaction(async (trx) => {
      expect(await usePrivateLink(trx, id, fixture.eventTypeId, NOW)).toBe('used');
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    expect(await use(id, fixture.eventTypeId)).toBe('used');
  });

  test('refuses a limit below the uses', async () => {
    const fixture = await createFixture();
    const { id } = link();
    await store().create(fixture, link({ id, maxUses: 5 }), ACTOR);
    await use(id, fixture.eventTypeId);
    await use(id, fixture.eventTypeId);
    expect(await store().change(fixture, id, { expiresAt: null, maxUses: 1 }, ACTOR)).toBe('used_more');
    expect(await store().change(fixture, id, { expiresAt: null, maxUses: 2 }, ACTOR)).toMatchObject({
      maxUses: 2,
      uses: 2,
    });
    expect(await use(id, fixture.eventTypeId)).toBe('expired');
    expect(await store().change(fixture, id, { expiresAt: NOW + 1, maxUses: null }, ACTOR)).toMatchObject({
      expiresAt: NOW + 1,
      maxUses: null,
    });
    expect(await use(id, fixture.eventTypeId)).toBe('used');
  });

  test('deletes a link with its event type, or before', async () => {
    const fixture = await createFixture();
    const [one, other] = [link(), link()];
    await store().create(fixture, one, ACTOR);
    await store().create(fixture, other, ACTOR);
    expect(await store().remove(fixture, one.id, ACTOR)).toBe('removed');
    expect(await store().remove(fixture, one.id, ACTOR)).toBe('not_found');
    expect(await use(one.id, fixture.eventTypeId)).toBe('unknown');
    await createEventTypeStore(database()).remove(fixture.accountId, fixture.eventTypeId, ACTOR);
    expect(await store().find(fixture, other.id)).toBeUndefined();
    expect(await store().list(fixture)).toBeUndefined();
  });
});
