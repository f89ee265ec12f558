/* What an event type asks: questions, locations, lengths, guests, seats, recurrences and codes, through the form. */
import { randomUUID } from 'node:crypto';
import { completeFields } from '../../../src/scheduling/event-types/fields.js';
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import { ahead, type BookingView } from '../../scheduling/bookings/booking-fixture.js';
import type { Page } from '../../support/browser.js';
import {
  faultsOn,
  type Fixture,
  formOf,
  linkTo,
  noticeOn,
  openFixture,
  timesOn,
  type Visit,
  visitOf,
} from './booking-fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

let day = 8;
const another = (): string => ahead((day += 1));
const person = () => ({ name: 'Grace Hopper', email: `grace-${randomUUID()}@example.net` });

const bookingAt = async ({ url }: Page): Promise<BookingView> => {
  const [uid = ''] = (new URL(url).pathname.split('/')[2] ?? '').split('.');
  return (await fixture.host.call<BookingView>('GET', `/v2/bookings/${uid}`)).data;
};

const own = { required: true, hidden: false, disableOnPrefill: false } as const;
const options = ['Engines', 'Looms'];
const QUESTIONS: Partial<NewEventType> = {
  bookingFields: [
    ...completeFields([
      { ...own, type: 'text', slug: 'company', label: 'Company' },
      { ...own, type: 'select', slug: 'topic', label: 'Topic', options },
      { ...own, type: 'radio', slug: 'machine', label: 'Machine', options },
      { ...own, type: 'checkbox', slug: 'parts', label: 'Parts', options },
      { ...own, type: 'boolean', slug: 'rules', label: 'Rules' },
      { ...own, type: 'number', slug: 'people', label: 'People', required: false },
      { ...own, type: 'text', slug: 'secret', label: 'Secret', hidden: true, required: false },
      { ...own, type: 'phone', slug: 'attendeePhoneNumber', label: 'Phone' },
    ]),
  ],
};

test('each question is asked, and the booking has the answers', async () => {
  const visit = await visitOf(fixture, QUESTIONS);
  const form = await formOf(visit, another());
  expect(form.html).not.toContain('Secret');
  const faulty = await visit.browser.submit(form, { ...person(), phone: '12', 'answer.people': 'many' });
  expect([faulty.status, faultsOn(faulty)]).toEqual([422, ['phone']]);
  const phone = '+351 210 000 000';
  const missing = await visit.browser.submit(faulty, { phone, 'answer.people': 'many', boxes: ['parts:1'] });
  const faults = ['answer.company', 'answer.topic', 'answer.machine', 'answer.rules', 'answer.people'];
  expect(faultsOn(missing)).toEqual(faults);
  const answers = { company: 'Analytical', topic: 'Looms', machine: 'Engines', rules: 'true', people: '3' };
  const fields = Object.entries(answers).map(([slug, value]) => [`answer.${slug}`, value] as const);
  const page = await visit.browser.submit(missing, Object.fromEntries(fields));
  expect(noticeOn(page)).toBe('Booked');
  expect((await bookingAt(page))['bookingFieldsResponses']).toMatchObject({
    ...{ company: 'Analytical', topic: 'Looms', machine: 'Engines', rules: true, people: 3 },
    ...{ parts: ['Looms'], attendeePhoneNumber: '+351210000000' },
  });
});

test('of several locations one is chosen, and one that is not public stays hidden', async () => {
  const visit = await visitOf(fixture, {
    locations: [
      { type: 'address', address: '1 Secret Street', public: false },
      { type: 'attendeeDefined' },
      { type: 'link', link: 'https://a.example/', public: true },
      { type: 'link', link: 'https://b.example/', public: true },
    ],
  });
  const form = await formOf(visit, another());
  expect(form.html).not.toContain('Secret Street');
  const faulty = await visit.browser.submit(form, { ...person(), location: '1' });
  expect(faultsOn(faulty)).toEqual(['location_value']);
  const own = await visit.browser.submit(faulty, { location_value: 'At the lighthouse' });
  expect((await bookingAt(own)).location).toBe('At the lighthouse');
  const linked = await visit.browser.submit(await formOf(visit, another()), { ...person(), location: '3' });
  expect((await bookingAt(linked)).location).toBe('https://b.example/');
});

test('a length is chosen before the time', async () => {
  const visit = await visitOf(fixture, { lengthInMinutesOptions: [30, 60, 90] });
  const month = await visit.browser.get(`${visit.path}?timeZone=UTC`);
  const long = await visit.browser.get(linkTo(month, '1 h 30 min'));
  expect(long.root.querySelector('.lengths [aria-current]')?.text).toBe('1 h 30 min');
  const page = await visit.browser.submit(await formOf(visit, another(), '&duration=90'), person());
  expect((await bookingAt(page))['duration']).toBe(90);
});

