/* The forms of a booking: what is offered, what the question says, what is done, and races between two tabs. */
import { attendee, ahead, type BookingView } from '../../scheduling/bookings/booking-fixture.js';
import type { Page } from '../../support/browser.js';
import {
  actionsOn,
  factsOn,
  LIST,
  noticeOn,
  openPages,
  type PagesFixture,
  SEATS,
  statusOn,
  textOn,
  WAITING,
} from './booking-page-fixture.js';

const DAY = 24 * 3_600_000;
const HOST_ACTIONS = ['Move to another time', 'Ask for another time', 'Change the location', 'Add guests'];

let fixture: PagesFixture;
beforeAll(async () => {
  fixture = await openPages();
});
afterAll(() => fixture.close());

const pageOf = ({ uid }: Pick<BookingView, 'uid'>, step = ''): Promise<Page> =>
  fixture.browser.get(`${LIST}/${uid}${step}`);

describe('a decision', () => {
  test('confirms a booking that waits, after a question that names who gets a mail', async () => {
    const booking = await fixture.booking(WAITING);
    expect(actionsOn(await pageOf(booking))).toEqual([
      'Confirm',
      'Decline',
      ...HOST_ACTIONS,
      'Cancel the booking',
    ]);
    const question = await pageOf(booking, '/confirm');
    expect(noticeOn(question)).toContain('A mail goes to you and Grace Hopper.');
    expect(factsOn(question)).toMatchObject({ With: 'Grace Hopper' });
    const page = await fixture.browser.submit(question, {});
    expect([noticeOn(page), statusOn(page)]).toEqual([
      expect.stringMatching(/^Intro call .+ is confirmed\.$/),
      'Confirmed',
    ]);
    expect(actionsOn(page)).toEqual([...HOST_ACTIONS, 'Cancel the booking']);
  });

  test('declines one with a reason, which is bounded', async () => {
    const booking = await fixture.booking(WAITING);
    const question = await pageOf(booking, '/decline');
    const long = await fixture.browser.submit(question, { reason: 'x'.repeat(2_001) });
    expect([long.status, textOn(long, '.fault')]).toEqual([
      422,
      'The reason must be at most 2000 characters.',
    ]);
    expect(long.root.querySelector('textarea')?.text).toHaveLength(2_001);
    const page = await fixture.browser.submit(long, { reason: 'On holiday.' });
    expect([statusOn(page), factsOn(page)['Reason']]).toEqual(['Declined', 'On holiday.']);
    expect(textOn(page)).toContain('Nothing can be changed any more.');
    expect(await fixture.read(booking.uid)).toMatchObject({
      status: 'rejected',
      cancellationReason: 'On holiday.',
    });
  });

  test('confirms all dates of a recurrence at once', async () => {
    const recurrence = { interval: 1, occurrences: 3, frequency: 'weekly' } as const;
    const eventType = await fixture.eventType({ ...WAITING, recurrence });
    const { text } = await fixture.book(eventType, { start: ahead(100) });
    const { data } = JSON.parse(text) as { readonly data: readonly BookingView[] };
    const [first = data[0], second = first] = data;
    if (first === undefined || second === undefined) throw new Error('no recurrence');
    const question = await pageOf(second, '/confirm');
    await fixture.browser.submit(question, { series: 'yes' });
    for (const { uid } of data) expect((await fixture.read(uid)).status).toBe('accepted');
    const later = await fixture.browser.submit(await pageOf(second, '/cancel'), { series: 'yes' });
    expect(statusOn(later)).toBe('Cancelled');
    const statuses = await Promise.all(data.map(async ({ uid }) => (await fixture.read(uid)).status));
    expect(statuses).toEqual(['accepted', 'cancelled', 'cancelled']);
    expect((await pageOf(first)).root.querySelectorAll('.booking-links a')).toHaveLength(2);
  });

  test('of two tabs at once is one: the other gets the reason', async () => {
    for (let round = 0; round < 3; round += 1) {
      const booking = await fixture.booking(WAITING);
      const [confirm, decline] = [await pageOf(booking, '/confirm'), await pageOf(booking, '/decline')];
      const pages = await Promise.all([
        fixture.browser.submit(confirm, {}),
        fixture.browser.submit(decline, {}),
      ]);
      const { status } = await fixture.read(booking.uid);
      const [won, lost] = status === 'accepted' ? pages : pages.toReversed();
      expect([won?.status, lost?.status]).toEqual([200, 400]);
      const reason =
        status === 'accepted'
          ? 'This booking has been accepted already.'
          : 'The host has rejected this booking.';
      expect(lost && [noticeOn(lost), statusOn(lost)]).toEqual([
        reason,
        status === 'accepted' ? 'Confirmed' : 'Declined',
      ]);
    }
  });

  test('asks the attendee for another time', async () => {
    const booking = await fixture.booking();
    const question = await pageOf(booking, '/request-time');
    const page = await fixture.browser.submit(question, { reason: 'Ill.' });
    expect([statusOn(page), factsOn(page)['Reason']]).toEqual(['Another time requested', 'Ill.']);
  });
});

