/* `/settings/bookings/:uid`: the whole booking for its host, the part of an attendee, and nothing for others. */
import { ahead, attendee } from '../../scheduling/bookings/booking-fixture.js';
import {
  actionsOn,
  anotherDay,
  factsOn,
  LIST,
  noticeOn,
  openPages,
  type PagesFixture,
  SEATS,
  statusOn,
  textOn,
} from './booking-page-fixture.js';

const STEPS = ['', '/calendar.ics', '/reschedule', '/cancel', '/confirm', '/location'];

let fixture: PagesFixture;
beforeAll(async () => {
  fixture = await openPages();
});
afterAll(() => fixture.close());

test('shows the host who comes, with their zone and answers, and where', async () => {
  const bookingFields = [
    { type: 'text', slug: 'topic', label: 'What is it about?', required: true },
    { type: 'boolean', slug: 'first', label: 'First visit?', required: false },
  ] as const;
  const locations = [{ type: 'link', link: 'https://meet.example/room', public: true }] as const;
  const booking = await fixture.booking(
    { bookingFields: [...bookingFields], locations: [...locations] },
    {
      start: ahead(30, '14:00'),
      guests: ['alan@example.net'],
      bookingFieldsResponses: { topic: 'The engine', first: true, notes: 'Bring tea.' },
    },
  );
  const page = await fixture.browser.get(`${LIST}/${booking.uid}`);
  expect([textOn(page, 'h1'), statusOn(page)]).toEqual([booking.title, 'Confirmed']);
  expect(factsOn(page)).toMatchObject({
    When: expect.stringMatching(/2:00 – 3:00 pm \(UTC\)$/) as unknown,
    Where: 'https://meet.example/room',
    Host: `Ada Lovelace (${fixture.hostUser.email})`,
    'Event type': 'Intro call',
    'E-mail address': 'grace@example.net',
    'Their time': expect.stringMatching(/(9|10):00 – (10|11):00 am \(America\/New_York\)$/) as unknown,
    'What is it about?': 'The engine',
    'First visit?': 'Yes',
  });
  expect(textOn(page)).toContain('alan@example.net');
  const link = page.root.querySelector('dd a');
  expect([link?.getAttribute('href'), link?.getAttribute('rel')]).toEqual([
    'https://meet.example/room',
    'noopener noreferrer',
  ]);
  expect(page.html).not.toContain('<script');
});

test('has it as a file and for calendars on the web, and names what other systems keep of it', async () => {
  const booking = await fixture.booking();
  await fixture.service.stores.scheduling.bookingRecords.add(
    booking.uid,
    {
      kind: 'reference',
      facts: { type: 'google_calendar', eventUid: 'event-7', destinationCalendarId: null },
    },
    { actor: 'test' },
  );
  const page = await fixture.browser.get(`${LIST}/${booking.uid}`);
  expect(factsOn(page)).toMatchObject({ google_calendar: 'event-7' });
  const hosts = page.root
    .querySelectorAll('.filters a[target]')
    .map((link) => new URL(link.getAttribute('href') ?? '').host);
  expect(hosts).toEqual(['calendar.google.com', 'outlook.office.com', 'outlook.live.com']);
  const file = await fixture.browser.get(`${LIST}/${booking.uid}/calendar.ics`);
  expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
    'text/calendar; charset=utf-8',
    'attachment; filename="booking.ics"',
  ]);
  expect(file.html).toContain(`SUMMARY:${booking.title}`);
});

test('is 404 for all other users, and for a booking that is unknown, on each of its pages', async () => {
  const { uid } = await fixture.booking();
  const outsider = await fixture.signedIn(await fixture.member({ proven: true }));
  for (const step of STEPS)
    for (const address of [`${LIST}/${uid}${step}`, `${LIST}/unknown${step}`])
      expect([step, (await outsider.get(address)).status]).toEqual([step, 404]);
});

describe('an attendee', () => {
  test('reads, moves and cancels their booking as the event type allows, and nothing else', async () => {
    const member = await fixture.member({ proven: true });
    const browser = await fixture.signedIn(member);
    const own = { attendee: { ...attendee, email: member.email } };
    const { uid } = await fixture.booking({ hideOrganizerEmail: true }, own);
    const page = await browser.get(`${LIST}/${uid}`);
    expect([actionsOn(page), factsOn(page)['Host']]).toEqual([
      ['Move to another time', 'Cancel the booking'],
      'Ada Lovelace',
    ]);
    expect(page.html).not.toContain(fixture.hostUser.email);
    const refused = await browser.get(`${LIST}/${uid}/location`);
    expect([refused.status, noticeOn(refused)]).toEqual([
      403,
      'Only a host of this booking or an administrator of its team may do this.',
    ]);
    const times = await browser.get(`${LIST}/${uid}/reschedule`);
    const start = times.root.querySelector('input[name=start]')?.getAttribute('value') ?? '';
    expect(statusOn(await browser.submit(times, { start }))).toBe('Confirmed');
    const fixed = await fixture.booking({ disableCancelling: { disabled: true } }, own);
    const stale = await browser.get(`${LIST}/${fixed.uid}/cancel`);
    expect([stale.status, noticeOn(stale), actionsOn(stale)]).toEqual([
      400,
      'The host does not allow this. Write to the host instead.',
      ['Move to another time'],
    ]);
  });

  test('of several sees and gives up their own seat alone', async () => {
    const member = await fixture.member({ proven: true });
    const browser = await fixture.signedIn(member);
    const eventType = await fixture.eventType(SEATS);
    const start = anotherDay();
    const { uid } = await fixture.booked(eventType, { start });
    await fixture.booked(eventType, { start, attendee: { ...attendee, name: 'Maud', email: member.email } });
    const page = await browser.get(`${LIST}/${uid}`);
    expect(actionsOn(page)).toEqual(['Move to another time', 'Give up your seat']);
    expect([textOn(page).includes('Maud'), page.html.includes('grace@example.net')]).toEqual([true, false]);
    const question = await browser.get(`${LIST}/${uid}/cancel`);
    expect(textOn(question, 'h1')).toBe('Give up your seat?');
    const list = await browser.submit(question, {});
    expect([new URL(list.url).pathname, noticeOn(list)]).toEqual([
      LIST,
      expect.stringMatching(/^You gave up your seat in .+\.$/),
    ]);
    expect((await fixture.read(uid)).attendees.map(({ name }) => name)).toEqual(['Grace Hopper']);
  });
});
