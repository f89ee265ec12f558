/* Mails about bookings, as read in the outbox, with their calendar files. */
import { randomUUID } from 'node:crypto';
import type { Mail } from '../../../../src/delivery/message-ports.js';
import type { NewEventType } from '../../../../src/scheduling/event-types/rules.js';
import { readCalendarFile, type ReadEvent } from '../../../support/calendar-file.js';
import { ahead, attendee, openFixture } from '../booking-fixture.js';
import type { BookingView, Fixture } from '../booking-fixture.js';

let fixture: Fixture;
let hostEmail: string;
beforeAll(async () => {
  fixture = await openFixture();
  hostEmail = (await fixture.service.stores.accounts.accounts.findById(fixture.host.id))?.email ?? '';
});
afterAll(() => fixture.close());

let day = 30;
const another = (): string => ahead((day += 1));
const address = (who: string): string => `${who}-${randomUUID()}@example.net`;
const always = { type: 'always', blockUnconfirmedBookingsInBooker: true } as const;
const seats = { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true };

interface BookedMeeting {
  readonly grace: string;
  readonly alan: string;
  readonly booking: BookingView;
}

async function bookMeeting(change: Partial<NewEventType> = {}, body: object = {}): Promise<BookedMeeting> {
  const [grace, alan] = [address('grace'), address('alan')];
  const type = await fixture.eventType({ ...change });
  const participants = { attendee: { ...attendee, email: grace }, ...(type.seats ? {} : { guests: [alan] }) };
  return { grace, alan, booking: await fixture.booked(type, { start: another(), ...participants, ...body }) };
}

/** Of this booking, the newest first; waits until there are so many. */
async function toHost({ title }: Pick<BookingView, 'title'>, count: number): Promise<readonly Mail[]> {
  let all = 0;
  for (;;) {
    const mails = await fixture.mails(hostEmail, all);
    const result = mails.filter(({ subject }) => subject.endsWith(`: ${title}`));
    if (result.length >= count) return result;
    all = mails.length + 1;
  }
}

const act = async (uid: string, what: string, body?: object): Promise<void> => {
  const method = what === 'location' ? 'PATCH' : 'POST';
  const { status, text } = await fixture.host.call(method, `/v2/bookings/${uid}/${what}`, body);
  if (status > 201) throw new Error(text);
};

const subjects = (mails: readonly Mail[]): readonly string[] =>
  mails.map(({ subject }) => subject.replace(/: .*/, ''));
const eventIn = ({ attachments = [] }: Pick<Mail, 'attachments'>): ReadEvent =>
  readCalendarFile(attachments[0]?.content ?? '');
const newest = async (email: string, count: number): Promise<Mail> => {
  const [mail] = await fixture.mails(email, count);
  if (mail === undefined) throw new Error('no mail');
  return mail;
};

