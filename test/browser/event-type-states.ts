/* Event types, from the empty list to a form with faults. */
import type { Page } from 'playwright-core';
import { newTerms, type NewEventType } from '../../src/scheduling/event-types/rules.js';
import { type BrowserFixture, type PageState, signedIn } from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const PATH = '/settings/event-types';
const MAX_TITLE_LENGTH = 200;

let count = 0;

async function eventType(
  { service, user }: BrowserFixture,
  terms: Partial<NewEventType> = {},
): Promise<string> {
  const slug = `state-${(count += 1)}`;
  const input = { title: 'Intro call', slug, lengthInMinutes: 30, ...terms };
  const { eventTypes } = service.stores.scheduling;
  const made = await eventTypes.create(user.account.id, { terms: newTerms(input), most: 100 }, ACTOR);
  return typeof made === 'object' ? `${PATH}/${made.eventType.id}` : PATH;
}

const WHOLE: Partial<NewEventType> = {
  description: 'A first talk about what you need.',
  lengthInMinutesOptions: [15, 30, 60],
  locations: [
    { type: 'address', address: '1 Main Street\nLisbon', public: true },
    { type: 'integration', integration: 'jitsi' },
  ],
  bookingWindow: { type: 'businessDays', value: 20 },
  bookingLimitsCount: { day: 4, week: 10 },
  confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true },
  requiresBookerEmailVerification: true,
  bookingFields: [
    { type: 'text', slug: 'company', label: 'Company', required: true },
    { type: 'select', slug: 'topic', label: 'Topic', required: false, options: ['Pricing', 'Support'] },
    { type: 'text', slug: 'long', label: 'W'.repeat(MAX_TITLE_LENGTH), required: false },
  ],
};

async function managed({ service, user }: BrowserFixture): Promise<string> {
  const { teams, scheduling } = service.stores;
  const named = {
    name: 'Harbour',
    slugs: [`managed-${(count += 1)}`],
    settings: {},
    accepted: true,
    most: 9,
  };
  const team = await teams.teams.create(user.account.id, { organizationId: undefined, ...named }, ACTOR);
  if (typeof team !== 'object') return PATH;
  const terms = newTerms({ title: 'Check-up', slug: 'check-up', lengthInMinutes: 20, ...WHOLE });
  const host = { accountId: user.account.id, mandatory: false, priority: 'medium', weight: 100 } as const;
  const assignment = { schedulingType: 'managed', assignAllTeamMembers: false, hosts: [host] } as const;
  const input = { ...assignment, terms: { ...terms, lengthInMinutesOptions: [20, 60] }, most: 9 };
  const made = await scheduling.teamEventTypes.create({ teamId: team.id }, input, ACTOR);
  return typeof made === 'object' && 'children' in made ? `${PATH}/${made.children[0]?.id}` : PATH;
}

/** For a user of its own. */
const withUser =
  (open: (page: Page, fixture: BrowserFixture) => Promise<void>) =>
  async (page: Page, fixture: BrowserFixture): Promise<void> =>
    open(page, { ...fixture, user: await fixture.service.user('Ada Lovelace') });

const unfolded = (page: Page): Promise<void> =>
  page.evaluate(() =>
    document.querySelectorAll('details.section').forEach((one) => one.setAttribute('open', '')),
  );

export const EVENT_TYPE_STATES: readonly PageState[] = [
  ['event-types-none', withUser((page, fixture) => signedIn(page, fixture, PATH))],
  [
    'event-types',
    withUser(async (page, fixture) => {
      await eventType(fixture, WHOLE);
      await eventType(fixture, { title: 'W'.repeat(MAX_TITLE_LENGTH), hidden: true, slug: 'w'.repeat(100) });
      await eventType(fixture, { title: 'فحص الأسنان السنوي', locations: [{ type: 'attendeePhone' }] });
      for (let more = 0; more < 23; more += 1) await eventType(fixture, { title: `Lesson ${more}` });
      await signedIn(page, fixture, PATH);
    }),
  ],
  ['event-type-new', withUser((page, fixture) => signedIn(page, fixture, `${PATH}/new`))],
  [
    'event-type',
    withUser(async (page, fixture) => {
      await signedIn(page, fixture, await eventType(fixture, WHOLE));
      await unfolded(page);
    }),
  ],
  [
    'event-type-faulty',
    withUser(async (page, fixture) => {
      await signedIn(page, fixture, await eventType(fixture, { ...WHOLE, title: 'فحص الأسنان السنوي' }));
      await page.getByLabel('Slug').fill('Not a slug');
      await page.getByLabel('Length in minutes').fill('an hour');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').waitFor();
    }),
  ],
  [
    'event-type-questions',
    withUser(async (page, fixture) =>
      signedIn(page, fixture, `${await eventType(fixture, WHOLE)}/questions`),
    ),
  ],
  [
    'event-type-question',
    withUser(async (page, fixture) =>
      signedIn(page, fixture, `${await eventType(fixture, WHOLE)}/questions/topic`),
    ),
  ],
  [
    'event-type-question-faulty',
    withUser(async (page, fixture) => {
      await signedIn(page, fixture, `${await eventType(fixture, WHOLE)}/new-question`);
      await page.getByRole('textbox', { name: 'Question' }).fill('Company');
      await page.getByRole('textbox', { name: 'Identifier' }).fill('company');
      await page.getByRole('button', { name: 'Save question' }).click();
      await page.getByRole('alert').waitFor();
    }),
  ],
  [
    'event-type-links-none',
    withUser(async (page, fixture) => signedIn(page, fixture, `${await eventType(fixture)}/links`)),
  ],
  [
    'event-type-links',
    withUser(async (page, fixture) => {
      const path = await eventType(fixture, { slug: 'w'.repeat(100), hidden: true });
      const { privateLinks } = fixture.service.stores.scheduling;
      const group = { accountId: fixture.user.account.id, eventTypeId: Number(path.split('/').at(-1)) };
      const limits = [
        { maxUses: 5, expiresAt: null },
        { maxUses: null, expiresAt: Date.UTC(2060, 5, 1) },
        { maxUses: 1, expiresAt: Date.UTC(2020, 5, 1) },
      ];
      for (const limit of limits)
        await privateLinks.create(group, { ...limit, id: `state-link-${(count += 1)}`, most: 9 }, ACTOR);
      await signedIn(page, fixture, `${path}/links`);
      await page.getByRole('radio', { name: 'Until a day' }).check();
      await page.getByRole('button', { name: 'Create a private link' }).click();
      await page.getByRole('alert').waitFor();
    }),
  ],
  ['event-type-managed', withUser(async (page, fixture) => signedIn(page, fixture, await managed(fixture)))],
  [
    'event-type-removal',
    withUser(async (page, fixture) => {
      await signedIn(page, fixture, await eventType(fixture, { title: 'W'.repeat(MAX_TITLE_LENGTH) }));
      await page.getByRole('button', { name: 'Delete this event type' }).click();
      await page
        .getByRole('button', { name: 'Cancel' })
        .or(page.getByRole('link', { name: 'Cancel' }))
        .waitFor();
    }),
  ],
];
