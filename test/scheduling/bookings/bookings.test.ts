import { ahead, attendee, openFixture } from './booking-fixture.js';
import type { BookingView, Fixture } from './booking-fixture.js';
import { faulty } from '../caller.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

let day = 30;
/** A day that no other test uses. */
const another = (time?: string): string => ahead((day += 1), time);
const read = (uid: string, caller = fixture.host) => caller.call<BookingView>('GET', `/v2/bookings/${uid}`);

describe('POST /v2/bookings', () => {
  it('books a time and replies with the whole booking', async () => {
    const type = await fixture.eventType({
      locations: [{ type: 'link', link: 'https://meet.example/ada', public: true }],
    });
    const { status, data } = await fixture.book(type, {
      start: ahead(8, '10:00'),
      guests: ['alan@example.net', 'GRACE@example.net', 'alan@example.net'],
      bookingFieldsResponses: { notes: 'About compilers.', unknown: 'dropped' },
      metadata: { crm: 'x-1' },
      admin: true,
    });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.any(Number),
      uid: expect.stringMatching(/^[\w-]{24}$/),
      title: 'Intro call between Ada Lovelace and Grace Hopper',
      description: 'About compilers.',
      hosts: [
        {
          id: fixture.host.id,
          name: 'Ada Lovelace',
          email: expect.stringContaining('@'),
          displayEmail: data.hosts[0]?.email,
          username: fixture.username,
          timeZone: 'UTC',
        },
      ],
      status: 'accepted',
      start: ahead(8, '10:00'),
      end: ahead(8, '11:00'),
      duration: 60,
      eventTypeId: type.id,
      eventType: { id: type.id, slug: type.slug },
      location: 'https://meet.example/ada',
      meetingUrl: 'https://meet.example/ada',
      absentHost: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      metadata: { crm: 'x-1' },
      icsUid: expect.any(String),
      attendees: [{ ...attendee, displayEmail: attendee.email, language: 'en', absent: false }],
      guests: ['alan@example.net'],
      bookingFieldsResponses: { notes: 'About compilers.', name: attendee.name, email: attendee.email },
    });
    expect((await read(data.uid)).data).toEqual(data);
  });

  it('takes attendees and guests with addresses of other scripts, each mailbox once', async () => {
    const guests = ['квіточка@пошта.укр', 'КВІТОЧКА@xn--80a1acn3a.xn--j1amh', 'Jörg@MÜLLER.example'];
    const start = another();
    const booked = await fixture.booked(await fixture.eventType(), {
      start,
      attendee: { ...attendee, email: ' jo\u0308rg@mu\u0308ller.example ' },
      guests,
    });
    expect(booked.attendees[0]?.email).toBe('jörg@müller.example');
    expect(booked.guests).toEqual(['квіточка@пошта.укр']);
    const query = new URLSearchParams({ attendeeEmail: 'JÖRG@xn--mller-kva.example' }).toString();
    const found = await fixture.host.call<readonly BookingView[]>('GET', `/v2/bookings?${query}`);
    expect(found.data.map(({ uid }) => uid)).toEqual([booked.uid]);
  });

  it.each([
    ['ada..b@example.net', 'must be an e-mail address'],
    [`${'ü'.repeat(33)}@example.net`, 'must be an e-mail address with at most 64 bytes before the @'],
    [`ada@${'abcdefghi.'.repeat(25)}net`, 'must be an e-mail address of at most 254 bytes'],
  ])('refuses an address beyond the limits: %s', async (email, message) => {
    const type = await fixture.eventType();
    const body = { start: another(), eventTypeId: type.id, attendee: { ...attendee, email } };
    const { status, error } = await fixture.post('/v2/bookings', body);
    expect([status, error.details.errors]).toEqual([400, [{ property: 'attendee.email', message }]]);
  });

  it('writes an audit entry without the uid of the booking', async () => {
    const { id, uid } = await fixture.booked(await fixture.eventType(), { start: another() });
    const entries = await fixture.service.stores.events.audit.list(undefined, 10_000);
    const entry = entries.find(({ subject }) => subject === `booking:${id}`);
    expect(entry).toMatchObject({ action: 'booking.created', actor: 'public', clientIp: '127.0.0.1' });
    expect(JSON.stringify(entries)).not.toContain(uid);
  });

  it('finds the event type by username and slug, and reads the start in any offset', async () => {
    const { slug } = await fixture.eventType();
    const start = another('09:00');
    const { data, status } = await fixture.post('/v2/bookings', {
      start: start.replace('T09:00:00.000Z', 'T14:30:00+05:30'),
      eventTypeSlug: slug,
      username: fixture.username,
      attendee,
    });
    expect([status, data.start]).toEqual([201, start]);
  });

  it.each([
    ['always', 'pending'],
    ['only for bookings that start within 400 days', 'pending'],
    ['only for bookings that start within an hour', 'accepted'],
  ] as const)('is pending where the event type requires confirmation: %s', async (policy, status) => {
    const blockUnconfirmedBookingsInBooker = true;
    const noticeThreshold = policy.endsWith('hour')
      ? ({ unit: 'hours', count: 1 } as const)
      : ({ unit: 'days', count: 400 } as const);
    const confirmationPolicy =
      policy === 'always'
        ? ({ type: 'always', blockUnconfirmedBookingsInBooker } as const)
        : ({ type: 'time', blockUnconfirmedBookingsInBooker, noticeThreshold } as const);
    const type = await fixture.eventType({ confirmationPolicy });
    expect(await fixture.booked(type, { start: another() })).toMatchObject({ status });
  });

  it('does not require confirmation when the host books', async () => {
    const type = await fixture.eventType({
      confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true },
    });
    const body = { start: another(), eventTypeId: type.id, attendee };
    const { data } = await fixture.host.call<BookingView>('POST', '/v2/bookings', body);
    expect(data.status).toBe('accepted');
  });

  it('takes the title from the event type or from the booker', async () => {
    const customName = '{Event type title}: {Scheduler} asks {Organiser} {about}';
    const named = await fixture.eventType({ customName });
    expect((await fixture.booked(named, { start: another() })).title).toBe(
      'Intro call: Grace Hopper asks Ada Lovelace {about}',
    );
    const titled = await fixture.eventType({
      bookingFields: [{ type: 'title', hidden: false, required: true }],
    });
    const answers = { bookingFieldsResponses: { title: 'Bugs' } };
    expect((await fixture.booked(titled, { start: another(), ...answers })).title).toBe('Bugs');
    expect(faulty(await fixture.book(titled, { start: another() }))).toEqual([
      'bookingFieldsResponses.title',
    ]);
  });

  it('accepts a length that the event type offers', async () => {
    const type = await fixture.eventType({ lengthInMinutes: 30, lengthInMinutesOptions: [30, 90] });
    const start = another();
    expect(await fixture.booked(type, { start, lengthInMinutes: 90 })).toMatchObject({ duration: 90 });
    const refused = await fixture.book(type, { start: another(), lengthInMinutes: 45 });
    expect([refused.status, faulty(refused)]).toEqual([400, ['lengthInMinutes']]);
  });

  it.each([
    ['the first one', undefined, 'Main Street 1'],
    ['a chosen one', { type: 'phone' }, '+351210000000'],
    ['the number of the attendee', { type: 'attendeePhone', phone: '+1 212 555 0100' }, '+12125550100'],
    ['the location of the attendee', { type: 'attendeeDefined', location: 'The harbour' }, 'The harbour'],
  ])('accepts a location that the event type offers: %s', async (_, location, text) => {
    const type = await fixture.eventType({
      locations: [
        { type: 'address', address: 'Main Street 1', public: true },
        { type: 'phone', phone: '+351210000000', public: true },
        { type: 'attendeePhone' },
        { type: 'attendeeDefined' },
      ],
    });
    expect(await fixture.booked(type, { start: another(), ...(location && { location }) })).toMatchObject({
      location: text,
    });
  });

  it('accepts a phone number instead of an address where the event type allows it', async () => {
    const type = await fixture.eventType({ bookingFields: [{ type: 'email', required: false }] });
    const { email: _email, ...anonymous } = attendee;
    const start = another();
    expect(faulty(await fixture.book(type, { start, attendee: anonymous }))).toEqual(['attendee']);
    const reachable = { ...anonymous, phoneNumber: '+1 212 555 0100' };
    const { attendees } = await fixture.booked(type, { start, attendee: reachable });
    expect(attendees).toMatchObject([{ email: '', phoneNumber: '+12125550100' }]);
  });

  it('hides the addresses of hosts where the event type hides them', async () => {
    const data = await fixture.booked(await fixture.eventType({ hideOrganizerEmail: true }), {
      start: another(),
    });
    expect(data.hosts[0]?.email).toBe('');
    expect((await read(data.uid)).data.hosts[0]?.email).toContain('@');
  });

  it('requires a token where the event type requires authentication', async () => {
    const type = await fixture.eventType({ bookingRequiresAuthentication: true });
    const body = { start: another(), eventTypeId: type.id, attendee };
    expect((await fixture.post('/v2/bookings', body)).status).toBe(401);
    expect((await fixture.post('/v2/bookings', body, { authorization: 'Bearer nonsense' })).status).toBe(401);
    const member = await fixture.member({ proven: false });
    expect((await member.call('POST', '/v2/bookings', body)).status).toBe(201);
  });

  it('counts the uses of a private link', async () => {
    const type = await fixture.eventType({ hidden: true });
    const owner = { accountId: fixture.host.id, eventTypeId: type.id };
    const input = { id: 'link-of-one-use', expiresAt: null, maxUses: 1, most: 10 };
    await fixture.service.stores.scheduling.privateLinks.create(owner, input, { actor: 'test' });
    const start = another();
    const privateLinkId = input.id;
    await fixture.booked(type, { start: another() });
    const taken = await fixture.book(type, { start: ahead(day), privateLinkId });
    expect(taken.error.code).toBe('SLOT_TAKEN');
    await fixture.booked(type, { start, privateLinkId });
    const again = await fixture.book(type, { start: another(), privateLinkId });
    expect([again.status, again.error.code]).toEqual([400, 'PRIVATE_LINK_EXPIRED']);
    expect((await fixture.book(type, { start: another(), privateLinkId: 'none' })).status).toBe(404);
  });

  it('respects the slot reservation of another user, and accepts its uid', async () => {
    const type = await fixture.eventType();
    const start = another();
    const member = await fixture.member({ proven: false });
    const hold = { eventTypeId: type.id, slotStart: start };
    const held = await member.call<{ reservationUid: string }>('POST', '/v2/slots/reservations', hold);
    expect(held.status).toBe(201);
    const { reservationUid } = held.data;
    expect((await fixture.book(type, { start })).error.code).toBe('SLOT_HELD');
    await fixture.booked(type, { start, reservationUid });
    expect((await member.call('DELETE', `/v2/slots/reservations/${reservationUid}`)).status).toBe(404);
  });
});

