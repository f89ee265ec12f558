/* What every store of bookers' codes promises: a limit of attempts, also in parallel, and one booking for each code. */
import { decodePayload } from '../../../../src/jobs/kinds.js';
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createBookerCodeStore, sweepBookerCodes } from '../../../../adapters/knex/bookings/booker-codes.js';
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import { createJobStore } from '../../../../adapters/knex/jobs/jobs.js';
import type {
  Booker,
  NewBookerCode,
} from '../../../../src/scheduling/bookings/creation/verification-code-store.js';
import type { BookOrder, Placement } from '../../../../src/scheduling/bookings/store.js';
import { backendName } from '../../../support/backend.js';
import {
  booking,
  HOUR,
  createHostedEventType,
  NOW,
  order,
  type HostedEventType,
  START,
} from './booking-samples.js';
import { onDatabase } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

const MINUTE = 60_000;
const FAR = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];

describe(`the store of bookers' codes on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createBookerCodeStore(database());
  const bookings = () => createBookingStore(database());

  /** A host with an event type that requires codes. */
  async function createHosted(): Promise<HostedEventType> {
    const created = await createHostedEventType(database());
    await database().raw(
      `update event_type set settings = settings || '{"requiresBookerEmailVerification": true}' where id = ?`,
      [created.eventTypeId],
    );
    return created;
  }
  const of = ({ eventTypeId }: HostedEventType, email = 'grace@example.net'): Booker => ({
    eventTypeId,
    email,
  });
  const send = (booker: Booker, change: Partial<NewBookerCode> = {}) => {
    const code = { codeHash: 'right', expiresAt: new Date(NOW + 10 * MINUTE), ...change };
    const job = { kind: 'verification', payload: { sealed: `for ${booker.email}` } } as const;
    return store().put(booker, code, job, ACTOR);
  };
  const guess = (
    booker: Booker,
    codeHashes: readonly string[] = ['right'],
    now = new Date(NOW),
    from = 'here',
  ) => store().isRight(booker, { codeHashes, now, from, maxAttemptsFrom: 5, maxAttempts: 25 });
  const book = (
    hosted: HostedEventType,
    change: Partial<BookOrder> = {},
    placements?: readonly Placement[],
  ) =>
    bookings().book(
      order(hosted, { codeHashes: ['right'], ...change }),
      () => placements ?? [{ kind: 'booking', booking: booking(hosted) }],
      ACTOR,
    );
  const kindsOf = (outcomes: readonly { readonly kind: string }[]) => outcomes.map(({ kind }) => kind).sort();

  test('finds the code of an address and an event type, in any case, under any key of the key ring', async () => {
    const [hosted, otherHosted] = [await createHosted(), await createHosted()];
    expect(await send(of(hosted))).toBe(true);
    expect(await guess(of(hosted, 'GRACE@example.net'))).toBe(true);
    expect(await guess(of(hosted), ['newer', 'right'])).toBe(true);
    expect(await guess(of(hosted), [])).toBe(false);
    expect(await guess(of(otherHosted))).toBe(false);
    expect(await guess(of(hosted, 'alan@example.net'))).toBe(false);
  });

  test('compares five of fifty parallel wrong codes, and then refuses also the right one', async () => {
    const hosted = await createHosted();
    await send(of(hosted));
    const row = () => database()('booker_code').where({ event_type_id: hosted.eventTypeId }).first('tries');
    await Promise.all(Array.from({ length: 50 }, (_, at) => guess(of(hosted), [`wrong ${at}`])));
    expect(await row()).toEqual({ tries: 5 });
    expect(await guess(of(hosted))).toBe(false);
    await send(of(hosted), { codeHash: 'second' });
    expect(await guess(of(hosted))).toBe(false);
    expect(await guess(of(hosted), ['second'])).toBe(true);
  });

  test('counts wrong codes for where they come from, and up to twenty-five over all', async () => {
    const hosted = await createHosted();
    await send(of(hosted));
    const wrongFrom = (from: string) =>
      Promise.all(
        Array.from({ length: 9 }, (_, at) => guess(of(hosted), [`wrong ${at}`], new Date(NOW), from)),
      );
    for (const from of ['a', 'b', 'c', 'd']) await wrongFrom(from);
    expect(await guess(of(hosted), ['right'], new Date(NOW), 'a')).toBe(false);
    expect(await guess(of(hosted))).toBe(true);
    await wrongFrom('e');
    const row = () => database()('booker_code').where({ event_type_id: hosted.eventTypeId }).first('tries');
    expect(await row()).toEqual({ tries: 25 });
    expect(await guess(of(hosted))).toBe(false);
    await send(of(hosted));
    expect(await guess(of(hosted), ['right'], new Date(NOW), 'a')).toBe(true);
  });

  test('counts no right attempt, and accepts a right fifth one', async () => {
    const hosted = await createHosted();
    await send(of(hosted));
    for (let tries = 0; tries < 4; tries += 1) expect(await guess(of(hosted), ['wrong'])).toBe(false);
    for (let tries = 0; tries < 9; tries += 1) expect(await guess(of(hosted))).toBe(true);
    expect(await guess(of(hosted), ['wrong'])).toBe(false);
    expect(await guess(of(hosted))).toBe(false);
  });

  test('accepts a code until it expires, for checks and for bookings', async () => {
    const hosted = await createHosted();
    await send(of(hosted), { expiresAt: new Date(NOW) });
    expect(await guess(of(hosted))).toBe(false);
    expect(await book(hosted)).toEqual({ kind: 'unproven' });
    expect(await guess(of(hosted), ['right'], new Date(NOW - 1))).toBe(true);
    expect(await book(hosted, { now: NOW - 1 })).toMatchObject({ kind: 'booked' });
  });

  test('accepts a code for one of many parallel bookings', async () => {
    const hosted = await createHosted();
    await send(of(hosted));
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        book(hosted, {}, [{ kind: 'booking', booking: booking(hosted, { start: START + at * HOUR }) }]),
      ),
    );
    expect(kindsOf(outcomes)).toEqual(['booked', ...Array<string>(7).fill('unproven')]);
    expect(await guess(of(hosted))).toBe(false);
  });

  test('does not use up a code that a booking did not need', async () => {
    const hosted = await createHosted();
    await send(of(hosted));
    const refusal = new Error('no');
    const refused = bookings().book(
      order(hosted, { codeHashes: ['right'] }),
      () => {
        throw refusal;
      },
      ACTOR,
    );
    await expect(refused).rejects.toBe(refusal);
    expect(await book(hosted, { privateLinkId: 'none' })).toMatchObject({ kind: 'link_refused' });
    const twin = { kind: 'booking', booking: booking(hosted) } as const;
    await expect(book(hosted, {}, [twin, twin])).rejects.toThrow();
    expect(await guess(of(hosted))).toBe(true);
    expect(await book(hosted)).toMatchObject({ kind: 'booked' });
  });

  test('requires a code only where the event type does at that moment, and not from exempt callers', async () => {
    const hosted = await createHosted();
    const { codeHashes: _none, ...free } = order(hosted);
    const plan = () => [{ kind: 'booking', booking: booking(hosted) }] as const;
    for (const codeHashes of [[], ['wrong']])
      expect(await book(hosted, { codeHashes })).toEqual({ kind: 'unproven' });
    expect(await bookings().book(free, plan, ACTOR)).toMatchObject({ kind: 'booked' });
    const unasked = await createHostedEventType(database());
    expect(await book(unasked, { codeHashes: [] })).toMatchObject({ kind: 'booked' });
  });

  test('replaces the earlier code, with the job that sends the new one', async () => {
    const jobs = createJobStore(database());
    const due = async () => {
      const [now, leaseUntil] = [new Date(Date.now() + MINUTE), new Date(Date.now() + 5 * MINUTE)];
      const taken = await jobs.take({ now, leaseUntil, atMost: 100, maxAttempts: 8 });
      for (const job of taken) await jobs.done(job);
      return taken
        .filter(({ kind }) => kind === 'verification')
        .map(({ payload }) => decodePayload('verification', payload).sealed);
    };
    const hosted = await createHosted();
    await due();
    await send(of(hosted), { codeHash: 'first' });
    await send(of(hosted), { codeHash: 'second' });
    expect(await guess(of(hosted), ['first'])).toBe(false);
    expect(await guess(of(hosted), ['second'])).toBe(true);
    expect(await due()).toEqual(['for grace@example.net', 'for grace@example.net']);
    for (const eventTypeId of FAR) {
      expect(await send({ ...of(hosted), eventTypeId })).toBe(false);
      expect(await guess({ ...of(hosted), eventTypeId })).toBe(false);
    }
    expect(await due()).toEqual([]);
  });

  test('writes an audit entry without the address', async () => {
    const hosted = await createHosted();
    const email = `${unique()}@example.net`;
    await send(of(hosted, email));
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    expect(
      entries.filter(({ subject }) => subject === `event_type:${hosted.eventTypeId}`).at(-1),
    ).toMatchObject({
      ...ACTOR,
      action: 'verification_code.requested',
      facts: { kind: 'email' },
    });
    expect(JSON.stringify(entries)).not.toContain(email);
  });

  test('refuses an address that cannot be stored', async () => {
    const hosted = await createHosted();
    for (const text of UNSTORABLE_TEXTS) {
      await expect(send(of(hosted, text))).rejects.toMatchObject({ status: 400 });
      expect(await guess(of(hosted, text))).toBe(false);
    }
  });

  test('deletes codes a day after they expire, and with their event type', async () => {
    const hosted = await createHosted();
    const hours = (number: number) => new Date(Date.now() - number * HOUR);
    await send(of(hosted, 'kept@example.net'), { expiresAt: hours(23) });
    await send(of(hosted, 'gone@example.net'), { expiresAt: hours(25) });
    await sweepBookerCodes(database());
    const left = () =>
      database()('booker_code').where({ event_type_id: hosted.eventTypeId }).pluck('email_key');
    expect(await left()).toEqual(['kept@example.net']);
    await database()('event_type').where({ id: hosted.eventTypeId }).delete();
    expect(await left()).toEqual([]);
  });
});
