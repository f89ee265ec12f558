/* The store of event types: every query filters by owner, slugs are unique, and hidden ones are not listed. */
import { createAccountStore } from '../../../../adapters/knex/accounts/accounts.js';
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createEventTypeStore } from '../../../../adapters/knex/event-types/event-types.js';
import { createScheduleStore } from '../../../../adapters/knex/schedules/schedules.js';
import { AppError, invalidInput } from '../../../../src/errors.js';
import type { EventTypeTerms } from '../../../../src/scheduling/event-types/event-type.js';
import { newTerms, revised } from '../../../../src/scheduling/event-types/rules.js';
import type { TermsChange } from '../../../../src/scheduling/event-types/rules.js';
import type { EventTypeQuery, PersonalEventType } from '../../../../src/scheduling/event-types/store.js';
import { backendName } from '../../../support/backend.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, ODD_TEXTS, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

const FAR = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];
const MAX = 5;

const terms = (change: TermsChange = {}): EventTypeTerms =>
  newTerms({ title: 'Intro call', slug: unique().toLowerCase(), lengthInMinutes: 30, ...change });

describe(`the store of event types on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createEventTypeStore(database());

  async function createEventType(ownerId: number, change?: TermsChange): Promise<PersonalEventType> {
    const eventType = await store().create(ownerId, { terms: terms(change), most: 250 }, ACTOR);
    if (typeof eventType !== 'object') throw new Error(`not created: ${eventType}`);
    return eventType;
  }

  const usernameOf = async (id: number): Promise<string> =>
    (await createAccountStore(database()).findById(id))?.username ?? '';

  const slugs = async (query: Partial<EventTypeQuery> & { viewerId: number }) =>
    (await store().list({ take: 250, skip: 0, ...query })).map(({ eventType }) => eventType.slug);

  const auditOf = async (id: number) => {
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    return entries.filter(({ subject }) => subject === `event_type:${id}`);
  };

  test('stores an event type with its owner, and writes an audit entry', async () => {
    const ownerId = await insertAccount(database(), { timeZone: 'Asia/Tokyo' });
    const input = terms({
      description: ODD_TEXTS.join('\n'),
      lengthInMinutesOptions: [15, 30],
      bookingWindow: { type: 'range', value: ['2030-01-01', '2030-02-01'] },
      locations: [{ type: 'link', link: 'https://meet.example/x', public: false }],
      seats: { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true },
      metadata: { constructor: 'plain', n: 1 },
      interfaceLanguage: 'pt-BR',
    });
    const answer = await store().create(ownerId, { terms: input, most: MAX }, ACTOR);
    if (typeof answer !== 'object') throw new Error(`not created: ${answer}`);
    const { eventType, owner } = answer;
    expect(eventType).toEqual({ ...input, id: eventType.id, ownerId, teamId: null });
    expect(owner).toMatchObject({ id: ownerId, name: 'Ada Lovelace', timeZone: 'Asia/Tokyo' });
    expect(await store().find(ownerId, eventType.id)).toEqual(answer);
    expect(await auditOf(eventType.id)).toMatchObject([
      { action: 'event_type.created', actor: ACTOR.actor, facts: { slug: input.slug, lengthInMinutes: 30 } },
    ]);
  });

  test('uses a slug once for each user, also with parallel creations', async () => {
    const [one, other] = [await insertAccount(database()), await insertAccount(database())];
    const input = { terms: terms(), most: MAX };
    const answers = await Promise.all(Array.from({ length: 4 }, () => store().create(one, input, ACTOR)));
    expect(answers.filter((answer) => answer === 'slug_taken')).toHaveLength(3);
    expect(await store().create(other, input, ACTOR)).toMatchObject({ owner: { id: other } });
    const second = await createEventType(one);
    const take = (current: EventTypeTerms) => ({ ...current, slug: input.terms.slug });
    expect(await store().change(one, second.eventType.id, take, ACTOR)).toBe('slug_taken');
    expect(await store().find(one, second.eventType.id)).toEqual(second);
    expect(await auditOf(second.eventType.id)).toHaveLength(1);
  });

  test('creates at most the maximum for a user, also with parallel creations', async () => {
    const ownerId = await insertAccount(database());
    const answers = await Promise.all(
      Array.from({ length: MAX + 3 }, () => store().create(ownerId, { terms: terms(), most: MAX }, ACTOR)),
    );
    expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(3);
    expect(await slugs({ viewerId: ownerId })).toHaveLength(MAX);
  });

  test('accepts a schedule of the owner only', async () => {
    const [ownerId, nonMember] = [await insertAccount(database()), await insertAccount(database())];
    const own = await createScheduleStore(database()).findDefault(ownerId);
    const foreign = await createScheduleStore(database()).findDefault(nonMember);
    expect((await createEventType(ownerId, { scheduleId: own?.id ?? 0 })).eventType.scheduleId).toBe(own?.id);
    const { eventType } = await createEventType(ownerId);
    for (const scheduleId of [foreign?.id ?? 0, ...FAR]) {
      const input = { terms: terms({ scheduleId }), most: MAX };
      expect(await store().create(ownerId, input, ACTOR)).toBe('unknown_schedule');
      const revise = (current: EventTypeTerms) => ({ ...current, scheduleId });
      expect(await store().change(ownerId, eventType.id, revise, ACTOR)).toBe('unknown_schedule');
    }
    expect((await store().find(ownerId, eventType.id))?.eventType.scheduleId).toBeNull();
  });

  test('changes the named settings, and lists them in the audit entry', async () => {
    const ownerId = await insertAccount(database());
    const { eventType } = await createEventType(ownerId, { slotInterval: 15 });
    const change = { title: 'Longer', hidden: true, slotInterval: null, color: null };
    const changed = await store().change(ownerId, eventType.id, (now) => revised(now, change), ACTOR);
    const { slotInterval: _gone, ...rest } = eventType;
    expect(changed).toMatchObject({ eventType: { ...rest, title: 'Longer', hidden: true } });
    expect(changed).toEqual(await store().find(ownerId, eventType.id));
    expect((await auditOf(eventType.id)).at(-1)).toMatchObject({
      action: 'event_type.changed',
      facts: { changed: expect.arrayContaining(['title', 'hidden', 'slotInterval']) },
    });
    await store().change(ownerId, eventType.id, (now) => now, ACTOR);
    expect(await auditOf(eventType.id)).toHaveLength(2);
  });

  test('loses no parallel change', async () => {
    const ownerId = await insertAccount(database());
    const { eventType } = await createEventType(ownerId, { offsetStart: 0 });
    const more = (now: EventTypeTerms) => ({ ...now, offsetStart: now.offsetStart + 1 });
    await Promise.all(Array.from({ length: 8 }, () => store().change(ownerId, eventType.id, more, ACTOR)));
    expect((await store().find(ownerId, eventType.id))?.eventType.offsetStart).toBe(8);
  });

  test('writes nothing of a refused change', async () => {
    const ownerId = await insertAccount(database());
    const { eventType } = await createEventType(ownerId);
    const refuse = () => {
      throw invalidInput([{ property: 'seats', message: 'no' }]);
    };
    await expect(store().change(ownerId, eventType.id, refuse, ACTOR)).rejects.toThrow(AppError);
    for (const text of UNSTORABLE_TEXTS) {
      const revise = (now: EventTypeTerms) => ({ ...now, description: text });
      await expect(store().change(ownerId, eventType.id, revise, ACTOR)).rejects.toThrow(AppError);
      await expect(
        store().create(ownerId, { terms: terms({ title: text }), most: MAX }, ACTOR),
      ).rejects.toThrow(AppError);
    }
    expect((await store().find(ownerId, eventType.id))?.eventType).toEqual(eventType);
    expect(await auditOf(eventType.id)).toHaveLength(1);
  });

  test('does not find, change or remove an event type of another user', async () => {
    const [ownerId, nonMember] = [await insertAccount(database()), await insertAccount(database())];
    const { eventType } = await createEventType(ownerId);
    for (const id of [eventType.id, ...FAR]) {
      expect(await store().find(nonMember, id)).toBeUndefined();
      expect(
        await store().change(nonMember, id, (now) => ({ ...now, title: 'Mine' }), ACTOR),
      ).toBeUndefined();
      expect(await store().remove(nonMember, id, ACTOR)).toBeUndefined();
    }
    expect((await store().find(ownerId, eventType.id))?.eventType).toEqual(eventType);
  });

  test('removes an event type once, and its slug can be used again', async () => {
    const ownerId = await insertAccount(database());
    const created = await createEventType(ownerId);
    const { id, slug } = created.eventType;
    expect(await store().remove(ownerId, id, ACTOR)).toEqual(created);
    expect(await store().remove(ownerId, id, ACTOR)).toBeUndefined();
    expect(await store().find(ownerId, id)).toBeUndefined();
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'event_type.created',
      'event_type.deleted',
    ]);
    expect((await createEventType(ownerId, { slug })).eventType.slug).toBe(slug);
  });

  describe('a list of event types', () => {
    test('contains hidden ones of the viewer, and public ones of other users', async () => {
      const [ownerId, viewerId] = [await insertAccount(database()), await insertAccount(database())];
      const open = await createEventType(ownerId);
      const hidden = await createEventType(ownerId, { hidden: true });
      const usernames = [await usernameOf(ownerId)];
      expect(await slugs({ viewerId: ownerId })).toEqual([open.eventType.slug, hidden.eventType.slug]);
      expect(await slugs({ viewerId: ownerId, usernames })).toEqual([
        open.eventType.slug,
        hidden.eventType.slug,
      ]);
      expect(await slugs({ viewerId, usernames })).toEqual([open.eventType.slug]);
      expect(await slugs({ viewerId, usernames, slug: hidden.eventType.slug })).toEqual([]);
      expect(await slugs({ viewerId })).toEqual([]);
      expect(await slugs({ viewerId, usernames: [] })).toEqual([]);
    });

    test('is in the order of creation, in either direction, page by page', async () => {
      const viewerId = await insertAccount(database());
      for (const slug of ['a', 'b', 'c']) await createEventType(viewerId, { slug });
      expect(await slugs({ viewerId, sortCreatedAt: 'asc' })).toEqual(['a', 'b', 'c']);
      expect(await slugs({ viewerId, sortCreatedAt: 'desc' })).toEqual(['c', 'b', 'a']);
      expect(await slugs({ viewerId, take: 2, skip: 1 })).toEqual(['b', 'c']);
      expect(await slugs({ viewerId, slug: 'b' })).toEqual(['b']);
    });

    test('of an organization contains those of members who have accepted', async () => {
      const [viewerId, invited] = [await insertAccount(database()), await insertAccount(database())];
      const id = await insertMembership(database(), viewerId, { organization: true, accepted: true });
      const team = await insertMembership(database(), viewerId, { organization: false, accepted: true });
      await database()('membership').insert({ team_id: id, account_id: invited, role: 'member' });
      await createEventType(viewerId, { slug: 'mine' });
      await createEventType(invited, { slug: 'theirs' });
      const usernames = [await usernameOf(viewerId), await usernameOf(invited)];
      expect(await slugs({ viewerId, usernames })).toEqual(['mine', 'theirs']);
      expect(await slugs({ viewerId, usernames, organization: { id } })).toEqual(['mine']);
      for (const other of [team, ...FAR]) {
        expect(await slugs({ viewerId, usernames, organization: { id: other } })).toEqual([]);
      }
      for (const slug of ['no-such', ...UNSTORABLE_TEXTS]) {
        expect(await slugs({ viewerId, organization: { slug } })).toEqual([]);
        expect(await slugs({ viewerId, slug })).toEqual([]);
        expect(await slugs({ viewerId, usernames: [slug] })).toEqual([]);
      }
    });
  });

  test('finds a bookable one by its id or its owner and slug, unless the owner is disabled', async () => {
    const ownerId = await insertAccount(database());
    const created = await createEventType(ownerId, { hidden: true });
    const { id, slug } = created.eventType;
    const username = await usernameOf(ownerId);
    const hosts = [{ accountId: ownerId, mandatory: false, priority: 'medium', weight: 100 }];
    const bookable = { eventType: created.eventType, hostName: 'Ada Lovelace', hosts };
    expect(await store().bookable(id)).toEqual(bookable);
    expect(await store().bookable({ username, slug })).toEqual(bookable);
    expect(await store().bookable({ username, slug, organizationSlug: 'other' })).toBeUndefined();
    expect(await store().bookable({ teamSlug: username, slug })).toBeUndefined();
    expect(await store().bookable({ username, slug: 'other' })).toBeUndefined();
    for (const far of FAR) expect(await store().bookable(far)).toBeUndefined();
    for (const text of UNSTORABLE_TEXTS) {
      expect(await store().bookable({ username: text, slug })).toBeUndefined();
      expect(await store().bookable({ username, slug: text })).toBeUndefined();
    }
    await createAccountStore(database()).setDisabled(ownerId, true, ACTOR);
    expect(await store().bookable(id)).toBeUndefined();
    expect(await store().bookable({ username, slug })).toBeUndefined();
    expect(await slugs({ viewerId: await insertAccount(database()), usernames: [username] })).toEqual([]);
    expect(await store().create(ownerId, { terms: terms(), most: MAX }, ACTOR)).toBeUndefined();
  });
});