describe('a cancellation', () => {
  test('by the host names all who get a mail, and is refused the second time', async () => {
    const guests = ['alan@example.net', 'mary@example.net'];
    const booking = await fixture.booking({}, { guests });
    const question = await pageOf(booking, '/cancel');
    expect(noticeOn(question)).toContain(
      'A mail goes to you, Grace Hopper, alan@example.net and mary@example.net.',
    );
    const page = await fixture.browser.submit(question, { reason: 'A cold.' });
    expect([statusOn(page), factsOn(page)]).toEqual([
      'Cancelled',
      expect.objectContaining({ Reason: 'A cold.', 'Changed by': fixture.hostUser.email }),
    ]);
    const again = await fixture.browser.submit(question, {});
    expect([again.status, noticeOn(again)]).toEqual([400, 'This booking has been cancelled already.']);
    const stale = await pageOf(booking, '/cancel');
    expect([stale.status, noticeOn(stale)]).toEqual([400, 'This booking has been cancelled already.']);
  });

  test('of one seat leaves the others', async () => {
    const eventType = await fixture.eventType(SEATS);
    const start = ahead(120);
    const { uid } = await fixture.booked(eventType, { start });
    await fixture.booked(eventType, {
      start,
      attendee: { ...attendee, name: 'Maud', email: 'maud@example.net' },
    });
    const page = await pageOf({ uid });
    const [, second] = page.root.querySelectorAll('.booking-people a');
    const question = await fixture.browser.get(second?.getAttribute('href') ?? '');
    expect(textOn(question, 'h1')).toBe('Cancel this seat?');
    expect(noticeOn(question)).toContain('A mail goes to you and Maud.');
    const after = await fixture.browser.submit(question, {});
    expect([noticeOn(after), statusOn(after)]).toEqual([
      expect.stringMatching(/^The seat in .+ is cancelled\.$/),
      'Confirmed',
    ]);
    expect((await fixture.read(uid)).attendees.map(({ name }) => name)).toEqual(['Grace Hopper']);
  });
});

describe('a change', () => {
  test('moves the booking to a free time, with links both ways', async () => {
    const booking = await fixture.booking();
    const times = await pageOf(booking, '/reschedule');
    expect(textOn(times)).toContain('A mail goes to you and Grace Hopper.');
    const none = await fixture.browser.submit(times, { reason: 'Too early.' });
    expect([none.status, none.root.querySelector('textarea')?.text]).toEqual([422, 'Too early.']);
    const start = times.root.querySelector('input[name=start]')?.getAttribute('value') ?? '';
    const page = await fixture.browser.submit(times, { start, reason: 'Too early.' });
    expect(noticeOn(page)).toMatch(/^.+ has its new time\.$/);
    expect(factsOn(page)).toMatchObject({ 'Reason for the new time': 'Too early.' });
    const [from] = page.root.querySelectorAll('dl a');
    const old = await fixture.browser.get(from?.getAttribute('href') ?? '');
    expect([old.url.endsWith(booking.uid), statusOn(old)]).toEqual([true, 'Moved to another time']);
    expect(factsOn(old)['Moved to']).toBe(factsOn(page)['When']);
    const stale = await fixture.browser.submit(times, { start });
    expect([stale.status, noticeOn(stale)]).toEqual([
      400,
      'This booking has been moved to another time already.',
    ]);
  });

  test.each([
    ['address', '12 Harbour Street', '12 Harbour Street'],
    ['link', 'https://meet.example/a', 'https://meet.example/a'],
    ['phone', '+351 210 000 000', 'Phone: +351210000000'],
  ])('of the location: %s', async (type, location, text) => {
    const booking = await fixture.booking();
    const page = await fixture.browser.submit(await pageOf(booking, '/location'), { type, location });
    expect([noticeOn(page), factsOn(page)['Where']]).toEqual([
      expect.stringContaining('has its new location.'),
      text,
    ]);
  });

  test('gives the form back with what is wrong', async () => {
    const booking = await fixture.booking();
    const location = await fixture.browser.submit(await pageOf(booking, '/location'), {
      type: 'link',
      location: 'nowhere',
    });
    expect([location.status, textOn(location, '.fault')]).toEqual([
      422,
      'The location must be a URL that begins with https:// or http://.',
    ]);
    expect(location.root.querySelector('option[selected]')?.getAttribute('value')).toBe('link');
    const question = await pageOf(booking, '/guests');
    const faulty = await fixture.browser.submit(question, { guests: 'alan@example.net\nno address' });
    expect([faulty.status, textOn(faulty, '.fault')]).toEqual([422, 'Each line must be an e-mail address.']);
    const page = await fixture.browser.submit(faulty, { guests: 'alan@example.net\nmary@example.net' });
    expect(textOn(page)).toContain('Guestsalan@example.netmary@example.net');
    const again = await fixture.browser.submit(question, { guests: 'alan@example.net' });
    expect([again.status, noticeOn(again), again.root.querySelector('textarea')?.text]).toEqual([
      409,
      'All of these guests attend this booking already.',
      'alan@example.net',
    ]);
  });

  test('records absences after the start, and takes them back', async () => {
    const booking = await fixture.booking({}, { start: ahead(3) });
    const early = await pageOf(booking, '/absences');
    expect([early.status, noticeOn(early)]).toEqual([400, 'This booking has not begun yet.']);
    fixture.pass(4 * DAY);
    const question = await pageOf(booking, '/absences');
    const [box] = question.root.querySelectorAll('input[name=attendees]');
    const absent = await fixture.browser.submit(question, {
      host: 'yes',
      attendees: [box?.getAttribute('value') ?? ''],
    });
    expect(textOn(absent)).toMatch(/did not come.*Did not come/);
    const present = await fixture.browser.submit(await pageOf(booking, '/absences'), {
      host: [],
      attendees: [],
    });
    expect(textOn(present)).not.toMatch(/did not come/i);
    expect(actionsOn(present)).toEqual(['Record absences']);
  });
});
