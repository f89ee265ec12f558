/* The pages of an attendee, opened with the link from a mail: without an account, a script or a token. */
import { randomUUID } from 'node:crypto';
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import { ahead, attendee, openFixture } from '../../scheduling/bookings/booking-fixture.js';
import type { BookingView, Fixture } from '../../scheduling/bookings/booking-fixture.js';
import { type Browser, createBrowser, type Page } from '../../support/browser.js';
import { readCalendarFile } from '../../support/calendar-file.js';

const DAY = 24 * 3_600_000;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

let day = 40;
const another = (time?: string): string => ahead((day += 1), time);
const linkIn = (text: string): string => /https?:\/\/\S+\/bookings\/\S+/.exec(text)?.[0] ?? '';

interface Attending {
  readonly booking: BookingView;
  readonly email: string;
  /** Of the confirmation mail. */
  readonly link: string;
  readonly browser: Browser;
}

async function booked(type: Partial<NewEventType> = {}, body: object = {}): Promise<Attending> {
  const email = `grace-${randomUUID()}@example.net`;
  const eventType = await fixture.eventType(type);
  const request = { start: another(), attendee: { ...attendee, email }, ...body };
  const booking = await fixture.booked(eventType, request);
  const [mail] = await fixture.mails(email);
  return { booking, email, link: linkIn(mail?.text ?? ''), browser: createBrowser(fixture.service.url) };
}

const read = async (uid: string): Promise<BookingView> =>
  (await fixture.host.call<BookingView>('GET', `/v2/bookings/${uid}`)).data;
const noticeOn = ({ root }: Page): string | undefined => root.querySelector('.notice-title')?.text;
const buttonsOn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.actions a').map(({ text }) => text);
const startsOn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('input[name=start]').map((input) => input.getAttribute('value') ?? '');
const asHost = (uid: string, action: string, body: object = {}) =>
  fixture.host.call('POST', `/v2/bookings/${uid}/${action}`, body);

describe('the page of a booking', () => {
  test('shows it in the time zone of the attendee, with what they may do', async () => {
    const { browser, link } = await booked({}, { start: ahead(20, '14:00') });
    const page = await browser.get(link);
    expect([page.status, noticeOn(page)]).toEqual([200, 'Your booking is confirmed']);
    const facts = page.root.querySelector('dl')?.text ?? '';
    expect(facts).toContain('Intro call between Ada Lovelace and Grace Hopper');
    expect(facts).toMatch(/(09|10):00\s?[–-]\s?(10|11):00 \(America\/New_York\)/);
    expect(buttonsOn(page)).toEqual(['Move to another time', 'Cancel the booking']);
    expect(page.html).not.toContain('<script');
  });

  test('is linked in the mail and in its calendar file', async () => {
    const { link, email } = await booked();
    const [mail] = await fixture.mails(email);
    const { description } = readCalendarFile(mail?.attachments?.[0]?.content ?? '');
    expect(description).toBe(`See, move or cancel this booking: ${link}`);
    expect(mail?.html).toContain(link);
  });

  test('is linked to attendees alone, not to hosts and guests', async () => {
    const guest = `alan-${randomUUID()}@example.net`;
    const { booking } = await booked({}, { guests: [guest] });
    const [toGuest] = await fixture.mails(guest);
    const toHost = await fixture.mails(booking.hosts[0]?.email ?? '');
    const all = [toGuest, ...toHost].flatMap((mail) => [mail?.text, mail?.attachments?.[0]?.content]);
    expect(all.filter((text) => text?.includes('/bookings/'))).toEqual([]);
  });

  test('does not leak its address, and is not stored or framed', async () => {
    const { browser, link } = await booked();
    const { headers } = await browser.get(link);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
    const form = await browser.get(`${link}/cancel`);
    expect(form.headers.get('referrer-policy')).toBe('same-origin');
  });

  test('is the same 404 for every link that is not signed for this attendee', async () => {
    const [{ link, browser }, other] = [await booked(), await booked()];
    const parts = (text: string): readonly string[] => new URL(text).pathname.split('/')[2]?.split('.') ?? [];
    const [uid, id, ...signature] = parts(link);
    const [otherUid, otherId, ...otherSignature] = parts(other.link);
    const forged = [
      [uid, id, ...otherSignature],
      [uid, otherId, ...otherSignature],
      [otherUid, id, ...signature],
      [uid, `0${id ?? ''}`, ...signature],
      [uid, id],
      ['x'],
    ];
    for (const link of forged)
      for (const step of ['', '/cancel', '/reschedule']) {
        const page = await browser.get(`/bookings/${link.join('.')}${step}`);
        expect([page.status, page.root.querySelector('h1')?.text]).toEqual([
          404,
          'There is no booking at this address',
        ]);
      }
  });
});

