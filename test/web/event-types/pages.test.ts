/* `/settings/event-types` with real forms: event types are created, edited without loss, copied and deleted. */
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import { createBrowser, type Page } from '../../support/browser.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { formOf, mainText, sentTo } from '../../clients/forms.js';
import { EVENT_TYPES, eventTypeFixture, faultsOn, notice, send, valueOf } from './fixture.js';

const service = useService();
const { eventType, stored } = eventTypeFixture(service);
let ada: Visitor;
let max: Visitor;
beforeAll(async () => {
  ada = await visit(service, await service.user('Ada Lovelace'));
  max = await visit(service, await service.user('Max'));
});

const pathOf = (page: Page): string => new URL(page.url).pathname;
const idOf = (path: string): string => path.slice(EVENT_TYPES.length);
const summary = ({ root }: Page): readonly (readonly string[])[] =>
  root.querySelectorAll('[role=alert] a').map((a) => [a.getAttribute('href') ?? '', a.text]);
const save = async (path: string, fields: Parameters<typeof send>[3], button?: string): Promise<Page> =>
  send(ada, await ada.browser.get(path), idOf(path), fields, button);

/** Every setting that an event type can have, also those that the form does not show. */
const WHOLE: Partial<NewEventType> = {
  description: 'First line\nsecond line',
  lengthInMinutesOptions: [60, 15, 30],
  locations: [
    { type: 'address', address: '1 Main Street\nLisbon', public: true },
    { type: 'link', link: 'https://meet.example.com/ada', public: false },
    { type: 'integration', integration: 'cal-video' },
    { type: 'attendeePhone' },
  ],
  offsetStart: 5,
  minimumBookingNotice: 90,
  beforeEventBuffer: 10,
  slotInterval: 15,
  bookingWindow: { type: 'businessDays', value: 20, rolling: false },
  bookingLimitsCount: { day: 2, year: 100 },
  bookingLimitsDuration: { week: 600 },
  confirmationPolicy: {
    type: 'time',
    noticeThreshold: { unit: 'days', count: 2 },
    blockUnconfirmedBookingsInBooker: true,
  },
  recurrence: { frequency: 'monthly', interval: 2, occurrences: 6 },
  bookingFields: [{ type: 'text', slug: 'topic', label: 'Topic', required: true }],
  disableRescheduling: { disabled: false, minutesBefore: 30 },
  customName: '{Organiser} and {Scheduler}',
  metadata: { crm: 'a' },
  successRedirectUrl: 'https://example.com/thanks',
  color: { lightThemeHex: '#112233', darkThemeHex: '#ddeeff' },
};