test('guests get a line each, where the event type takes them', async () => {
  const visit = await visitOf(fixture);
  const form = await formOf(visit, another());
  const guests = ['a@example.net', 'b@example.net'];
  const faulty = await visit.browser.submit(form, { ...person(), guests: 'a@example.net\r\nnobody' });
  expect(faultsOn(faulty)).toEqual(['guests']);
  const page = await visit.browser.submit(faulty, { guests: guests.join('\r\n') });
  expect((await bookingAt(page))['guests']).toEqual(guests);
  const without = await visitOf(fixture, { disableGuests: true });
  expect((await formOf(without, another())).root.querySelector('[name=guests]')).toBeNull();
});

describe('seats', () => {
  const seats = { seatsPerTimeSlot: 2, showAttendeeInfo: false, showAvailabilityCount: true };
  const timesAt = (visit: Visit, start: string): Promise<Page> =>
    visit.browser.get(`${visit.path}?timeZone=UTC&date=${start.slice(0, 10)}`);

  test('are counted beside the time until all are taken', async () => {
    const visit = await visitOf(fixture, { seats });
    const start = another();
    expect(timesOn(await timesAt(visit, start))).toContain('09:002 of 2 seats left');
    for (const left of [1, 0]) {
      expect(noticeOn(await visit.browser.submit(await formOf(visit, start), person()))).toBe('Booked');
      const times = timesOn(await timesAt(visit, start)).filter((text) => text.startsWith('09:00'));
      expect(times).toEqual(left === 0 ? [] : [`09:00${left} of 2 seats left`]);
    }
  });

  test('are not counted where the event type does not say how many are left', async () => {
    const visit = await visitOf(fixture, { seats: { ...seats, showAvailabilityCount: false } });
    expect(timesOn(await timesAt(visit, another()))).toContain('09:00');
  });
});

test('a recurrence is booked as often as chosen', async () => {
  const recurrence = { interval: 1, frequency: 'weekly', occurrences: 4 } as const;
  const visit = await visitOf(fixture, { recurrence });
  const start = ahead(60);
  const form = await formOf(visit, start);
  expect(form.root.querySelector('.booking-facts')?.text).toContain('Every week, up to 4 times');
  const page = await visit.browser.submit(form, { ...person(), recurrence_count: '3' });
  expect(noticeOn(page)).toBe('Booked');
  const { recurringBookingUid } = await bookingAt(page);
  const all = await fixture.host.call<readonly unknown[]>(
    'GET',
    `/v2/bookings/${String(recurringBookingUid)}`,
  );
  expect(all.data).toHaveLength(3);
});

test('an address is confirmed with a code, where the event type says so', async () => {
  const visit = await visitOf(fixture, { requiresBookerEmailVerification: true });
  const { name, email } = person();
  const form = await formOf(visit, another());
  const asked = await visit.browser.submit(form, { name, email });
  expect([asked.status, noticeOn(asked)]).toEqual([200, 'Confirm your e-mail address']);
  const wrong = await visit.browser.submit(asked, { code: '000000' });
  expect([wrong.status, faultsOn(wrong)]).toEqual([422, ['code']]);
  const [mail] = await fixture.mails(email);
  const [code = ''] = /\b\d{6}\b/.exec(mail?.text ?? '') ?? [];
  expect(noticeOn(await visit.browser.submit(wrong, { code }))).toBe('Booked');
});

test('a phone number is enough, where the event type asks for no address', async () => {
  const bookingFields = [
    ...completeFields([
      { type: 'email', required: false },
      { ...own, type: 'phone', slug: 'attendeePhoneNumber', label: 'Phone' },
    ]),
  ];
  const visit = await visitOf(fixture, { bookingFields });
  const form = await formOf(visit, another());
  const page = await visit.browser.submit(form, { name: 'Grace Hopper', phone: '+351 210 000 000' });
  expect(noticeOn(page)).toBe('Booked');
});

test('too many bookings ahead of one address are refused in words', async () => {
  const bookerActiveBookingsLimit = { maximumActiveBookings: 1, offerReschedule: false };
  const visit = await visitOf(fixture, { bookerActiveBookingsLimit });
  const typed = person();
  await visit.browser.submit(await formOf(visit, another()), typed);
  const page = await visit.browser.submit(await formOf(visit, another()), typed);
  expect([page.status, noticeOn(page)]).toEqual([409, expect.stringMatching(/^This address has 1 or more/)]);
});