describe('a booking is refused', () => {
  const changeless = async (change: object): Promise<readonly string[]> => {
    const type = await fixture.eventType({
      locations: [{ type: 'attendeeAddress' }, { type: 'link', link: 'https://meet.example/', public: true }],
      bookingFields: [{ type: 'number', slug: 'people', label: 'How many?', required: true }],
      disableGuests: true,
    });
    const good = { location: { type: 'link' }, bookingFieldsResponses: { people: 3 } };
    const refused = await fixture.book(type, { start: another(), ...good, ...change });
    expect(refused.status).toBe(400);
    return faulty(refused);
  };

  const attendeeWith = (change: object) => ({ attendee: { ...attendee, ...change } });

  it.each<readonly [what: string, change: object, properties: readonly string[]]>([
    ['no start', { start: null }, ['start']],
    ['a start without a time', { start: '2100-01-01' }, ['start']],
    ['a day that does not exist', { start: '2027-02-30T09:00:00Z' }, ['start']],
    ['a start that is not a string', { start: 1_800_000_000 }, ['start']],
    ['a start in the past', { start: '2020-01-01T09:00:00Z' }, ['start']],
    ['a start after the last supported year', { start: '9999-12-31T23:00:00Z' }, ['start']],
    ['no attendee', { attendee: undefined }, ['attendee']],
    ['10,000 attendees', { attendee: Array.from({ length: 10_000 }, () => ({})) }, ['attendee']],
    ['a blank name', attendeeWith({ name: ' ' }), ['attendee.name']],
    ['a name that is too long', attendeeWith({ name: 'x'.repeat(50_000) }), ['attendee.name']],
    ['a name with an escape sequence', attendeeWith({ name: 'a\u001b[2J' }), ['attendee.name']],
    ['no address', attendeeWith({ email: undefined }), ['attendee.email']],
    ['an invalid address', attendeeWith({ email: 'grace' }), ['attendee.email']],
    ['an unknown time zone', attendeeWith({ timeZone: 'Mars/Olympus' }), ['attendee.timeZone']],
    ['an unknown language', attendeeWith({ language: 'xx' }), ['attendee.language']],
    ['an invalid phone number', attendeeWith({ phoneNumber: '12' }), ['attendee.phoneNumber']],
    ['guests where they are disabled', { guests: ['a@example.net'] }, ['guests']],
    ['an invalid guest', { guests: ['a'] }, ['guests.0']],
    ['eleven guests', { guests: Array.from({ length: 11 }, (_, at) => `g${at}@example.net`) }, ['guests']],
    ['a location that is not offered', { location: { type: 'phone' } }, ['location']],
    ['an unknown type of location', { location: { type: 'moon' } }, ['location.type']],
    ['a location without its address', { location: { type: 'attendeeAddress' } }, ['location.address']],
    ['no location where the first one needs an answer', { location: undefined }, ['location']],
    [
      'a link that is not offered',
      { location: undefined, meetingUrl: 'https://bad.example' },
      ['meetingUrl'],
    ],
    ['a missing answer', { bookingFieldsResponses: {} }, ['bookingFieldsResponses.people']],
    ['an invalid answer', { bookingFieldsResponses: { people: 'x' } }, ['bookingFieldsResponses.people']],
    ['metadata that is too long', { metadata: { k: 'x'.repeat(501) } }, ['metadata.k']],
    ['a length of zero', { lengthInMinutes: 0 }, ['lengthInMinutes']],
    ['a recurrence where there is none', { recurrenceCount: 2 }, ['recurrenceCount']],
    ['an incomplete name of an event type', { eventTypeId: undefined, eventTypeSlug: 'x' }, ['eventTypeId']],
  ])('with %s', async (_, change, properties) => {
    expect(await changeless(change)).toEqual(properties);
  });

  it('naming all invalid properties at once', async () => {
    expect(
      await changeless({ guests: ['a@example.net'], location: { type: 'phone' }, lengthInMinutes: 5 }),
    ).toEqual(['lengthInMinutes', 'location', 'guests']);
  });

  it('if it is instant', async () => {
    const refused = await fixture.book(await fixture.eventType(), { start: another(), instant: true });
    expect([refused.status, refused.error.message]).toEqual([
      400,
      'instant: must be left out or false: there are no instant meetings here',
    ]);
  });

  it.each([0, -1, 999_999, 2 ** 31, Number.MAX_SAFE_INTEGER])('for an unknown event type: %s', async (id) => {
    const refused = await fixture.post('/v2/bookings', { start: another(), eventTypeId: id, attendee });
    expect(refused.status).toBe(404);
  });

  it.each([
    [{ eventTypeSlug: 'nothing', username: 'nobody' }],
    [{ eventTypeSlug: 'nothing', teamSlug: 'nobody' }],
  ])('for an unknown event type: %j', async (name) => {
    expect((await fixture.post('/v2/bookings', { start: another(), attendee, ...name })).status).toBe(404);
  });

  it.each<readonly [code: string, status: number, change: object, start: () => string]>([
    ['TOO_SOON', 400, { minimumBookingNotice: 10 * 24 * 60 }, () => ahead(9)],
    ['OUTSIDE_BOOKING_WINDOW', 400, { bookingWindow: { type: 'calendarDays', value: 3 } }, () => ahead(9)],
    ['NOT_A_SLOT', 400, {}, () => another('09:07')],
    ['BOOKING_LIMIT_REACHED', 409, { bookingLimitsDuration: { day: 30 } }, () => another()],
  ])('with %s', async (code, status, change, start) => {
    const type = await fixture.eventType(change);
    const refused = await fixture.book(type, { start: start() });
    expect([refused.status, refused.error.code]).toEqual([status, code]);
  });

  it('outside the working hours', async () => {
    const schedules = await fixture.service.stores.scheduling.schedules.list(fixture.host.id, {
      take: 5,
      skip: 0,
    });
    const office = schedules.find(({ name }) => name === 'Working hours');
    const type = await fixture.eventType({ scheduleId: office?.id ?? 0 });
    const refused = await fixture.book(type, { start: another('03:00') });
    expect([refused.status, refused.error.code]).toEqual([400, 'OUTSIDE_AVAILABILITY']);
  });

  it('for a time that is booked, buffers included', async () => {
    const type = await fixture.eventType({ beforeEventBuffer: 30, slotInterval: 15 });
    const start = another('09:00');
    await fixture.booked(type, { start });
    for (const time of ['09:00', '08:15', '09:45', '10:15']) {
      const refused = await fixture.book(type, { start: start.replace('09:00', time) });
      expect([time, refused.status, refused.error.code]).toEqual([time, 409, 'SLOT_TAKEN']);
    }
    expect((await fixture.book(type, { start: start.replace('09:00', '10:30') })).status).toBe(201);
  });

  it('above the limit of the booker, and only the booker sees which one to reschedule', async () => {
    const type = await fixture.eventType({
      bookerActiveBookingsLimit: { maximumActiveBookings: 1, offerReschedule: true },
    });
    const member = await fixture.member({ proven: true });
    const own = { ...attendee, email: member.email };
    const first = await fixture.booked(type, { start: another(), attendee: own });
    const refused = await fixture.book(type, {
      start: another(),
      attendee: { ...own, email: own.email.toUpperCase() },
    });
    expect([refused.status, refused.error]).toMatchObject([
      409,
      { code: 'BOOKER_LIMIT_REACHED', details: { limit: 1 } },
    ]);
    expect(refused.text).not.toContain(first.uid);
    const body = { start: another(), eventTypeId: type.id, attendee: own };
    expect((await member.call('POST', '/v2/bookings', body)).text).toContain(first.uid);
    await fixture.post(`/v2/bookings/${first.uid}/cancel`, {});
    await fixture.booked(type, { start: another(), attendee: own });
  });

  it('for a disabled host', async () => {
    const { stores } = fixture.service;
    const { account } = await fixture.service.user();
    const terms = { ...(await fixture.eventType()), slug: 'gone', scheduleId: null };
    const { id: _id, ownerId: _ownerId, teamId: _teamId, ...rest } = terms;
    const created = await stores.scheduling.eventTypes.create(
      account.id,
      { terms: rest, most: 9 },
      { actor: 'test' },
    );
    if (typeof created !== 'object') throw new Error('not created');
    await stores.accounts.accounts.setDisabled(account.id, true, { actor: 'test' });
    expect((await fixture.book(created.eventType, { start: another() })).status).toBe(404);
  });
});

