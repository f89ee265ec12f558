/* Event types whose bookers show that they read the mail of their address. */
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

/** Somebody with an address of their own who wants a time. */
interface Booker {
  readonly email: string;
  /** The body of the booking. */
  wish(code?: string, change?: object): object;
  book(
    code?: string,
    change?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply<BookingView>>;
  /** The newest of so many codes. */
  code(count?: number): Promise<string>;
}

let day = 7;
/** On a day that nobody else has. */
function booker({ id: eventTypeId }: EventType, email = address()): Booker {
  const start = ahead((day += 1));
  const wish: Booker['wish'] = (code, change = {}) => ({
    ...{ start, eventTypeId, attendee: { ...attendee, email } },
    ...(code === undefined ? {} : { emailVerificationCode: code }),
    ...change,
  });
  return {
    ...{ email, wish },
    book: (code, change, headers) => fixture.post('/v2/bookings', wish(code, change), headers),
    code: (count) => codeTo(fixture.service, email, count),
  };
}

const outcome = (reply: Reply<unknown>) =>
  reply.status < 300 ? String(reply.status) : `${reply.status} ${reply.error.code}`;

const NEEDED = '400 EMAIL_VERIFICATION_REQUIRED';
const FAILED = '400 EMAIL_VERIFICATION_FAILED';

/** After the first call, which asks for the code. */
async function asked(someone: Booker, change: object = {}): Promise<string> {
  const reply = await someone.book(undefined, change);
  expect([outcome(reply), faulty(reply)]).toEqual([NEEDED, ['emailVerificationCode']]);
  return someone.code();
}

describe('a booking that asks for a code', () => {
  const VARIANTS: readonly (readonly [what: string, change: Partial<NewEventType>])[] = [
    ['a single one', {}],
    ['a recurrence', { recurrence: { interval: 1, occurrences: 3, frequency: 'weekly' } }],
    ['a seat', { seats: { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true } }],
    [
      'one that waits for its host',
      { confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true } },
    ],
  ];
  test.each(VARIANTS)('is made with the code that was sent: %s', async (_, change) => {
    const someone = booker(await guarded(change));
    const code = await asked(someone);
    expect(outcome(await someone.book(code))).toBe('201');
    expect(await textsTo(fixture.service, someone.email)).not.toHaveLength(0);
    expect(outcome(await someone.book(code, { start: ahead((day += 40)) }))).toBe(FAILED);
  });

  test('takes a seat beside others with a code of its own', async () => {
    const seats = { seatsPerTimeSlot: 2, showAttendeeInfo: false, showAvailabilityCount: true };
    const type = await guarded({ seats });
    const [first, second] = [booker(type), booker(type)];
    const start = ahead((day += 1));
    const [one, other] = [await asked(first, { start }), await asked(second, { start })];
    expect(outcome(await second.book(one, { start }))).toBe(FAILED);
    expect(outcome(await first.book(one, { start }))).toBe('201');
    expect(outcome(await second.book(other, { start }))).toBe('201');
  });

  test('takes the newest code alone, and forgives spaces around it', async () => {
    const someone = booker(await guarded());
    const first = await asked(someone);
    expect(outcome(await someone.book())).toBe(NEEDED);
    const second = await someone.code(2);
    expect(outcome(await someone.book(first))).toBe(FAILED);
    expect(outcome(await someone.book(` ${second} `))).toBe('201');
  });

  test('refuses what is no code, and codes of other addresses and event types', async () => {
    const [type, other] = [await guarded(), await guarded()];
    const [someone, nonMember] = [booker(type), booker(type)];
    const [code, theirs] = [await asked(someone), await asked(nonMember)];
    for (const malformed of ['', '12345', 'abcdef', '1234567']) {
      const refused = await someone.book(malformed);
      expect([refused.status, faulty(refused)]).toEqual([400, ['emailVerificationCode']]);
    }
    expect(outcome(await someone.book(theirs))).toBe(FAILED);
    expect(outcome(await someone.book(code, { eventTypeId: other.id }))).toBe(FAILED);
    expect(outcome(await someone.book(code))).toBe('201');
  });

  test('keeps its code when the booking is refused for another reason', async () => {
    const type = await guarded();
    const [someone, faster] = [booker(type), booker(type)];
    const start = ahead((day += 1));
    const code = await asked(someone, { start });
    expect(outcome(await faster.book(await asked(faster, { start }), { start }))).toBe('201');
    for (let tries = 0; tries < 6; tries += 1)
      expect(outcome(await someone.book(code, { start }))).toBe('409 SLOT_TAKEN');
    expect(outcome(await someone.book(code, { guests: ['no address'] }))).toBe('400 BAD_REQUEST');
    expect(outcome(await someone.book(code, { privateLinkId: 'none' }))).toBe('404 NOT_FOUND');
    expect(outcome(await someone.book(code))).toBe('201');
  });

  test('is refused for what stands in its way before a code is sent', async () => {
    const type = await guarded();
    const [faster, someone] = [booker(type), booker(type)];
    const start = ahead((day += 1));
    expect(outcome(await faster.book(await asked(faster, { start }), { start }))).toBe('201');
    expect(outcome(await someone.book(undefined, { start }))).toBe('409 SLOT_TAKEN');
    expect(outcome(await someone.book(undefined, { privateLinkId: 'none' }))).toBe('404 NOT_FOUND');
    await asked(someone);
    expect(await textsTo(fixture.service, someone.email)).toHaveLength(1);
  });

  test('uses its private link once, with the code', async () => {
    const { host, service } = fixture;
    const type = await guarded({ hidden: true });
    const link = { id: randomUUID(), expiresAt: null, maxUses: 1, most: 9 };
    const owned = { accountId: host.id, eventTypeId: type.id };
    await service.stores.scheduling.privateLinks.create(owned, link, { actor: 'test' });
    const [someone, through] = [booker(type), { privateLinkId: link.id }];
    const code = await asked(someone, through);
    expect(outcome(await someone.book(code, through))).toBe('201');
    expect(outcome(await booker(type).book(undefined, through))).toBe('400 PRIVATE_LINK_EXPIRED');
  });

  test('needs an address, also where a phone number would do', async () => {
    const type = await guarded({ bookingFields: [{ type: 'email', required: false, hidden: true }] });
    const phone = { name: 'Grace', timeZone: 'UTC', phoneNumber: '+351912345678' };
    const refused = await booker(type).book(undefined, { attendee: phone });
    expect([refused.status, faulty(refused)]).toEqual([400, ['attendee.email']]);
  });

  test('is over after ten minutes', async () => {
    const someone = booker(await guarded());
    const code = await asked(someone);
    fixture.pass(TEN_MINUTES);
    expect(outcome(await someone.book(code))).toBe(FAILED);
    expect(outcome(await someone.book())).toBe(NEEDED);
    expect(outcome(await someone.book(await someone.code(2)))).toBe('201');
  });

  test('is used up by one of two bookings that come with it at once', async () => {
    const type = await guarded();
    const someone = booker(type);
    const code = await asked(someone);
    const starts = [ahead((day += 1)), ahead((day += 1)), ahead((day += 1))];
    const replies = await Promise.all(starts.map((start) => someone.book(code, { start })));
    expect(replies.map(outcome).sort()).toEqual(['201', FAILED, FAILED]);
  });

  test('is not asked for where the event type does not say so, or says so no more', async () => {
    const off = booker(await fixture.eventType({ requiresBookerEmailVerification: false }));
    expect(outcome(await off.book('123456'))).toBe('201');
    const type = await guarded();
    const someone = booker(type);
    await asked(someone);
    const {
      scheduling: { eventTypes },
    } = fixture.service.stores;
    const revise = (standing: EventTypeTerms) => revised(standing, { requiresBookerEmailVerification: null });
    await eventTypes.change(fixture.host.id, type.id, revise, { actor: 'test' });
    expect(outcome(await someone.book())).toBe('201');
  });
});

