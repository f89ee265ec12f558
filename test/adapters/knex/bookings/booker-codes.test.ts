/* What every store of bookers' codes promises: so many tries whoever comes at once, and one booking for each code. */
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
import { booking, HOUR, makeGroup, NOW, order, type Group, START } from './booking-samples.js';
import { onDatabase } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

const MINUTE = 60_000;
const FAR = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];

describe(`the store of bookers' codes on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createBookerCodeStore(database());
  const bookings = () => createBookingStore(database());

  /** A host whose event type asks for codes. */
  async function place(): Promise<Group> {
    const made = await makeGroup(database());
    await database().raw(
      `update event_type set settings = settings || '{"requiresBookerEmailVerification": true}' where id = ?`,
      [made.eventTypeId],
    );
    return made;
  }
  const of = ({ eventTypeId }: Group, email = 'grace@example.net'): Booker => ({ eventTypeId, email });
  const send = (booker: Booker, change: Partial<NewBookerCode> = {}) => {
    const code = { codeHash: 'right', expiresAt: new Date(NOW + 10 * MINUTE), ...change };
    const job = { kind: 'verification', payload: { sealed: `for ${booker.email}` } } as const;
    return store().put(booker, code, job, ACTOR);
  };
  const guess = (booker: Booker, codeHashes: readonly string[] = ['right'], now = new Date(NOW)) =>
    store().isRight(booker, { codeHashes, now, maxAttempts: 5 });
  const book = (here: Group, change: Partial<BookOrder> = {}, placements?: readonly Placement[]) =>
    bookings().book(
      order(here, { codeHashes: ['right'], ...change }),
      () => placements ?? [{ kind: 'booking', booking: booking(here) }],
      ACTOR,
    );
  const kindsOf = (outcomes: readonly { readonly kind: string }[]) => outcomes.map(({ kind }) => kind).sort();

  test('knows the code of an address and an event type, in any case, under any key of the ring', async () => {
    const [here, elsewhere] = [await place(), await place()];
    expect(await send(of(here))).toBe(true);
    expect(await guess(of(here, 'GRACE@example.net'))).toBe(true);
    expect(await guess(of(here), ['newer', 'right'])).toBe(true);
    expect(await guess(of(here), [])).toBe(false);
    expect(await guess(of(elsewhere))).toBe(false);
    expect(await guess(of(here, 'alan@example.net'))).toBe(false);
  });

  test('compares five of fifty wrong ones at once, and the right one comes too late', async () => {
    const here = await place();
    await send(of(here));
    const row = () => database()('booker_code').where({ event_type_id: here.eventTypeId }).first('tries');
    await Promise.all(Array.from({ length: 50 }, (_, at) => guess(of(here), [`wrong ${at}`])));
    expect(await row()).toEqual({ tries: 5 });
    expect(await guess(of(here))).toBe(false);
    await send(of(here), { codeHash: 'second' });
    expect(await guess(of(here))).toBe(false);
    expect(await guess(of(here), ['second'])).toBe(true);
  });

  test('counts no try that is right, and lets the fifth be it', async () => {
    const here = await place();
    await send(of(here));
    for (let tries = 0; tries < 4; tries += 1) expect(await guess(of(here), ['wrong'])).toBe(false);
    for (let tries = 0; tries < 9; tries += 1) expect(await guess(of(here))).toBe(true);
    expect(await guess(of(here), ['wrong'])).toBe(false);
    expect(await guess(of(here))).toBe(false);
  });

  test('counts a code until its last moment, for tries and for bookings', async () => {
    const here = await place();
    await send(of(here), { expiresAt: new Date(NOW) });
    expect(await guess(of(here))).toBe(false);
    expect(await book(here)).toEqual({ kind: 'unproven' });
    expect(await guess(of(here), ['right'], new Date(NOW - 1))).toBe(true);
    expect(await book(here, { now: NOW - 1 })).toMatchObject({ kind: 'booked' });
  });

  test('lets one of many bookings use a code up', async () => {
    const here = await place();
    await send(of(here));
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        book(here, {}, [{ kind: 'booking', booking: booking(here, { start: START + at * HOUR }) }]),
      ),
    );
    expect(kindsOf(outcomes)).toEqual(['booked', ...Array<string>(7).fill('unproven')]);
    expect(await guess(of(here))).toBe(false);
  });

  test('keeps a code that a booking did not need after all', async () => {
    const here = await place();
    await send(of(here));
    const refusal = new Error('no');
    const refused = bookings().book(
      order(here, { codeHashes: ['right'] }),
      () => {
        throw refusal;
      },
      ACTOR,
    );
    await expect(refused).rejects.toBe(refusal);
    expect(await book(here, { privateLinkId: 'none' })).toMatchObject({ kind: 'link_refused' });
    const twin = { kind: 'booking', booking: booking(here) } as const;
    await expect(book(here, {}, [twin, twin])).rejects.toThrow();
    expect(await guess(of(here))).toBe(true);
    expect(await book(here)).toMatchObject({ kind: 'booked' });
  });

  test('is asked where the event type says so as it stands, and not for who needs none', async () => {
    const here = await place();
    const { codeHashes: _none, ...free } = order(here);
    const plan = () => [{ kind: 'booking', booking: booking(here) }] as const;
    for (const codeHashes of [[], ['wrong']])
      expect(await book(here, { codeHashes })).toEqual({ kind: 'unproven' });
    expect(await bookings().book(free, plan, ACTOR)).toMatchObject({ kind: 'booked' });
    const unasked = await makeGroup(database());
    expect(await book(unasked, { codeHashes: [] })).toMatchObject({ kind: 'booked' });
  });

  test('puts a new code in the place of the one before, with the job that sends it', async () => {
    const jobs = createJobStore(database());
    const due = async () => {
      const [now, leaseUntil] = [new Date(Date.now() + MINUTE), new Date(Date.now() + 5 * MINUTE)];
      const taken = await jobs.take({ now, leaseUntil, atMost: 100, maxAttempts: 8 });
      for (const job of taken) await jobs.done(job);
      return taken
        .filter(({ kind }) => kind === 'verification')
        .map(({ payload }) => decodePayload('verification', payload).sealed);
    };
    const here = await place();
    await due();
    await send(of(here), { codeHash: 'first' });
    await send(of(here), { codeHash: 'second' });
    expect(await guess(of(here), ['first'])).toBe(false);
    expect(await guess(of(here), ['second'])).toBe(true);
    expect(await due()).toEqual(['for grace@example.net', 'for grace@example.net']);
    for (const eventTypeId of FAR) {
      expect(await send({ ...of(here), eventTypeId })).toBe(false);
      expect(await guess({ ...of(here), eventTypeId })).toBe(false);
    }
    expect(await due()).toEqual([]);
  });

  test('leaves a row in the audit log, without the address', async () => {
    const here = await place();
    const email = `${unique()}@example.net`;
    await send(of(here, email));
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    expect(
      entries.filter(({ subject }) => subject === `event_type:${here.eventTypeId}`).at(-1),
    ).toMatchObject({
      ...ACTOR,
      action: 'verification_code.requested',
      facts: { kind: 'email' },
    });
    expect(JSON.stringify(entries)).not.toContain(email);
  });

  test('takes no address that cannot be kept', async () => {
    const here = await place();
    for (const text of UNSTORABLE_TEXTS) {
      await expect(send(of(here, text))).rejects.toMatchObject({ status: 400 });
      expect(await guess(of(here, text))).toBe(false);
    }
  });

  test('forgets codes a day after their end, and with their event type', async () => {
    const here = await place();
    const hours = (number: number) => new Date(Date.now() - number * HOUR);
    await send(of(here, 'kept@example.net'), { expiresAt: hours(23) });
    await send(of(here, 'gone@example.net'), { expiresAt: hours(25) });
    await sweepBookerCodes(database());
    const left = () =>
      database()('booker_code').where({ event_type_id: here.eventTypeId }).pluck('email_key');
    expect(await left()).toEqual(['kept@example.net']);
    await database()('event_type').where({ id: here.eventTypeId }).delete();
    expect(await left()).toEqual([]);
  });
});