describe('an idempotency key', () => {
  const headers = (key: string) => ({ 'idempotency-key': key });
  const body = async () => ({ start: another(), eventTypeId: (await fixture.eventType()).id, attendee });

  it('repeats the reply to the same request, also when the booking has changed', async () => {
    const request = await body();
    const first = await fixture.post('/v2/bookings', request, headers('k1'));
    await fixture.post(`/v2/bookings/${first.data.uid}/cancel`, {});
    await fixture.service.stores.scheduling.eventTypes.remove(fixture.host.id, request.eventTypeId, {
      actor: 'test',
    });
    const again = await fixture.post('/v2/bookings', request, headers('k1'));
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.data).toEqual(first.data);
  });

  it('refuses the same key with another request', async () => {
    await fixture.post('/v2/bookings', await body(), headers('k2'));
    const other = await fixture.post('/v2/bookings', await body(), headers('k2'));
    expect([other.status, other.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('stores no refused request', async () => {
    const request = await body();
    const taken = await fixture.post('/v2/bookings', request, headers('k3'));
    const refused = await fixture.post('/v2/bookings', request, headers('k4'));
    expect([taken.status, refused.status]).toEqual([201, 409]);
    await fixture.post(`/v2/bookings/${taken.data.uid}/cancel`, {});
    expect((await fixture.post('/v2/bookings', request, headers('k4'))).status).toBe(201);
  });

  it('is separate for each caller', async () => {
    const request = await body();
    await fixture.post('/v2/bookings', request, headers('k5'));
    const token = await fixture.member({ proven: false });
    expect((await token.call('POST', '/v2/bookings', request)).status).toBe(409);
  });

  it('has 1 to 255 characters', async () => {
    const refused = await fixture.post('/v2/bookings', await body(), headers('x'.repeat(256)));
    expect([refused.status, faulty(refused)]).toEqual([400, ['idempotency-key']]);
  });
});

describe('a recurrence', () => {
  const recurrence = { interval: 1, occurrences: 4, frequency: 'weekly' } as const;
  // At an hour that no other test uses: they recur on the days of other tests.
  const all = async (change: object = {}) => {
    const type = await fixture.eventType({ recurrence });
    const reply = await fixture.post<readonly BookingView[]>('/v2/bookings', {
      start: another('20:00'),
      eventTypeId: type.id,
      attendee,
      ...change,
    });
    return { ...reply, type };
  };

  it('is booked as a whole, under one uid', async () => {
    const { status, data } = await all();
    expect(status).toBe(201);
    const [first] = data;
    const WEEK = 7 * 24 * 3_600_000;
    const starts = data.map(({ start }) => Date.parse(start) - Date.parse(first?.start ?? ''));
    expect(starts).toEqual([0, WEEK, 2 * WEEK, 3 * WEEK]);
    expect(new Set(data.map(({ uid }) => uid)).size).toBe(4);
    const [recurringUid] = new Set(data.map(({ recurringBookingUid }) => String(recurringBookingUid)));
    const whole = await fixture.host.call<readonly BookingView[]>('GET', `/v2/bookings/${recurringUid}`);
    expect(whole.data).toEqual(data);
    expect((await read(first?.uid ?? '')).data).toEqual(first);
  });

  it('has the requested number of occurrences, up to the maximum', async () => {
    expect((await all({ recurrenceCount: 2 })).data).toHaveLength(2);
    const refused = await all({ recurrenceCount: 5 });
    expect([refused.status, faulty(refused)]).toEqual([400, ['recurrenceCount']]);
  });

  it('is booked as a whole or not at all', async () => {
    const type = await fixture.eventType({ recurrence });
    const start = another('20:00');
    const third = new Date(Date.parse(start) + 14 * 24 * 3_600_000).toISOString();
    await fixture.booked(await fixture.eventType(), { start: third });
    const refused = await fixture.book(type, { start });
    expect([refused.status, refused.error]).toMatchObject([
      409,
      { code: 'SLOT_TAKEN', details: { start: third } },
    ]);
    await fixture.booked(await fixture.eventType(), { start });
  });

  it('counts against the limits as a whole', async () => {
    const type = await fixture.eventType({ recurrence, bookingLimitsCount: { year: 3 } });
    const start = new Date(Date.UTC(new Date().getUTCFullYear() + 2, 2, 2, 9)).toISOString();
    expect((await fixture.book(type, { start })).error.code).toBe('BOOKING_LIMIT_REACHED');
    expect((await fixture.book(type, { start, recurrenceCount: 3 })).status).toBe(201);
  });

  it('is cancelled from one booking on, or as a whole', async () => {
    const { data } = await all();
    const [first, second] = data;
    const following = await fixture.post<readonly BookingView[]>(`/v2/bookings/${second?.uid}/cancel`, {
      cancelSubsequentBookings: true,
      cancellationReason: 'Over.',
    });
    expect(following.data.map(({ uid, status }) => [uid, status])).toEqual(
      data.slice(1).map(({ uid }) => [uid, 'cancelled']),
    );
    expect((await read(first?.uid ?? '')).data.status).toBe('accepted');
    const whole = await fixture.post<readonly BookingView[]>(
      `/v2/bookings/${String(first?.['recurringBookingUid'])}/cancel`,
    );
    expect(whole.data.map(({ uid }) => uid)).toEqual([first?.uid]);
  });
});

describe('GET /v2/bookings/:bookingUid', () => {
  it('is available to hosts, and to attendees with a verified address', async () => {
    const [proven, claimed] = [
      await fixture.member({ proven: true }),
      await fixture.member({ proven: false }),
    ];
    const type = await fixture.eventType();
    for (const [member, status] of [
      [proven, 200],
      [claimed, 404],
    ] as const) {
      const own = { ...attendee, email: member.email };
      const { uid } = await fixture.booked(type, { start: another(), attendee: own });
      expect((await read(uid, member)).status).toBe(status);
      expect((await read(uid)).status).toBe(200);
    }
    const { uid } = await fixture.booked(type, { start: another() });
    expect((await read(uid, proven)).status).toBe(404);
  });

  it('requires a token', async () => {
    const response = await fetch(`${fixture.service.url}/v2/bookings/some-uid`);
    expect(response.status).toBe(401);
  });

  it.each(['nothing', '%F0%9F%92%A9', 'x'.repeat(200), "'%20or%201=1--"])(
    'replies 404 to %s',
    async (uid) => {
      expect((await read(uid)).status).toBe(404);
      expect((await fixture.post(`/v2/bookings/${uid}/cancel`, {})).status).toBe(404);
      expect((await fixture.post(`/v2/bookings/${uid}/reschedule`, { start: another() })).status).toBe(404);
      expect((await fixture.host.call('GET', `/v2/bookings/by-seat/${uid}`)).status).toBe(404);
    },
  );
});
