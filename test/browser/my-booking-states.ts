/* The pages of a user's own bookings, as host and as attendee, in every state. */
import type { Page } from 'playwright-core';
import type { NewEventType } from '../../src/scheduling/event-types/rules.js';
import { ahead, attendee } from '../scheduling/bookings/booking-fixture.js';
import type { TestUser } from '../support/service.js';
import { bookableEventType, call } from './booking-states.js';
import { type BrowserFixture, type PageState, signedIn } from './browser-fixture.js';

const LIST = '/settings/bookings';
const LONG_NAME = `Dr. ${'Wolfeschlegelsteinhausen'.repeat(8)}`.slice(0, 200);
const LONG_TITLE = 'A title without end '.repeat(10).trim();
const WAITING = { type: 'always', blockUnconfirmedBookingsInBooker: true } as const;
const SEATS = { seatsPerTimeSlot: 6, showAttendeeInfo: false, showAvailabilityCount: true };

interface Host {
  readonly own: BrowserFixture;
  /** The uid of a new booking. */
  book(type?: Partial<NewEventType>, body?: object): Promise<string>;
}

async function host(fixture: BrowserFixture, name = 'Ada Lovelace'): Promise<Host> {
  const user: TestUser = await fixture.service.user(name);
  const types = new Map<string, number>();
  return {
    own: { ...fixture, user },
    async book(type = {}, body = {}) {
      const key = JSON.stringify(type);
      const eventTypeId = types.get(key) ?? (await bookableEventType(fixture, type, user));
      types.set(key, eventTypeId);
      const request = { start: ahead(7), eventTypeId, attendee, ...body };
      const reply = await call(`${fixture.service.url}/v2/bookings`, request);
      const { data } = (await reply.json()) as { readonly data: { readonly uid: string } };
      return data.uid;
    },
  };
}

const person = (name: string, email = 'grace@example.net') => ({ attendee: { ...attendee, name, email } });

/** As its host. */
const opened =
  (step: string, type: Partial<NewEventType> = {}, body: object = {}) =>
  async (page: Page, fixture: BrowserFixture): Promise<void> => {
    const { own, book } = await host(fixture);
    await signedIn(page, own, `${LIST}/${await book(type, body)}${step}`);
  };

async function crowded(page: Page, fixture: BrowserFixture): Promise<void> {
  const { own, book } = await host(fixture);
  const address = {
    type: 'address',
    address: '12 Harbour Street, second floor, ask for נועה',
    public: true,
  } as const;
  await book({}, { start: ahead(7, '09:00') });
  await book({ locations: [address] }, { start: ahead(7, '11:00'), ...person('נועה כהן') });
  await book({ confirmationPolicy: WAITING }, { start: ahead(8, '08:00'), ...person(LONG_NAME) });
  await book({ customName: LONG_TITLE }, { start: ahead(8, '10:00') });
  for (const name of ['Grace', 'Maud', 'Alan', 'Mary'])
    await book({ seats: SEATS }, { start: ahead(9), ...person(name, `${name}@example.net`) });
  for (let day = 10; day < 32; day += 1) await book({}, { start: ahead(day) });
  await signedIn(page, own, LIST);
}

const QUESTIONS = [
  { type: 'textarea', slug: 'topic', label: 'What would you like to discuss?', required: true },
  { type: 'boolean', slug: 'first', label: 'Is this your first visit?', required: false },
] as const;

const ANSWERS = {
  bookingFieldsResponses: { topic: 'The engine.\nAnd its notes.', first: true, notes: 'Bring tea.' },
  guests: ['alan@example.net', `${'g'.repeat(60)}@${'example.'.repeat(8)}net`],
};

export const MY_BOOKING_STATES: readonly PageState[] = [
  ['my-bookings', crowded],
  ['my-bookings-none', async (page, fixture) => signedIn(page, (await host(fixture)).own, LIST)],
  [
    'my-bookings-no-match',
    async (page, fixture) =>
      signedIn(page, (await host(fixture)).own, `${LIST}?tab=past&attendee=${encodeURIComponent(LONG_NAME)}`),
  ],
  [
    'my-booking',
    opened(
      '',
      {
        bookingFields: [...QUESTIONS],
        locations: [{ type: 'link', link: 'https://meet.example/a-room', public: true }],
      },
      ANSWERS,
    ),
  ],
  [
    'my-booking-waiting',
    opened('', { confirmationPolicy: WAITING, customName: LONG_TITLE }, person(LONG_NAME)),
  ],
  [
    'my-booking-with-seats',
    async (page, fixture) => {
      const { own, book } = await host(fixture);
      const uid = await book({ seats: SEATS });
      await book({ seats: SEATS }, person('Maud Menten', 'maud@example.net'));
      await signedIn(page, own, `${LIST}/${uid}`);
    },
  ],
  [
    'my-booking-recurring',
    opened('', { recurrence: { interval: 1, occurrences: 6, frequency: 'weekly' } }, { start: ahead(7) }),
  ],
  ['my-booking-to-confirm', opened('/confirm', { confirmationPolicy: WAITING })],
  ['my-booking-to-decline', opened('/decline', { confirmationPolicy: WAITING }, person(LONG_NAME))],
  ['my-booking-to-cancel', opened('/cancel', { customName: LONG_TITLE }, ANSWERS)],
  ['my-booking-to-move', opened('/reschedule')],
  ['my-booking-location', opened('/location')],
  [
    'my-booking-guests-faulty',
    async (page, fixture) => {
      await opened('/guests')(page, fixture);
      await page.getByLabel('Guests').fill('no address');
      await page.getByRole('button', { name: 'Add the guests' }).click();
      await page.locator('.fault').waitFor();
    },
  ],
  [
    'my-booking-cancelled-twice',
    async (page, fixture) => {
      const { own, book } = await host(fixture);
      const uid = await book();
      await signedIn(page, own, `${LIST}/${uid}/cancel`);
      await page.getByLabel('Reason').fill('A cold.');
      await call(`${fixture.service.url}/v2/bookings/${uid}/cancel`, { cancellationReason: 'Ill.' });
      await page.getByRole('button', { name: 'Cancel the booking' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'my-booking-attended',
    async (page, fixture) => {
      const { account, email, password } = await fixture.service.user('Grace Hopper', {
        emailVerified: true,
      });
      const { book } = await host(fixture, LONG_NAME.slice(0, 120));
      const uid = await book({}, person('Grace Hopper', email));
      await signedIn(page, { ...fixture, user: { account, email, password } }, `${LIST}/${uid}`);
    },
  ],
];