describe('a new event type', () => {
  test('gets its slug from the title, is in the list with its link, and in the API', async () => {
    const empty = await max.browser.get(EVENT_TYPES);
    expect(mainText(empty)).toContain('You have no event type yet');
    const made = await send(max, await max.browser.get(`${EVENT_TYPES}/new`), EVENT_TYPES, {
      title: 'Ça va, 15 minutes?',
      length: '15',
      location_kind: ['app:jitsi'],
      confirmation: 'always',
      verification: 'yes',
    });
    expect([made.status, notice(made)]).toEqual([
      200,
      expect.stringMatching(/^\u2068.+\u2069 is created\. Its link is below\.$/),
    ]);
    expect(await stored(max, pathOf(made))).toMatchObject({
      title: 'Ça va, 15 minutes?',
      slug: 'ca-va-15-minutes',
      lengthInMinutes: 15,
      locations: [{ type: 'integration', integration: 'jitsi' }],
      minimumBookingNotice: 120,
      disableGuests: false,
      requiresBookerEmailVerification: true,
      confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: false },
    });
    const list = await max.browser.get(EVENT_TYPES);
    const row = list.root.querySelector('.event-types li');
    expect(row?.text).toContain('15 minutes · Jitsi');
    expect(row?.text).toContain('Confirmed by you');
    const link = row?.querySelector('[data-copy] code')?.text ?? '';
    expect(link).toMatch(new RegExp(`^http.*/${max.user.account.username}/ca-va-15-minutes$`));
    const shared = await createBrowser(service.url).get(new URL(link).pathname);
    expect([shared.status, mainText(shared)]).toEqual([200, expect.stringContaining('Ça va, 15 minutes?')]);
    expect((await max.browser.get('/')).root.querySelector(`a[href="${EVENT_TYPES}"]`)).not.toBeNull();
  });

  test('is returned with what was typed when it is invalid, each fault linked to its field', async () => {
    const typed = {
      title: 'Long talk',
      slug: 'Not A Slug',
      length: 'an hour',
      lengths: '15, 15',
      location_kind: ['link', 'address'],
      location_value: ['http://insecure.example', ' '],
      location_visible: ['always', 'booked'],
      window: 'range',
      window_first: '2030-05-02',
      window_last: '2030-05-01',
      count_day: '9',
      count_week: '3',
      confirmation: 'time',
      repeats: 'weekly',
      repeats_every: '0',
      redirect: 'javascript:alert(1)',
    };
    const refused = await send(ada, await ada.browser.get(`${EVENT_TYPES}/new`), EVENT_TYPES, typed);
    expect(refused.status).toBe(422);
    expect(summary(refused).map(([to]) => to)).toEqual(
      expect.arrayContaining([
        ...['#slug', '#length', '#lengths', '#location_value-0', '#location_value-1', '#window_last'],
        ...['#count_day', '#confirmation_count', '#repeats_every', '#repeats_times', '#redirect'],
      ]),
    );
    for (const [to = ''] of summary(refused)) expect(refused.root.querySelector(to)).not.toBeNull();
    expect(faultsOn(refused)).toContain('The length must be a whole number from 1 to 1440.');
    expect(valueOf(refused, 'length')).toBe('an hour');
    expect(valueOf(refused, 'redirect')).toBe('javascript:alert(1)');
    expect(refused.root.querySelector('#location_value-0')?.text).toBe('http://insecure.example');
    expect(refused.root.querySelector('#window option[selected]')?.getAttribute('value')).toBe('range');
    const more = await send(ada, refused, EVENT_TYPES, {}, 'more');
    expect([more.status, more.root.querySelectorAll('[name=location_kind]').length]).toEqual([200, 3]);
    expect(valueOf(more, 'length')).toBe('an hour');
  });

  test('is refused where the user has one with its slug', async () => {
    const slug = (await stored(ada, await eventType(ada))).slug;
    const form = await ada.browser.get(`${EVENT_TYPES}/new`);
    const refused = await send(ada, form, EVENT_TYPES, { title: 'Another', slug });
    expect([refused.status, summary(refused)]).toEqual([
      409,
      [['#slug', 'You have an event type with this slug already. Choose another slug.']],
    ]);
  });
});