describe('the mails about a booking', () => {
  it('without confirmation go to host, attendee and guests, in their time zones', async () => {
    const customName = `Call ${randomUUID()}`;
    const { grace, alan, booking } = await bookMeeting({
      customName,
      locations: [{ type: 'link', link: 'https://meet.example/ada', public: true }],
    });
    const [mail, guest] = [await newest(grace, 1), await newest(alan, 1)];
    const [host] = await toHost(booking, 1);
    expect([mail, guest, host].map((one) => one?.subject)).toEqual([
      `Confirmed: ${customName}`,
      `Confirmed: ${customName}`,
      `New booking: ${customName}`,
    ]);
    expect(mail.to).toEqual({ name: attendee.name, address: grace });
    expect(mail.text).toMatch(/When: .*, 0[45]:00 ?[–-] ?0[56]:00 \(America\/New_York\)/);
    expect(host?.text).toMatch(/When: .*, 09:00 ?[–-] ?10:00 \(UTC\)/);
    expect(mail.text).toContain('Join:\nhttps://meet.example/ada');
    expect(mail.html).toContain('https://meet.example/ada');
    expect(mail.text).toContain(`/bookings/${booking.uid}.`);
    for (const one of [guest, host]) expect(one?.text).not.toContain(booking.uid);
    for (const one of [mail, guest, host ?? mail]) {
      expect(one.attachments?.map(({ type }) => type)).toEqual([
        'text/calendar; charset=utf-8; method=REQUEST',
      ]);
      expect(eventIn(one)).toMatchObject({
        ...{
          method: 'REQUEST',
          uid: booking['icsUid'],
          sequence: 0,
          status: 'CONFIRMED',
          start: booking.start,
        },
        ...{ summary: customName, url: 'https://meet.example/ada', organizer: hostEmail },
        attendees: { [hostEmail]: 'Ada Lovelace', [grace]: attendee.name, [alan]: alan },
        answers: { [hostEmail]: 'ACCEPTED', [grace]: 'ACCEPTED', [alan]: 'NEEDS-ACTION' },
      });
    }
    expect(await fixture.mails(grace)).toHaveLength(1);
  });

  it('that is pending go to host and attendee, and to guests when it is accepted', async () => {
    const { grace, alan, booking } = await bookMeeting({
      confirmationPolicy: always,
      customName: randomUUID(),
    });
    const waiting = await newest(grace, 1);
    const [request] = await toHost(booking, 1);
    expect(subjects([waiting, request ?? waiting])).toEqual(['Waiting for confirmation', 'Please confirm']);
    expect([waiting.attachments, request?.attachments]).toEqual([[], []]);
    await act(booking.uid, 'confirm');
    const accepted = await newest(alan, 1);
    expect(subjects([accepted, await newest(grace, 2)])).toEqual(['Confirmed', 'Confirmed']);
    expect(eventIn(accepted)).toMatchObject({ method: 'REQUEST', uid: booking['icsUid'], sequence: 1 });
    expect(await fixture.mails(alan)).toHaveLength(1);
  });

  it('that is declined contain the reason', async () => {
    const { grace, alan, booking } = await bookMeeting({ confirmationPolicy: always });
    await newest(grace, 1);
    await act(booking.uid, 'decline', { reason: 'I am away.\nSorry.' });
    const mail = await newest(grace, 2);
    expect(subjects([mail])).toEqual(['Declined']);
    expect(mail.text).toContain('The reason: \u2068I am away. Sorry.\u2069');
    expect(mail.attachments).toEqual([]);
    expect(await fixture.mails(alan, 0)).toEqual([]);
  });

  it('that is cancelled remove it from calendars', async () => {
    const { grace, alan, booking } = await bookMeeting({ customName: randomUUID() });
    await newest(grace, 1);
    await newest(alan, 1);
    await fixture.post(`/v2/bookings/${booking.uid}/cancel`, { cancellationReason: 'Rain.' });
    await toHost(booking, 2);
    for (const email of [grace, alan]) {
      const mail = await newest(email, 2);
      expect(mail.subject).toMatch(/^Cancelled: /);
      expect(mail.text).toContain('Rain.');
      expect(eventIn(mail)).toMatchObject({
        ...{ method: 'CANCEL', status: 'CANCELLED', uid: booking['icsUid'], sequence: 1 },
      });
    }
  });

  it('that is rescheduled move it in calendars, with one mail', async () => {
    const { grace, booking } = await bookMeeting();
    await newest(grace, 1);
    const start = another();
    await fixture.post(`/v2/bookings/${booking.uid}/reschedule`, { start, reschedulingReason: 'Too early.' });
    const mail = await newest(grace, 2);
    expect(subjects(await fixture.mails(grace))).toEqual(['Moved', 'Confirmed']);
    expect(mail.text).toContain('Too early.');
    expect(eventIn(mail)).toMatchObject({ method: 'REQUEST', uid: booking['icsUid'], sequence: 1, start });
  });

  it('that is rescheduled and pending again remove it from calendars until it is accepted', async () => {
    const { grace, alan, booking } = await bookMeeting({ confirmationPolicy: always });
    await act(booking.uid, 'confirm');
    await newest(alan, 1);
    const moved = await fixture.post(`/v2/bookings/${booking.uid}/reschedule`, { start: another() });
    const waiting = eventIn(await newest(alan, 2));
    expect(waiting).toMatchObject({ method: 'CANCEL', uid: booking['icsUid'] });
    await act(moved.data.uid, 'confirm');
    const again = eventIn(await newest(alan, 3));
    expect(again).toMatchObject({ method: 'REQUEST', uid: booking['icsUid'], start: moved.data.start });
    expect(again.sequence).toBeGreaterThan(waiting.sequence);
    await newest(grace, 3);
  });

  it('with a new location contain it', async () => {
    const { grace, booking } = await bookMeeting();
    await newest(grace, 1);
    await act(booking.uid, 'location', { location: { type: 'address', address: 'Harbour 2' } });
    const mail = await newest(grace, 2);
    expect(subjects([mail])).toEqual(['New location']);
    expect(mail.text).toContain('Where: \u2068Harbour 2\u2069');
    expect(eventIn(mail)).toMatchObject({ method: 'REQUEST', location: 'Harbour 2', sequence: 1 });
  });

  it('whose host requests another time contain the request for attendees, and a cancellation for guests', async () => {
    const { grace, alan, booking } = await bookMeeting();
    await newest(grace, 1);
    await newest(alan, 1);
    await act(booking.uid, 'request-reschedule', { rescheduleReason: 'I am ill.' });
    const [request, off] = [await newest(grace, 2), await newest(alan, 2)];
    expect(subjects([request, off])).toEqual(['Please choose another time', 'Cancelled']);
    expect(request.text).toContain('I am ill.');
    expect([eventIn(request).method, eventIn(off).method]).toEqual(['CANCEL', 'CANCEL']);
  });

  it('with added attendees and guests go to those only', async () => {
    const { grace, alan, booking } = await bookMeeting();
    const [guest, other] = [address('guest'), address('other')];
    await act(booking.uid, 'guests', { guests: [{ email: guest }] });
    await act(booking.uid, 'attendees', { name: 'Other', email: other, timeZone: 'UTC' });
    for (const email of [guest, other]) {
      const mail = await newest(email, 1);
      expect(subjects([mail])).toEqual(['You are invited']);
      expect(eventIn(mail).answers).toMatchObject({ [grace]: 'ACCEPTED', [email]: 'NEEDS-ACTION' });
    }
    for (const email of [grace, alan]) expect(await fixture.mails(email)).toHaveLength(1);
  });

  it('with a recurrence are one mail, with a file for each occurrence', async () => {
    const recurrence = { interval: 1, occurrences: 3, frequency: 'weekly' } as const;
    const grace = address('grace');
    const type = await fixture.eventType({ recurrence });
    const body = { start: another(), eventTypeId: type.id, attendee: { ...attendee, email: grace } };
    day += 21;
    const { data } = await fixture.post<readonly BookingView[]>('/v2/bookings', body);
    const mail = await newest(grace, 1);
    expect(mail.text.match(/When: /g)).toHaveLength(3);
    expect(mail.attachments?.map(({ name }) => name)).toEqual([
      'booking-1.ics',
      'booking-2.ics',
      'booking-3.ics',
    ]);
    const times = mail.attachments?.map(({ content }) => readCalendarFile(content).start);
    expect(times).toEqual(data.map(({ start }) => start));
    await fixture.post(`/v2/bookings/${data[1]?.uid}/cancel`, { cancelSubsequentBookings: true });
    expect((await newest(grace, 2)).text.match(/When: /g)).toHaveLength(2);
    expect(await fixture.mails(grace)).toHaveLength(2);
  });

  it('go once to a recipient with two roles', async () => {
    const { booking } = await bookMeeting(
      { customName: randomUUID() },
      {
        attendee: { ...attendee, email: hostEmail.toUpperCase() },
        guests: [hostEmail],
      },
    );
    await toHost(booking, 1);
    const other = await bookMeeting();
    await newest(other.grace, 1);
    expect(await toHost(booking, 1)).toHaveLength(1);
  });

  it('of an attendee without an address go to the host only', async () => {
    const { email: _email, ...anonymous } = attendee;
    const customName = randomUUID();
    const type = await fixture.eventType({ customName, bookingFields: [{ type: 'email', required: false }] });
    await fixture.booked(type, {
      start: another(),
      attendee: { ...anonymous, phoneNumber: '+1 212 555 0100' },
    });
    const [mail] = await toHost({ title: customName }, 1);
    expect(Object.keys(eventIn(mail ?? {}).attendees)).toEqual([hostEmail]);
    const sent = await fixture.mails('', 0);
    expect(sent).toEqual([]);
  });

  it('do not contain the address of a host where the event type hides it', async () => {
    const { grace } = await bookMeeting({ hideOrganizerEmail: true });
    const { html, text, attachments = [] } = await newest(grace, 1);
    expect(JSON.stringify([html, text, attachments])).not.toContain(hostEmail);
    expect(eventIn({ attachments }).organizer).toBe('invalid:nomail');
  });
});