describe('guessing', () => {
  test('is told the same whether there is a code, was one or never will be', async () => {
    const type = await guarded();
    const { email: ofAccount } = await fixture.member({ proven: true });
    const [used, live, known, never] = [booker(type), booker(type), booker(type, ofAccount), booker(type)];
    await used.book(await asked(used));
    const wrong = otherThan(await asked(live));
    expect(outcome(await known.book())).toBe(NEEDED);
    const plain = ({ status, text }: Reply<unknown>) => [status, text.replace(/"timestamp":"[^"]*"/, '')];
    const told = plain(await never.book(wrong));
    for (const someone of [used, live, known]) expect(plain(await someone.book(wrong))).toEqual(told);
    const needed = plain(await booker(type).book());
    expect(plain(await booker(type, (await fixture.member({ proven: true })).email).book())).toEqual(needed);
  });

  test('an address gets three codes in a quarter of an hour, whatever is booked and from wherever', async () => {
    const email = address();
    const [one, other] = [await guarded(), await guarded()];
    const from = (at: number) => ({ 'x-forwarded-for': `192.0.2.${at}` });
    for (let at = 0; at < 3; at += 1) {
      const reply = await booker(at === 1 ? other : one, email.toUpperCase()).book(undefined, {}, from(at));
      expect(outcome(reply)).toBe(NEEDED);
    }
    expect(outcome(await booker(one, email).book(undefined, {}, from(9)))).toBe('429 TOO_MANY_REQUESTS');
    expect(outcome(await booker(one).book(undefined, {}, from(9)))).toBe(NEEDED);
  });
});

describe('a caller with a token', () => {
  const send = (type: EventType, email: string) => ({
    start: ahead((day += 1)),
    eventTypeId: type.id,
    attendee: { ...attendee, email },
  });

  test('needs no code for their own proven address, and for any other', async () => {
    const type = await guarded();
    const member = await fixture.member({ proven: true });
    const own = await member.call('POST', '/v2/bookings', send(type, member.email.toUpperCase()));
    expect(outcome(own)).toBe('201');
    expect(outcome(await member.call('POST', '/v2/bookings', send(type, address())))).toBe(NEEDED);
  });

  test('needs one for an address that they have not proven', async () => {
    const type = await guarded();
    const member = await fixture.member({ proven: false });
    const body = send(type, member.email);
    expect(outcome(await member.call('POST', '/v2/bookings', body))).toBe(NEEDED);
    const emailVerificationCode = await codeTo(fixture.service, member.email);
    const shown = await member.call('POST', '/v2/bookings', { ...body, emailVerificationCode });
    expect(outcome(shown)).toBe('201');
  });

  test('needs none as the host, who answers for whom they book', async () => {
    const reply = await fixture.host.call('POST', '/v2/bookings', send(await guarded(), address()));
    expect(outcome(reply)).toBe('201');
  });
});

describe('an Idempotency-Key', () => {
  test('gets the answer of the booking again, whose code is used up', async () => {
    const someone = booker(await guarded());
    const key = { 'idempotency-key': randomUUID() };
    expect(outcome(await someone.book(undefined, {}, key))).toBe(NEEDED);
    const code = await someone.code();
    const first = await someone.book(code, {}, key);
    expect(outcome(first)).toBe('201');
    expect((await someone.book(code, {}, key)).data).toEqual(first.data);
    expect(outcome(await someone.book(otherThan(code), {}, key))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  });

  test('gets one booking for requests that come at once, and each its answer', async () => {
    const someone = booker(await guarded());
    const code = await asked(someone);
    const key = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(Array.from({ length: 6 }, () => someone.book(code, {}, key)));
    expect(new Set(replies.map(outcome))).toEqual(new Set(['201']));
    expect(new Set(replies.map(({ data }) => data.uid)).size).toBe(1);
  });

  test('gets it also where the code is used up after it was looked for', async () => {
    const { service } = fixture;
    const { backend } = service;
    const { scheduling } = backend.stores;
    const { bookings } = scheduling;
    const news = new EventEmitter();
    const [looked, goOn] = [once(news, 'looked'), once(news, 'go on')];
    const earlier: typeof bookings.findEarlier = async (...asked) => {
      const answer = await bookings.findEarlier(...asked);
      news.emit('looked');
      await goOn;
      return answer;
    };
    const stores = { ...backend.stores, scheduling: { ...scheduling, bookings: { ...bookings, earlier } } };
    const slow = await service.replica({ ...backend, stores });
    const someone = booker(await guarded());
    const [code, key] = [await asked(someone), { 'idempotency-key': randomUUID() }];
    const late = fetch(`${slow.url}/v2/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key },
      body: JSON.stringify(someone.wish(code)),
    });
    await looked;
    const first = await someone.book(code, {}, key);
    news.emit('go on');
    const second = await late;
    expect([outcome(first), second.status]).toEqual(['201', 201]);
    expect(await second.text()).toBe(first.text);
  });

  test('of a wrong code is free for the right one', async () => {
    const someone = booker(await guarded());
    const code = await asked(someone);
    const key = { 'idempotency-key': randomUUID() };
    expect(outcome(await someone.book(otherThan(code), {}, key))).toBe(FAILED);
    expect(outcome(await someone.book(code, {}, key))).toBe('201');
  });
});

test('a booking moves without another code: its address stays', async () => {
  const someone = booker(await guarded());
  const { data } = await someone.book(await asked(someone));
  const body = { start: ahead((day += 1)), emailVerificationCode: '' };
  const moved = await fixture.post(`/v2/bookings/${data.uid}/reschedule`, body);
  expect([outcome(moved), moved.data.attendees[0]?.email]).toEqual(['201', someone.email]);
});

test('the code stands nowhere as it was sent', async () => {
  const someone = booker(await guarded());
  const code = await asked(someone);
  const entries = await fixture.service.stores.events.audit.list(undefined, 10_000);
  expect(JSON.stringify(entries)).not.toContain(code);
  expect(JSON.stringify(entries)).not.toContain(someone.email);
});