describe('the states of a booking', () => {
  const always = { type: 'always', blockUnconfirmedBookingsInBooker: true } as const;

  test('waiting, and declined with a reason', async () => {
    const { booking, link, browser } = await booked({ confirmationPolicy: always });
    expect(noticeOn(await browser.get(link))).toBe('Waiting for confirmation');
    await asHost(booking.uid, 'decline', { reason: 'Away.' });
    const page = await browser.get(link);
    expect([noticeOn(page), buttonsOn(page)]).toEqual(['The host cannot take this booking', []]);
    expect(page.root.querySelector('.notice')?.text).toContain('Away.');
  });

  test('asked for another time, which the attendee chooses from the mail', async () => {
    const { booking, email, browser } = await booked();
    await asHost(booking.uid, 'request-reschedule', { rescheduleReason: 'Ill.' });
    const mails = await fixture.mails(email, 2);
    const link = linkIn(mails[0]?.text ?? '');
    const page = await browser.get(link.replace('/reschedule', ''));
    expect([noticeOn(page), buttonsOn(page)]).toEqual([
      'Please choose another time',
      ['Choose another time'],
    ]);
    const times = await browser.get(link);
    const start = startsOn(times)[0] ?? '';
    const moved = await browser.submit(times, { start });
    expect(noticeOn(moved)).toBe('Your booking has a new time');
  });

  test('not changeable where the host does not allow it', async () => {
    const { booking, link, browser } = await booked({
      disableCancelling: { disabled: true },
      disableRescheduling: { disabled: true },
    });
    const page = await browser.get(link);
    expect(buttonsOn(page)).toEqual([]);
    expect(page.html).toContain('The host does not allow this. Write to the host instead.');
    for (const step of ['cancel', 'reschedule'])
      expect((await browser.get(`${link}/${step}`)).url).toBe(link);
    expect((await read(booking.uid)).status).toBe('accepted');
  });
});

describe('cancelling', () => {
  test('asks first, then cancels with a reason, and the link shows it', async () => {
    const { booking, email, link, browser } = await booked();
    const question = await browser.get(`${link}/cancel`);
    expect((await read(booking.uid)).status).toBe('accepted');
    const page = await browser.submit(question, { reason: 'A cold.' });
    expect([page.url, noticeOn(page), buttonsOn(page)]).toEqual([link, 'This booking was cancelled', []]);
    expect(page.root.querySelector('.notice')?.text).toContain('A cold.');
    expect(await read(booking.uid)).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'A cold.',
      cancelledByEmail: email,
    });
  });

  test('twice shows what it is', async () => {
    const { link, browser } = await booked();
    const question = await browser.get(`${link}/cancel`);
    await browser.submit(question, {});
    const again = await browser.submit(question, {});
    expect([again.url, again.status, noticeOn(again)]).toEqual([link, 200, 'This booking was cancelled']);
  });

  test('is refused with a reason that is too long, and without the form', async () => {
    const { booking, link, browser } = await booked();
    const question = await browser.get(`${link}/cancel`);
    const faulty = await browser.submit(question, { reason: 'x'.repeat(10_000) });
    expect([faulty.status, faulty.root.querySelector('.fault')?.text]).toEqual([
      422,
      expect.stringMatching(/^The reason must be at most/),
    ]);
    const path = new URL(`${link}/cancel`).pathname;
    expect((await browser.raw(path, { method: 'POST', body: new URLSearchParams() })).status).toBe(403);
    expect((await read(booking.uid)).status).toBe('accepted');
  });

  test('of a seat leaves the others', async () => {
    const seats = { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true };
    const type = await fixture.eventType({ seats });
    const [first, second] = [`a-${randomUUID()}@example.net`, `b-${randomUUID()}@example.net`];
    const start = another();
    const { uid } = await fixture.booked(type, { start, attendee: { ...attendee, email: first } });
    await fixture.booked(type, { start, attendee: { ...attendee, email: second } });
    const [mail] = await fixture.mails(second);
    const link = linkIn(mail?.text ?? '');
    const browser = createBrowser(fixture.service.url);
    const page = await browser.get(link);
    expect([buttonsOn(page).at(-1), page.html.includes(first)]).toEqual(['Give up your seat', false]);
    const gone = await browser.submit(await browser.get(`${link}/cancel`), {});
    expect(gone.status).toBe(404);
    const { attendees, status } = await read(uid);
    expect([status, attendees.map(({ email }) => email)]).toEqual(['accepted', [first]]);
  });
});

