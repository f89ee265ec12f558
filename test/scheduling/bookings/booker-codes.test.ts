/* Event types that require bookers to verify their address with a code. */
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { EventType, EventTypeTerms } from '../../../src/scheduling/event-types/event-type.js';
import { type NewEventType, revised } from '../../../src/scheduling/event-types/rules.js';
import { ahead, attendee, openFixture, type BookingView, type Fixture } from './booking-fixture.js';
import { faulty, type Reply } from '../caller.js';
import { codeTo, otherThan, textsTo } from '../verified-resources/verified-fixture.js';

const TEN_MINUTES = 10 * 60_000;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture({ env: { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' } });
});
afterAll(() => fixture.close());

const guarded = (change: Partial<NewEventType> = {}) =>
  fixture.eventType({ requiresBookerEmailVerification: true, ...change });

const address = (): string => `grace-${randomUUID()}@example.net`;

/** A booker with an own address. */
interface Booker {
  readonly email: string;
  /** The body of the booking. */
  bodyOf(code?: string, change?: object): object;
  book(
    code?: string,
    change?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply<BookingView>>;
  /** The newest of `count` codes. */
  code(count?: number): Promise<string>;
}

let day = 7;
/** On a day that no other booker uses. */
function newBooker({ id: eventTypeId }: EventType, email = address()): Booker {
  const start = ahead((day += 1));
  const bodyOf: Booker['bodyOf'] = (code, change = {}) => ({
    ...{ start, eventTypeId, attendee: { ...attendee, email } },
    ...(code === undefined ? {} : { emailVerificationCode: code }),
    ...change,
  });
  return {
    ...{ email, bodyOf },
    book: (code, change, headers) => fixture.post('/v2/bookings', bodyOf(code, change), headers),
    code: (count) => codeTo(fixture.service, email, count),
  };
}

const outcome = (reply: Reply<unknown>) =>
  reply.status < 300 ? String(reply.status) : `${reply.status} ${reply.error.code}`;

const NEEDED = '400 EMAIL_VERIFICATION_REQUIRED';
const FAILED = '400 EMAIL_VERIFICATION_FAILED';

/** The first call requests the code. */
async function requestCode(booker: Booker, change: object = {}): Promise<string> {
  const reply = await booker.book(undefined, change);
  expect([outcome(reply), faulty(reply)]).toEqual([NEEDED, ['emailVerificationCode']]);
  return booker.code();
}

describe('a booking with a verification code', () => {
  const VARIANTS: readonly (readonly [what: string, change: Partial<NewEventType>])[] = [
    ['a single booking', {}],
    ['a recurrence', { recurrence: { interval: 1, occurrences: 3, frequency: 'weekly' } }],
    ['a seat', { seats: { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true } }],
    ['a pending booking', { confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true } }],
  ];
  test.each(VARIANTS)('is created with the code from the mail: %s', async (_, change) => {
    const booker = newBooker(await guarded(change));
    const code = await requestCode(booker);
    expect(outcome(await booker.book(code))).toBe('201');
    expect(await textsTo(fixture.service, booker.email)).not.toHaveLength(0);
    expect(outcome(await booker.book(code, { start: ahead((day += 40)) }))).toBe(FAILED);
  });

  test('of a seat requires a separate code for each attendee', async () => {
    const seats = { seatsPerTimeSlot: 2, showAttendeeInfo: false, showAvailabilityCount: true };
    const type = await guarded({ seats });
    const [first, second] = [newBooker(type), newBooker(type)];
    const start = ahead((day += 1));
    const [one, other] = [await requestCode(first, { start }), await requestCode(second, { start })];
    expect(outcome(await second.book(one, { start }))).toBe(FAILED);
    expect(outcome(await first.book(one, { start }))).toBe('201');
    expect(outcome(await second.book(other, { start }))).toBe('201');
  });

  test('accepts only the newest code, also with spaces around it', async () => {
    const booker = newBooker(await guarded());
    const first = await requestCode(booker);
    expect(outcome(await booker.book())).toBe(NEEDED);
    const second = await booker.code(2);
    expect(outcome(await booker.book(first))).toBe(FAILED);
    expect(outcome(await booker.book(` ${second} `))).toBe('201');
  });

  test('refuses malformed codes, and codes of other addresses and event types', async () => {
    const [type, other] = [await guarded(), await guarded()];
    const [booker, nonMember] = [newBooker(type), newBooker(type)];
    const [code, theirs] = [await requestCode(booker), await requestCode(nonMember)];
    for (const malformed of ['', '12345', 'abcdef', '1234567']) {
      const refused = await booker.book(malformed);
      expect([refused.status, faulty(refused)]).toEqual([400, ['emailVerificationCode']]);
    }
    expect(outcome(await booker.book(theirs))).toBe(FAILED);
    expect(outcome(await booker.book(code, { eventTypeId: other.id }))).toBe(FAILED);
    expect(outcome(await booker.book(code))).toBe('201');
  });

  test('does not use up the code when the booking is refused for another reason', async () => {
    const type = await guarded();
    const [booker, faster] = [newBooker(type), newBooker(type)];
    const start = ahead((day += 1));
    const code = await requestCode(booker, { start });
    expect(outcome(await faster.book(await requestCode(faster, { start }), { start }))).toBe('201');
    for (let attempts = 0; attempts < 6; attempts += 1)
      expect(outcome(await booker.book(code, { start }))).toBe('409 SLOT_TAKEN');
    expect(outcome(await booker.book(code, { guests: ['no address'] }))).toBe('400 BAD_REQUEST');
    expect(outcome(await booker.book(code, { privateLinkId: 'none' }))).toBe('404 NOT_FOUND');
    expect(outcome(await booker.book(code))).toBe('201');
  });

  test('is refused for other reasons before a code is sent', async () => {
    const type = await guarded();
    const [faster, booker] = [newBooker(type), newBooker(type)];
    const start = ahead((day += 1));
    expect(outcome(await faster.book(await requestCode(faster, { start }), { start }))).toBe('201');
    expect(outcome(await booker.book(undefined, { start }))).toBe('409 SLOT_TAKEN');
    expect(outcome(await booker.book(undefined, { privateLinkId: 'none' }))).toBe('404 NOT_FOUND');
    await requestCode(booker);
    expect(await textsTo(fixture.service, booker.email)).toHaveLength(1);
  });

  test('uses its private link once, with the code', async () => {
    const { host, service } = fixture;
    const type = await guarded({ hidden: true });
    const link = { id: randomUUID(), expiresAt: null, maxUses: 1, most: 9 };
    const owned = { accountId: host.id, eventTypeId: type.id };
    await service.stores.scheduling.privateLinks.create(owned, link, { actor: 'test' });
    const [booker, through] = [newBooker(type), { privateLinkId: link.id }];
    const code = await requestCode(booker, through);
    expect(outcome(await booker.book(code, through))).toBe('201');
    expect(outcome(await newBooker(type).book(undefined, through))).toBe('400 PRIVATE_LINK_EXPIRED');
  });

  test('requires an address, also where a phone number would be enough', async () => {
    const type = await guarded({ bookingFields: [{ type: 'email', required: false, hidden: true }] });
    const phone = { name: 'Grace', timeZone: 'UTC', phoneNumber: '+351912345678' };
    const refused = await newBooker(type).book(undefined, { attendee: phone });
    expect([refused.status, faulty(refused)]).toEqual([400, ['attendee.email']]);
  });

  test('is refused ten minutes after the code was sent', async () => {
    const booker = newBooker(await guarded());
    const code = await requestCode(booker);
    fixture.pass(TEN_MINUTES);
    expect(outcome(await booker.book(code))).toBe(FAILED);
    expect(outcome(await booker.book())).toBe(NEEDED);
    expect(outcome(await booker.book(await booker.code(2)))).toBe('201');
  });

  test('is created for only one of several parallel requests with the code', async () => {
    const type = await guarded();
    const booker = newBooker(type);
    const code = await requestCode(booker);
    const starts = [ahead((day += 1)), ahead((day += 1)), ahead((day += 1))];
    const replies = await Promise.all(starts.map((start) => booker.book(code, { start })));
    expect(replies.map(outcome).sort()).toEqual(['201', FAILED, FAILED]);
  });

  test('is possible without a code where the event type does not require one, or no longer does', async () => {
    const off = newBooker(await fixture.eventType({ requiresBookerEmailVerification: false }));
    expect(outcome(await off.book('123456'))).toBe('201');
    const type = await guarded();
    const booker = newBooker(type);
    await requestCode(booker);
    const {
      scheduling: { eventTypes },
    } = fixture.service.stores;
    const revise = (current: EventTypeTerms) => revised(current, { requiresBookerEmailVerification: null });
    await eventTypes.change(fixture.host.id, type.id, revise, { actor: 'test' });
    expect(outcome(await booker.book())).toBe('201');
  });
});

describe('guessing a verification code', () => {
  test('gets the same reply whether a code exists, was used or was never sent', async () => {
    const type = await guarded();
    const { email: ofAccount } = await fixture.member({ proven: true });
    const [used, live, known, never] = [
      newBooker(type),
      newBooker(type),
      newBooker(type, ofAccount),
      newBooker(type),
    ];
    await used.book(await requestCode(used));
    const wrong = otherThan(await requestCode(live));
    expect(outcome(await known.book())).toBe(NEEDED);
    const plain = ({ status, text }: Reply<unknown>) => [status, text.replace(/"timestamp":"[^"]*"/, '')];
    const expected = plain(await never.book(wrong));
    for (const booker of [used, live, known]) expect(plain(await booker.book(wrong))).toEqual(expected);
    const needed = plain(await newBooker(type).book());
    expect(plain(await newBooker(type, (await fixture.member({ proven: true })).email).book())).toEqual(
      needed,
    );
  });

  const from = (at: number) => ({ 'x-forwarded-for': `192.0.2.${at}` });

  test('is limited to three codes for an address and client IP in a quarter of an hour, over all event types', async () => {
    const email = address();
    const [one, other] = [await guarded(), await guarded()];
    const ask = async (at: number, type = one): Promise<string> =>
      outcome(await newBooker(type, email.toUpperCase()).book(undefined, {}, from(at)));
    for (const type of [one, other, one]) expect(await ask(9, type)).toBe(NEEDED);
    expect(await ask(9)).toBe('429 TOO_MANY_REQUESTS');
    expect(await ask(10)).toBe(NEEDED);
    expect(outcome(await newBooker(one).book(undefined, {}, from(9)))).toBe(NEEDED);
  });

  test('is not used up by wrong codes from another client IP', async () => {
    const type = await guarded();
    const booker = newBooker(type);
    const code = await requestCode(booker);
    const wrong = otherThan(code);
    for (let tries = 0; tries < 6; tries += 1)
      expect(outcome(await newBooker(type, booker.email).book(wrong, {}, from(20)))).toBe(FAILED);
    expect(outcome(await newBooker(type, booker.email).book(code, {}, from(20)))).toBe(FAILED);
    expect(outcome(await booker.book(code, {}, from(21)))).toBe('201');
  });
});

describe('a booking by a caller with a token', () => {
  const send = (type: EventType, email: string) => ({
    start: ahead((day += 1)),
    eventTypeId: type.id,
    attendee: { ...attendee, email },
  });

  test('requires no code for their own verified address, but for any other', async () => {
    const type = await guarded();
    const member = await fixture.member({ proven: true });
    const own = await member.call('POST', '/v2/bookings', send(type, member.email.toUpperCase()));
    expect(outcome(own)).toBe('201');
    expect(outcome(await member.call('POST', '/v2/bookings', send(type, address())))).toBe(NEEDED);
  });

  test('requires a code for an address that is not verified', async () => {
    const type = await guarded();
    const member = await fixture.member({ proven: false });
    const body = send(type, member.email);
    expect(outcome(await member.call('POST', '/v2/bookings', body))).toBe(NEEDED);
    const emailVerificationCode = await codeTo(fixture.service, member.email);
    const verified = await member.call('POST', '/v2/bookings', { ...body, emailVerificationCode });
    expect(outcome(verified)).toBe('201');
  });

  test('requires no code from the host', async () => {
    const reply = await fixture.host.call('POST', '/v2/bookings', send(await guarded(), address()));
    expect(outcome(reply)).toBe('201');
  });
});

describe('an idempotency key of a booking with a code', () => {
  test('repeats the reply of the booking that used the code', async () => {
    const booker = newBooker(await guarded());
    const key = { 'idempotency-key': randomUUID() };
    expect(outcome(await booker.book(undefined, {}, key))).toBe(NEEDED);
    const code = await booker.code();
    const first = await booker.book(code, {}, key);
    expect(outcome(first)).toBe('201');
    expect((await booker.book(code, {}, key)).data).toEqual(first.data);
    expect(outcome(await booker.book(otherThan(code), {}, key))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  });

  test('creates one booking for parallel requests, which all get its reply', async () => {
    const booker = newBooker(await guarded());
    const code = await requestCode(booker);
    const key = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(Array.from({ length: 6 }, () => booker.book(code, {}, key)));
    expect(new Set(replies.map(outcome))).toEqual(new Set(['201']));
    expect(new Set(replies.map(({ data }) => data.uid)).size).toBe(1);
  });

  test('repeats the reply also when the code is used after the key was checked', async () => {
    const { service } = fixture;
    const { backend } = service;
    const { scheduling } = backend.stores;
    const { bookings } = scheduling;
    const signals = new EventEmitter();
    const [looked, goOn] = [once(signals, 'looked'), once(signals, 'go on')];
    const findEarlier: typeof bookings.findEarlier = async (...args) => {
      const reply = await bookings.findEarlier(...args);
      signals.emit('looked');
      await goOn;
      return reply;
    };
    const stores = {
      ...backend.stores,
      scheduling: { ...scheduling, bookings: { ...bookings, findEarlier } },
    };
    const slow = await service.replica({ ...backend, stores });
    const booker = newBooker(await guarded());
    const [code, key] = [await requestCode(booker), { 'idempotency-key': randomUUID() }];
    const late = fetch(`${slow.url}/v2/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key },
      body: JSON.stringify(booker.bodyOf(code)),
    });
    await looked;
    const first = await booker.book(code, {}, key);
    signals.emit('go on');
    const second = await late;
    expect([outcome(first), second.status]).toEqual(['201', 201]);
    expect(await second.text()).toBe(first.text);
  });

  test('can be used with the right code after a wrong one', async () => {
    const booker = newBooker(await guarded());
    const code = await requestCode(booker);
    const key = { 'idempotency-key': randomUUID() };
    expect(outcome(await booker.book(otherThan(code), {}, key))).toBe(FAILED);
    expect(outcome(await booker.book(code, {}, key))).toBe('201');
  });
});

test('a booking is rescheduled without another code, as its address does not change', async () => {
  const booker = newBooker(await guarded());
  const { data } = await booker.book(await requestCode(booker));
  const body = { start: ahead((day += 1)), emailVerificationCode: '' };
  const moved = await fixture.post(`/v2/bookings/${data.uid}/reschedule`, body);
  expect([outcome(moved), moved.data.attendees[0]?.email]).toEqual(['201', booker.email]);
});

test('the audit log contains neither the code nor the address', async () => {
  const booker = newBooker(await guarded());
  const code = await requestCode(booker);
  const entries = await fixture.service.stores.events.audit.list(undefined, 10_000);
  expect(JSON.stringify(entries)).not.toContain(code);
  expect(JSON.stringify(entries)).not.toContain(booker.email);
});
