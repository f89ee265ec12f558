/* The pages where people book: each step, with names and answers of every kind. */
import type { Page } from 'playwright-core';
import { completeFields } from '../../src/scheduling/event-types/fields.js';
import { type NewEventType, newTerms } from '../../src/scheduling/event-types/rules.js';
import { ahead, attendee } from '../scheduling/bookings/booking-fixture.js';
import type { PageState, BrowserFixture } from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const LONG = `${'Eine sehr lange Bezeichnung '.repeat(6)}ohneLeerzeichen${'n'.repeat(17)}`;
const ARABIC = 'مقابلة تعارف قصيرة مع فريق المبيعات';

let count = 0;

interface Offer {
  readonly owner: string;
  readonly path: string;
  readonly eventTypeId: number;
}

async function offered(
  { service }: BrowserFixture,
  change: Partial<NewEventType> = {},
  name = 'Ada Lovelace',
): Promise<Offer> {
  const { schedules, eventTypes, profiles } = service.stores.scheduling;
  const { account } = await service.user(name);
  await profiles.changeProfile(account.id, { bio: 'I write programs.\nAsk me about engines.' }, ACTOR);
  const availability = [{ days: DAYS, startTime: '08:00', endTime: '18:00' }];
  const hours = { name: 'Always', timeZone: 'UTC', availability, overrides: [], isDefault: true };
  await schedules.create(account.id, hours, ACTOR);
  const slug = `public-state-${(count += 1)}`;
  const terms = newTerms({ title: 'Intro call', slug, lengthInMinutes: 30, ...change });
  const created = await eventTypes.create(account.id, { terms, most: 9 }, ACTOR);
  if (typeof created !== 'object') throw new Error(`no event type was created: ${created}`);
  const owner = `/${account.username}`;
  return { owner, path: `${owner}/${slug}`, eventTypeId: created.eventType.id };
}

const open = async (page: Page, { service }: BrowserFixture, path: string): Promise<void> =>
  void (await page.goto(service.url + path));

const ZONE = 'timeZone=Europe%2FLisbon';
const openForm = (page: Page, fixture: BrowserFixture, { path }: Offer): Promise<void> =>
  open(page, fixture, `${path}?${ZONE}&time=${ahead(9)}`);

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await page.locator('.notice').first().waitFor();
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill(attendee.name);
  await page.getByLabel('Email address').fill(attendee.email);
}

const own = { required: true, hidden: false, isDefault: false, disableOnPrefill: false } as const;
const options = ['Engines', 'Looms', 'القطن'];

const ALL_QUESTIONS: Partial<NewEventType> = {
  title: ARABIC,
  description: `${LONG}\n\n${ARABIC}`,
  lengthInMinutesOptions: [15, 30, 90],
  locations: [
    { type: 'address', address: '12 Harbour Street', public: true },
    { type: 'attendeePhone' },
    { type: 'integration', integration: 'jitsi' },
  ],
  recurrence: { interval: 2, frequency: 'weekly', occurrences: 6 },
  confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: false },
  bookingFields: [
    ...completeFields([
      { ...own, type: 'text', slug: 'company', label: LONG, placeholder: 'As on the invoice' },
      { ...own, type: 'select', slug: 'topic', label: 'Topic', options },
      { ...own, type: 'radio', slug: 'machine', label: 'Machine', options },
      { ...own, type: 'checkbox', slug: 'parts', label: 'Parts', options },
      { ...own, type: 'boolean', slug: 'terms', label: 'I have read the house rules' },
      { ...own, type: 'phone', slug: 'attendeePhoneNumber', label: 'Phone' },
    ]),
  ],
};

const SEATS = { seatsPerTimeSlot: 5, showAttendeeInfo: false, showAvailabilityCount: true };

export const PUBLIC_PAGE_STATES: readonly PageState[] = [
  [
    'public-owner',
    async (page, fixture) => {
      const { owner } = await offered(fixture, ALL_QUESTIONS, LONG);
      await open(page, fixture, owner);
    },
  ],
  [
    'public-owner-empty',
    async (page, fixture) => {
      const { account } = await fixture.service.user('نورة العلي');
      await open(page, fixture, `/${account.username}`);
    },
  ],
  [
    'public-month',
    async (page, fixture) => {
      await open(page, fixture, `${(await offered(fixture)).path}?${ZONE}`);
    },
  ],
  [
    'public-month-empty',
    async (page, fixture) => {
      const value = [ahead(2).slice(0, 10), ahead(3).slice(0, 10)] as [string, string];
      const { path } = await offered(fixture, { bookingWindow: { type: 'range', value } });
      await open(page, fixture, `${path}?${ZONE}&month=${ahead(80).slice(0, 7)}`);
      await page.locator('.booking-zone summary').click();
    },
  ],
  [
    'public-day',
    async (page, fixture) => {
      const { path } = await offered(fixture, ALL_QUESTIONS, LONG);
      await open(page, fixture, `${path}?${ZONE}&date=${ahead(9).slice(0, 10)}`);
    },
  ],
  [
    'public-seats',
    async (page, fixture) => {
      const { path } = await offered(fixture, { seats: SEATS });
      await open(page, fixture, `${path}?${ZONE}&date=${ahead(9).slice(0, 10)}`);
    },
  ],
  ['public-form', async (page, fixture) => openForm(page, fixture, await offered(fixture))],
  [
    'public-form-all-questions',
    async (page, fixture) => openForm(page, fixture, await offered(fixture, ALL_QUESTIONS, LONG)),
  ],
  [
    'public-form-faults',
    async (page, fixture) => {
      await openForm(page, fixture, await offered(fixture, ALL_QUESTIONS));
      await page.evaluate("document.querySelector('main form').noValidate = true");
      await submit(page);
    },
  ],
  [
    'public-form-code',
    async (page, fixture) => {
      await openForm(page, fixture, await offered(fixture, { requiresBookerEmailVerification: true }));
      await fillIn(page);
      await submit(page);
    },
  ],
  [
    'public-form-time-taken',
    async (page, fixture) => {
      const offer = await offered(fixture);
      await openForm(page, fixture, offer);
      await fillIn(page);
      await fetch(`${fixture.service.url}/v2/bookings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ start: ahead(9), eventTypeId: offer.eventTypeId, attendee }),
      });
      await submit(page);
    },
  ],
  [
    'public-booked',
    async (page, fixture) => {
      await openForm(page, fixture, await offered(fixture));
      await fillIn(page);
      await submit(page);
    },
  ],
  ['public-unknown', (page, fixture) => open(page, fixture, '/nobody-has-this-name')],
];
