/* The pages of an attendee's booking in every state, opened with the link of a mail. */
import type { Page } from 'playwright-core';
import { attendeePath } from '../../src/scheduling/bookings/attendees/attendee-links.js';
import { type NewEventType, newTerms } from '../../src/scheduling/event-types/rules.js';
import { ahead, attendee } from '../scheduling/bookings/booking-fixture.js';
import type { TestUser } from '../support/service.js';
import type { PageState, BrowserFixture } from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const LONG_TITLE = `A booking with ${'a rather long name, '.repeat(8)}and no end`;

let count = 0;

interface Attended {
  readonly uid: string;
  readonly eventTypeId: number;
  /** Of the page. */
  readonly url: string;
}

/** Of the user, or of a new one. */
export async function bookableEventType(
  { service }: BrowserFixture,
  change: Partial<NewEventType>,
  user?: TestUser,
): Promise<number> {
  const { schedules, eventTypes } = service.stores.scheduling;
  const { account } = user ?? (await service.user('Dr. נועה Lovelace'));
  const availability = [{ days: DAYS, startTime: '08:00', endTime: '18:00' }];
  const hours = { name: 'Always', timeZone: 'UTC', availability, overrides: [], isDefault: true };
  await schedules.create(account.id, hours, ACTOR);
  const slug = `booking-state-${(count += 1)}`;
  const terms = newTerms({ title: 'Intro call', slug, lengthInMinutes: 30, ...change });
  const created = await eventTypes.create(account.id, { terms, most: 9 }, ACTOR);
  if (typeof created !== 'object') throw new Error(`no event type was created: ${created}`);
  return created.eventType.id;
}

export const call = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function attended(
  fixture: BrowserFixture,
  change: Partial<NewEventType> = {},
  body: object = {},
): Promise<Attended> {
  const { service } = fixture;
  const eventTypeId = await bookableEventType(fixture, change);
  const reply = await call(`${service.url}/v2/bookings`, { start: ahead(7), eventTypeId, attendee, ...body });
  const { data } = (await reply.json()) as { readonly data: { readonly uid: string; readonly id: number } };
  const [row] = await service.backend
    .db('attendee')
    .where({ booking_id: data.id })
    .select<{ id: number }[]>('id');
  if (row === undefined) throw new Error('nobody attends the booking');
  return { uid: data.uid, eventTypeId, url: service.url + attendeePath(service.registry.keys, data, row) };
}

async function opened(page: Page, { url }: Attended, step = ''): Promise<void> {
  await page.goto(url + step);
}

const CROWDED: Partial<NewEventType> = {
  title: LONG_TITLE,
  locations: [{ type: 'address', address: '12 Harbour Street, second floor, ask for נועה', public: true }],
};

export const BOOKING_STATES: readonly PageState[] = [
  [
    'booking-confirmed',
    async (page, fixture) => {
      const notes = 'My own words.\nOn two lines.';
      await opened(page, await attended(fixture, CROWDED, { bookingFieldsResponses: { notes } }));
    },
  ],
  [
    'booking-online',
    async (page, fixture) => {
      const locations = [{ type: 'integration', integration: 'jitsi' }] as const;
      await opened(page, await attended(fixture, { locations: [...locations] }));
    },
  ],
  ['booking-cancel', async (page, fixture) => opened(page, await attended(fixture), '/cancel')],
  [
    'booking-cancelled',
    async (page, fixture) => {
      await opened(page, await attended(fixture), '/cancel');
      await page.getByLabel('Reason').fill('A cold.');
      await page.getByRole('button', { name: 'Cancel the booking' }).click();
      await page.getByText('This booking was cancelled').waitFor();
    },
  ],
  [
    'booking-times',
    async (page, fixture) => {
      await opened(page, await attended(fixture), '/reschedule');
      await page.getByRole('radio').first().check();
    },
  ],
  [
    'booking-time-taken',
    async (page, fixture) => {
      const own = await attended(fixture);
      await opened(page, own, '/reschedule');
      const time = page.getByRole('radio').first();
      const start = await time.getAttribute('value');
      await time.check();
      await call(`${fixture.service.url}/v2/bookings`, { start, eventTypeId: own.eventTypeId, attendee });
      await page.getByRole('button', { name: 'Move the booking' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'booking-no-times',
    async (page, fixture) => {
      const bookingWindow = { type: 'range', value: [ahead(6).slice(0, 10), ahead(8).slice(0, 10)] } as const;
      const own = await attended(fixture, {
        bookingWindow: { ...bookingWindow, value: [...bookingWindow.value] },
      });
      await opened(page, own, `/reschedule?from=${ahead(30)}`);
    },
  ],
  [
    'booking-moved',
    async (page, fixture) => {
      const own = await attended(fixture);
      await call(`${fixture.service.url}/v2/bookings/${own.uid}/reschedule`, { start: ahead(9) });
      await opened(page, own);
    },
  ],
  ['booking-unknown', async (page, { service }) => void (await page.goto(`${service.url}/bookings/unknown`))],
];