describe('the mails about a seat', () => {
  it('that is taken or cancelled go to the host and its attendee', async () => {
    const customName = randomUUID();
    const type = await fixture.eventType({ seats, customName });
    const start = another();
    const [grace, alan] = [address('grace'), address('alan')];
    const title = customName;
    const first = await fixture.booked(type, { start, attendee: { ...attendee, email: grace } });
    await toHost({ title }, 1);
    const second = await fixture.booked(type, {
      start,
      attendee: { name: 'Alan Turing', email: alan, timeZone: 'Europe/London' },
    });
    const joined = await newest(alan, 1);
    expect(subjects([joined, ...(await toHost({ title }, 2))])).toEqual([
      ...['You have a seat', 'A seat was taken', 'New booking'],
    ]);
    expect(eventIn(joined).attendees).toEqual({ [hostEmail]: 'Ada Lovelace', [alan]: 'Alan Turing' });
    expect(joined.text).not.toContain(attendee.name);
    await fixture.post(`/v2/bookings/${first.uid}/cancel`, { seatUid: second.seatUid });
    const left = await newest(alan, 2);
    const [hostMail] = await toHost({ title }, 3);
    expect(subjects([left, hostMail ?? left])).toEqual(['Your seat was given up', 'A seat is free again']);
    expect(left.to).toEqual({ name: 'Alan Turing', address: alan });
    expect(eventIn(left)).toMatchObject({ method: 'CANCEL', uid: first['icsUid'] });
    expect(eventIn(hostMail ?? left)).toMatchObject({ method: 'REQUEST', uid: first['icsUid'] });
    expect(Object.keys(eventIn(hostMail ?? left).attendees)).toEqual([hostEmail, grace]);
    expect(await fixture.mails(grace)).toHaveLength(1);
  });

  it('that is rescheduled remove one booking and add the other', async () => {
    const type = await fixture.eventType({ seats });
    const [start, later] = [another(), another()];
    const [grace, alan] = [address('grace'), address('alan')];
    const stays = await fixture.booked(type, { start: later, attendee: { ...attendee, email: grace } });
    const moves = await fixture.booked(type, { start, attendee: { ...attendee, email: alan } });
    await newest(alan, 1);
    const { seatUid } = moves;
    const moved = await fixture.post(`/v2/bookings/${moves.uid}/reschedule`, { start: later, seatUid });
    expect(moved.data.uid).toBe(stays.uid);
    const mails = await fixture.mails(alan, 3);
    expect([...subjects(mails)].sort()).toEqual(['Confirmed', 'You have a seat', 'Your seat was given up']);
    const events = mails.map(eventIn);
    expect(events.find(({ method }) => method === 'CANCEL')?.uid).toBe(moves['icsUid']);
    expect(events.filter(({ uid }) => uid === stays['icsUid'])).toHaveLength(1);
  });
});