describe('moving', () => {
  test('offers free times by day in the time zone of the attendee, and moves to one', async () => {
    const { booking, link, browser } = await booked({}, { start: ahead(25) });
    const times = await browser.get(`${link}/reschedule`);
    const starts = startsOn(times);
    expect(starts).not.toContain(booking.start);
    const day = times.root.querySelector('details');
    const [first] = day?.querySelectorAll('.time-choice') ?? [];
    const inZone = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: attendee.timeZone, ...options }).format(
        Date.parse(starts[0] ?? ''),
      );
    expect(day?.querySelector('summary')?.text).toBe(
      inZone({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    );
    expect(first?.text).toBe(inZone({ hour: '2-digit', minute: '2-digit' }));
    const page = await browser.submit(times, { start: starts[0] ?? '' });
    expect([page.status, noticeOn(page)]).toEqual([200, 'Your booking has a new time']);
    const { rescheduledToUid = '', rescheduledByEmail } = await read(booking.uid);
    expect(await read(String(rescheduledToUid))).toMatchObject({ start: starts[0], status: 'accepted' });
    expect(rescheduledByEmail).toBe(booking.attendees[0]?.email);

    const old = await browser.get(link);
    expect([noticeOn(old), buttonsOn(old)]).toEqual(['This booking has moved', []]);
    const open = old.root.querySelectorAll('a').find(({ text }) => text === 'Open the booking');
    expect(`${fixture.service.url}${open?.getAttribute('href') ?? ''}`).toBe(page.url.split('?')[0]);
  });

  test('shows later days, and again the first ones', async () => {
    const { link, browser } = await booked();
    const first = await browser.get(`${link}/reschedule`);
    const days = ({ root }: Page) => root.querySelectorAll('summary').map(({ text }) => text);
    expect(days(first)).toHaveLength(7);
    const [later] = first.root.querySelectorAll('.other-days a');
    const second = await browser.get(later?.getAttribute('href') ?? '');
    expect(days(second)).toHaveLength(7);
    expect(days(second).filter((one) => days(first).includes(one))).toEqual([]);
    expect(second.root.querySelectorAll('.other-days a').map(({ text }) => text)).toEqual([
      'Back to the first free days',
      'Later days',
    ]);
  });

  test('to a time that was taken meanwhile, or to none, asks again', async () => {
    const type = await fixture.eventType();
    const { link, booking, browser } = await booked();
    const times = await browser.get(`${link}/reschedule`);
    const start = startsOn(times)[0] ?? '';
    await fixture.booked(type, { start });
    const taken = await browser.submit(times, { start });
    expect([taken.status, noticeOn(taken)]).toEqual([
      409,
      'This time is no longer free. Choose another one.',
    ]);
    expect(startsOn(taken)).not.toContain(start);
    for (const none of ['', 'tomorrow', '2030-02-31T00:00:00.000Z'])
      expect(noticeOn(await browser.submit(times, { start: none }))).toMatch(/free|available|slot/);
    expect((await read(booking.uid)).start).toBe(booking.start);
  });
});

test('a booking that is over can only be looked at', async () => {
  const { link, browser } = await booked({}, { start: ahead(2) });
  fixture.pass(4 * DAY);
  const page = await browser.get(link);
  expect([noticeOn(page), buttonsOn(page)]).toEqual(['This booking is over', []]);
});