describe('an event type', () => {
  test('keeps every setting when its form is sent as it is, and all others when one is edited', async () => {
    const path = await eventType(ada, WHOLE);
    const before = await stored(ada, path);
    expect(notice(await save(path, {}))).toContain('is saved.');
    expect(await stored(ada, path)).toEqual(before);
    await save(path, { title: 'New title', notice: '1', notice_unit: 'days' });
    expect(await stored(ada, path)).toEqual({ ...before, title: 'New title', minimumBookingNotice: 1_440 });
    await save(path, { length: '45', location_kind: ['address', '', 'app:cal-video', 'attendeePhone'] });
    expect(await stored(ada, path)).toMatchObject({
      lengthInMinutes: 45,
      lengthInMinutesOptions: [15, 45, 60],
      locations: [
        { type: 'address', address: '1 Main Street\nLisbon', public: true },
        { type: 'integration', integration: 'cal-video' },
        { type: 'attendeePhone' },
      ],
    });
  });

  test('is saved by Enter, which presses the first button of a form', async () => {
    const path = await eventType(ada);
    const first = formOf(await ada.browser.get(path), idOf(path)).root.querySelector('button');
    expect([first?.getAttribute('type'), first?.getAttribute('name')]).toEqual(['submit', undefined]);
  });

  test('loses a setting whose fields are emptied', async () => {
    const path = await eventType(ada, WHOLE);
    const emptied = {
      ...{ lengths: '', interval: '', notice: '', window: '', confirmation: '', repeats: '', redirect: '' },
      ...{ count_day: '', count_year: '', guests: [], location_kind: ['', '', '', ''] },
    };
    expect((await save(path, emptied)).status).toBe(200);
    const after = await stored(ada, path);
    const gone = [
      'lengthInMinutesOptions',
      'slotInterval',
      'bookingWindow',
      'confirmationPolicy',
      'recurrence',
    ];
    for (const name of [...gone, 'bookingLimitsCount']) expect(after).not.toHaveProperty(name);
    expect(after).toMatchObject({ minimumBookingNotice: 0, locations: [], disableGuests: true });
    expect(after.appearance).toEqual({ color: { lightThemeHex: '#112233', darkThemeHex: '#ddeeff' } });
  });

  test('says which settings exclude each other, also one that the form does not have', async () => {
    const path = await eventType(ada, {
      confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true },
    });
    const seats = await save(path, { seats: '5' });
    expect(summary(seats)).toEqual([
      ['#seats', expect.stringMatching(/^The number of seats cannot be offered where the host confirms/)],
    ]);
    const limited = await eventType(ada, {
      bookerActiveBookingsLimit: { maximumActiveBookings: 1, offerReschedule: false },
    });
    const repeats = { repeats: 'weekly', repeats_every: '1', repeats_times: '4' };
    expect(summary(await save(limited, repeats))[0]?.[0]).toBe('#repeats');
  });

  test('that was changed meanwhile is not overwritten, and what was typed is kept', async () => {
    const path = await eventType(ada);
    const old = await ada.browser.get(path);
    await save(path, { description: 'From another window' });
    const stale = await send(ada, old, idOf(path), { title: 'Typed here' });
    expect([stale.status, notice(stale)]).toEqual([409, expect.stringContaining('changed in the meantime')]);
    expect(valueOf(stale, 'title')).toBe('Typed here');
    expect((await stored(ada, path)).title).toBe('Intro call');
    expect((await send(ada, stale, idOf(path), {})).status).toBe(200);
    expect((await stored(ada, path)).title).toBe('Typed here');
  });

  test('of somebody else is not found, on any of its pages', async () => {
    const path = await eventType(ada);
    const form = formOf(await max.browser.get(`${EVENT_TYPES}/new`), EVENT_TYPES);
    for (const end of ['', '/copies', '/remove']) {
      const foreign = await max.browser.submit(sentTo(form, `${path}${end}`), { title: 'Mine' });
      expect([end, foreign.status]).toEqual([end, 404]);
    }
    expect((await max.browser.get(path)).status).toBe(404);
    expect((await stored(ada, path)).title).toBe('Intro call');
  });

  test('is duplicated as a hidden copy with a slug of its own', async () => {
    const path = await eventType(ada, WHOLE);
    const before = await stored(ada, path);
    const slugs = [];
    for (let copies = 0; copies < 2; copies += 1) {
      const copy = await send(ada, await ada.browser.get(path), `${idOf(path)}/copies`);
      expect(notice(copy)).toContain('This is the copy.');
      const after = await stored(ada, pathOf(copy));
      expect(after).toEqual({ ...before, title: 'Intro call (copy)', slug: after.slug, hidden: true });
      slugs.push(after.slug);
    }
    expect(slugs).toEqual([`${before.slug}-copy`, `${before.slug}-copy-2`]);
  });

  test('is deleted after a question with its bookings and links in numbers', async () => {
    const path = await eventType(ada);
    const link = { expiresAt: null, maxUses: 1, id: 'deleted-with-its-event-type', most: 9 };
    const group = { accountId: ada.user.account.id, eventTypeId: Number(idOf(path).slice(1)) };
    await service.stores.scheduling.privateLinks.create(group, link, { actor: 'test' });
    const form = formOf(await ada.browser.get(path), `${idOf(path)}/remove`);
    const question = await ada.browser.ask(form, {});
    expect(mainText(question)).toContain('It has no upcoming booking.');
    expect(mainText(question)).toContain('1 private link will be deleted with it.');
    expect((await ada.browser.get(path)).status).toBe(200);
    const removed = await ada.browser.submit(form, {});
    expect([pathOf(removed), notice(removed)]).toEqual([
      EVENT_TYPES,
      expect.stringContaining('is deleted. Its bookings stay.'),
    ]);
    expect((await ada.browser.get(path)).status).toBe(404);
  });
});

test('a list of more than 25 has pages and a search, which takes signs literally', async () => {
  const visitor = await visit(service);
  for (let at = 0; at < 27; at += 1)
    await eventType(visitor, { title: `Lesson ${at}_${'x'.repeat(at % 3)}` });
  const titles = ({ root }: Page): readonly string[] =>
    root.querySelectorAll('.event-types > li > a').map(({ text }) => text);
  const first = await visitor.browser.get(EVENT_TYPES);
  const next = first.root.querySelectorAll('nav.actions a').at(-1)?.getAttribute('href') ?? '';
  expect(titles(first)).toHaveLength(25);
  expect(titles(await visitor.browser.get(next))).toEqual(['Lesson 25_x', 'Lesson 26_xx']);
  expect(titles(await visitor.browser.get(`${EVENT_TYPES}?q=LESSON+7_`))).toEqual(['Lesson 7_x']);
  expect(titles(await visitor.browser.get(`${EVENT_TYPES}?q=7%25x`))).toEqual([]);
  const none = await visitor.browser.get(`${EVENT_TYPES}?q=%00`);
  expect([none.status, mainText(none)]).toEqual([200, expect.stringContaining('No event type matches')]);
});
