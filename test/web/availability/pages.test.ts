/* `/settings/availability` with real forms: schedules, dates that differ, and out-of-office times. */
import { parse } from 'node-html-parser';
import type { Schedule } from '../../../src/scheduling/schedules/schedule.js';
import { newTerms } from '../../../src/scheduling/event-types/rules.js';
import { formOf } from '../../clients/forms.js';
import { addMember } from '../../scheduling/team-fixture.js';
import { type Browser, createBrowser, type FieldValue, type Page } from '../../support/browser.js';
import { type TestUser, useService } from '../../support/service.js';

const PATH = '/settings/availability';
const SCHEDULES = `${PATH}/schedules`;
const AWAY = `${PATH}/out-of-office`;
const ACTOR = { actor: 'test' };
/** A Wednesday. */
const NOW = Date.UTC(2030, 0, 2, 12);

type Fields = Readonly<Record<string, FieldValue>>;
type Hours = readonly (readonly [from: string, to: string])[];

const service = useService({ clock: () => NOW });
let user: TestUser;
let browser: Browser;
beforeEach(async () => {
  user = await service.user('Ada Lovelace');
  browser = createBrowser(service.url);
  await browser.signIn(user);
});

const own = (): Promise<readonly Schedule[]> =>
  service.stores.scheduling.schedules.list(user.account.id, { take: 9, skip: 0 });
const first = async (): Promise<Schedule> => {
  const [schedule] = await own();
  if (schedule === undefined) throw new Error('there is no schedule');
  return schedule;
};
const pathOf = ({ id }: Schedule): string => `${SCHEDULES}/${id}`;
const form = async (path: string, action = path): Promise<Page> => formOf(await browser.get(path), action);
const post = async (path: string, action: string, fields: Fields, button?: string): Promise<Page> =>
  browser.submit(await form(path, action), fields, button);
const textOf = ({ root }: Page): string => root.querySelector('main')?.text ?? '';
const faultOf = ({ root }: Page, id: string): string | undefined =>
  root.querySelector(`#${id}-fault`)?.text.trim();
const valuesOf = ({ root }: Page, name: string): readonly string[] =>
  root.querySelectorAll(`[name="${name}"]`).map((field) => field.getAttribute('value') ?? '');
/** A form to an address, with nothing in it. */
async function bareForm(visitor: Browser, action: string): Promise<Page> {
  const page = await visitor.get(`${AWAY}/new`);
  const csrf = page.root.querySelector('input[name=csrf]')?.outerHTML ?? '';
  return { ...page, root: parse(`<form method="post" action="${action}">${csrf}</form>`) };
}
const day = (name: string, hours: Hours): Fields => ({
  [`from_${name}`]: hours.map(([from]) => from),
  [`to_${name}`]: hours.map(([, to]) => to),
});

describe('a schedule', () => {
  test('of a new user is listed in words, and is in the navigation', async () => {
    const page = await browser.get(PATH);
    expect(textOf(page)).toContain('Working hours');
    expect(textOf(page)).toContain('Mon–Fri 09:00–17:00');
    expect(page.root.querySelector('.navigation [aria-current=page]')?.text).toContain('Availability');
  });

  test('is added with several ranges, a night and a day off, and is in the API as two ranges', async () => {
    const hours = {
      ...day('Monday', [
        ['09:00', '12:00'],
        ['13:00', '17:00'],
      ]),
      ...day('Friday', [['22:00', '00:00']]),
      ...day('Saturday', [['00:00', '02:00']]),
      off: ['Tuesday'],
    };
    const named = { name: 'Évenings', timeZone: 'Europe/Lisbon' };
    const added = await post(`${SCHEDULES}/new`, SCHEDULES, { ...named, ...hours });
    expect(textOf(added)).toContain('was added.');
    expect(textOf(added)).toContain('Mon 09:00–12:00, 13:00–17:00');
    expect(textOf(added)).toContain('Fri 22:00–24:00');
    expect((await own())[1]).toMatchObject({
      ...named,
      isDefault: false,
      availability: [
        { days: ['Monday'], startTime: '09:00', endTime: '12:00' },
        { days: ['Monday'], startTime: '13:00', endTime: '17:00' },
        { days: ['Wednesday', 'Thursday'], startTime: '09:00', endTime: '17:00' },
        { days: ['Friday'], startTime: '22:00', endTime: '24:00' },
        { days: ['Saturday'], startTime: '00:00', endTime: '02:00' },
      ],
    });
  });

  test('that is saved as it is does not change, whatever a client stored', async () => {
    const { id } = await first();
    const stored = [
      { days: ['Monday', 'Sunday'], startTime: '00:00', endTime: '23:59' },
      { days: ['Tuesday'], startTime: '08:00', endTime: '24:00' },
    ] as const;
    const change = () => ({ timeZone: 'US/Eastern', availability: stored });
    await service.stores.scheduling.schedules.change(user.account.id, id, change, ACTOR);
    const before = await first();
    const saved = await post(pathOf(before), pathOf(before), {});
    expect(textOf(saved)).toContain('was saved.');
    expect(await first()).toEqual(before);
  });

  test('comes back with what was typed, and each fault at its field', async () => {
    const before = await first();
    const refused = await post(pathOf(before), pathOf(before), {
      name: ' ',
      ...day('Monday', [
        ['09:00', '12:00'],
        ['11:00', '13:00'],
      ]),
      ...day('Tuesday', [
        ['', ''],
        ['17:00', '09:00'],
      ]),
      ...day('Wednesday', [['10:00', '']]),
    });
    expect(refused.status).toBe(422);
    expect(faultOf(refused, 'name')).toBe('The name must not be empty.');
    expect(faultOf(refused, 'from_Monday-1')).toBe('This range on Monday overlaps an earlier one.');
    expect(faultOf(refused, 'to_Tuesday-0')).toBe('The end on Tuesday must be after the start.');
    expect(faultOf(refused, 'to_Wednesday-0')).toContain('The end on Wednesday must be a time');
    const links = refused.root.querySelectorAll('.error-summary a').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['#name', '#to_Tuesday-0', '#to_Wednesday-0', '#from_Monday-1']);
    for (const link of links) expect(refused.root.querySelector(link ?? '')).not.toBeNull();
    expect(refused.root.querySelector('.error-summary')?.hasAttribute('autofocus')).toBe(true);
    expect(valuesOf(refused, 'from_Monday')).toEqual(['09:00', '11:00', '']);
    expect(valuesOf(refused, 'from_Wednesday')).toEqual(['10:00', '']);
    expect(await first()).toEqual(before);
  });

  test('gets more rows and copied hours before it is saved', async () => {
    const before = await first();
    const path = pathOf(before);
    const typed = { name: 'New name', ...day('Monday', [['07:00', '08:00']]) };
    const more = await post(path, path, { ...typed, from_Tuesday: ['1', '2', '3'] }, 'more');
    expect([valuesOf(more, 'from_Monday'), valuesOf(more, 'from_Tuesday')]).toEqual([
      ['07:00', ''],
      ['1', '2', '3', ''],
    ]);
    const none = await post(path, path, typed, 'copy');
    expect([none.status, faultOf(none, 'copy_to')]).toEqual([422, 'Choose at least one day to copy to.']);
    const copied = await post(path, path, { ...typed, copy_from: 'Monday', copy_to: ['Sunday'] }, 'copy');
    expect(textOf(copied)).toContain('The hours of Monday are copied below.');
    expect(valuesOf(copied, 'name')).toEqual(['New name']);
    expect(await first()).toEqual(before);
    await browser.submit(formOf(copied, path), { off: ['Tuesday', 'Wednesday', 'Thursday', 'Friday'] });
    expect(await first()).toMatchObject({
      name: 'New name',
      availability: [{ days: ['Monday', 'Sunday'], startTime: '07:00', endTime: '08:00' }],
    });
  });

  test('with more ranges than the form has rows keeps its hours', async () => {
    const { id } = await first();
    const availability = Array.from({ length: 12 }, (_, hour) => ({
      days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const,
      startTime: `${String(hour).padStart(2, '0')}:00`,
      endTime: `${String(hour).padStart(2, '0')}:30`,
    }));
    await service.stores.scheduling.schedules.change(user.account.id, id, () => ({ availability }), ACTOR);
    const path = pathOf(await first());
    expect(textOf(await browser.get(path))).toContain('Change its hours through the API');
    await post(path, path, { name: 'Many' });
    expect(await first()).toMatchObject({ name: 'Many', availability });
  });

  test('becomes the default, and is deleted with a page that says what uses it', async () => {
    const before = await first();
    expect(textOf(await browser.get(pathOf(before)))).toContain('only schedule');
    await post(`${SCHEDULES}/new`, SCHEDULES, { name: 'Second' });
    const second = (await own())[1] ?? before;
    const path = pathOf(second);
    await post(path, `${path}/default`, {});
    expect((await own()).map(({ isDefault }) => isDefault)).toEqual([false, true]);
    const terms = {
      ...newTerms({ title: 'Intro', slug: 'intro', lengthInMinutes: 30 }),
      scheduleId: second.id,
    };
    await service.stores.scheduling.eventTypes.create(user.account.id, { terms, most: 9 }, ACTOR);
    const question = await browser.ask(await form(path, `${path}/removal`), {});
    expect(textOf(question)).toMatch(/1 event type then follows .Working hours.: .Intro./);
    expect(textOf(question)).toMatch(/Working hours. becomes your default schedule/);
    expect(await own()).toHaveLength(2);
    const removed = await post(path, `${path}/removal`, {});
    expect(textOf(removed)).toContain('was deleted.');
    expect(await own()).toEqual([{ ...before, isDefault: true }]);
    const last = await browser.submit(await bareForm(browser, `${pathOf(before)}/removal`), {});
    expect([last.status, (await own()).length]).toEqual([409, 1]);
  });

  test('of somebody else is not found', async () => {
    const path = pathOf(await first());
    const other = createBrowser(service.url);
    await other.signIn(await service.user());
    for (const page of [path, `${path}/dates`]) expect((await other.get(page)).status).toBe(404);
    const actions = [path, `${path}/default`, `${path}/removal`, `${path}/dates`, `${path}/dates/removal`];
    for (const action of actions)
      expect((await other.submit(await bareForm(other, action), { date: '2030-01-03' })).status).toBe(404);
    expect((await first()).name).toBe('Working hours');
  });
});

describe('dates that differ', () => {
  test('are added, changed and removed, and shape the next seven days', async () => {
    const path = pathOf(await first());
    const dates = `${path}/dates`;
    await post(dates, dates, { date: '2030-01-03', from: ['10:00'], to: ['00:00'] });
    await post(dates, dates, { date: '2030-01-04', unavailable: 'yes' });
    const page = await post(dates, dates, { date: '2029-12-31', unavailable: 'yes' });
    expect(textOf(page)).toContain('were saved.');
    expect((await first()).overrides).toEqual([
      { date: '2030-01-03', startTime: '10:00', endTime: '24:00' },
      { date: '2030-01-04', startTime: '00:00', endTime: '00:00' },
      { date: '2029-12-31', startTime: '00:00', endTime: '00:00' },
    ]);
    const ahead = page.root.querySelectorAll('.ahead dd').map(({ text }) => text);
    expect(ahead).toEqual([
      '09:00–17:00',
      '10:00–24:00 (differs from the week)',
      'Not available (differs from the week)',
      'Not available',
      'Not available',
      '09:00–17:00',
      '09:00–17:00',
    ]);
    expect(page.root.querySelector('details.folded li')?.text).toContain('Mon, 31 Dec 2029');
    expect(valuesOf(await browser.get(`${dates}?date=2030-01-03`), 'to')).toEqual(['00:00', '', '']);
    await post(dates, dates, { date: '2030-01-03', unavailable: 'yes' });
    await post(path, `${dates}/removal`, {}, '2030-01-04');
    expect((await first()).overrides.map(({ date }) => date)).toEqual(['2029-12-31', '2030-01-03']);
  });

  test.each([
    [{ date: '2030-02-31', unavailable: 'yes' }, { date: 'The date must be a date of the calendar' }],
    [{ date: '2030-01-03' }, { hours: 'Enter hours, or tick' }],
    [
      { date: '2030-01-03', unavailable: 'yes', from: ['09:00'], to: ['10:00'] },
      { hours: 'Clear the hours' },
    ],
    [{ date: '2030-01-03', from: ['09:00'], to: ['08:00'] }, { 'to-0': 'The end must be after the start' }],
    [
      { date: '2030-01-03', from: ['09:00', '09:30'], to: ['10:00', '10:30'] },
      { 'from-1': 'overlaps an earlier one' },
    ],
  ])('%j is refused at its field', async (fields: Fields, faults) => {
    const dates = `${pathOf(await first())}/dates`;
    const refused = await post(dates, dates, fields);
    expect(refused.status).toBe(422);
    for (const [id, fault] of Object.entries(faults)) expect(faultOf(refused, id)).toContain(fault);
    expect(valuesOf(refused, 'date')).toEqual([fields['date']]);
    expect((await first()).overrides).toEqual([]);
  });

  test('of two tabs at once are both kept', async () => {
    const dates = `${pathOf(await first())}/dates`;
    const page = await form(dates);
    const days = ['2030-02-01', '2030-02-02', '2030-02-03', '2030-02-04'];
    await Promise.all(days.map((date) => browser.submit(page, { date, unavailable: 'yes' })));
    expect((await first()).overrides.map(({ date }) => date).toSorted()).toEqual(days);
  });
});

describe('out of office', () => {
  const absences = () => service.stores.scheduling.absences.list(user.account.id, { take: 9, skip: 0 });
  const moveToNewYork = async (): Promise<void> => {
    await service.stores.scheduling.profiles.changeProfile(
      user.account.id,
      { timeZone: 'America/New_York' },
      ACTOR,
    );
  };

  async function colleague(): Promise<TestUser> {
    const grace = await service.user('Grace Hopper');
    const slug = `team-${user.account.id}`;
    const team = { organizationId: undefined, name: 'Harbour', slugs: [slug], settings: {}, accepted: true };
    const made = await service.stores.teams.teams.create(user.account.id, { ...team, most: 9 }, ACTOR);
    if (typeof made !== 'object') throw new Error('no team was made');
    await addMember(service, made.id, user.account.id, grace.account.id);
    return grace;
  }

  test('is added in days of the user’s time zone, with a colleague who takes over', async () => {
    await moveToNewYork();
    const grace = await colleague();
    const offered = await browser.get(`${AWAY}/new`);
    expect(offered.root.querySelectorAll('datalist option').map((one) => one.getAttribute('value'))).toEqual([
      grace.email,
    ]);
    const fields = { start: '2030-01-03', end: '2030-01-04', reason: 'travel', notes: 'Sea' };
    const saved = await post(`${AWAY}/new`, AWAY, { ...fields, standIn: grace.email.toUpperCase() });
    expect(textOf(saved)).toContain('Your out-of-office time was saved: ');
    expect(textOf(saved)).toContain('Thu, 3 Jan 2030 – Fri, 4 Jan 2030');
    expect(textOf(saved)).toMatch(/Travel · .Grace Hopper. takes over/);
    expect(await absences()).toMatchObject([
      {
        start: Date.UTC(2030, 0, 3, 5),
        end: Date.UTC(2030, 0, 5, 5),
        reason: 'travel',
        notes: 'Sea',
        standInId: grace.account.id,
      },
    ]);
    const ahead = (await browser.get(pathOf(await first()))).root.querySelectorAll('.ahead dd');
    const hours = ahead.map(({ text }) => text).slice(0, 3);
    expect(hours).toEqual(['09:00–17:00', 'Out of office', 'Out of office']);
  });

  test('is changed where it was changed only, and deleted after a question', async () => {
    const { account } = user;
    const times = { start: NOW + 3_600_000, end: Date.UTC(2030, 0, 4) };
    const terms = { ...times, reason: 'sick', notes: null, standInId: null } as const;
    const made = await service.stores.scheduling.absences.create(account.id, terms, ACTOR);
    if (typeof made !== 'object') throw new Error('not created');
    const path = `${AWAY}/${made.id}`;
    expect(textOf(await browser.get(path))).toContain('13:00');
    await post(path, path, { notes: 'Flu' });
    expect(await absences()).toMatchObject([{ ...times, notes: 'Flu' }]);
    await post(path, path, { end: '2030-01-05' });
    expect(await absences()).toMatchObject([{ start: times.start, end: Date.UTC(2030, 0, 6) }]);
    const question = await browser.ask(await form(path, `${path}/removal`), {});
    expect([(await absences()).length, textOf(question)]).toEqual([
      1,
      expect.stringContaining('People can book you in this time again.'),
    ]);
    await post(path, `${path}/removal`, {});
    expect(await absences()).toEqual([]);
  });

  test('that is past is in the list of all', async () => {
    const past = {
      start: NOW - 9e8,
      end: NOW - 8e8,
      reason: 'vacation',
      notes: null,
      standInId: null,
    } as const;
    await service.stores.scheduling.absences.create(user.account.id, past, ACTOR);
    expect(textOf(await browser.get(PATH))).toContain('You are not planning to be away');
    expect(textOf(await browser.get(AWAY))).toContain('Vacation');
  });

  test.each([
    [{ start: '', end: '2030-01-03' }, 'start', 'Choose a day.'],
    [{ start: '2030-01-04T09:00Z', end: '2030-01-05' }, 'start', 'Choose a day.'],
    [{ start: '2030-01-04', end: '2030-01-03' }, 'end', 'The last day must not be before the first day.'],
    [{ start: '2029-01-04', end: '2029-01-05' }, 'end', 'The last day must not be in the past.'],
  ])('%j is refused at %s', async (days, id, fault) => {
    const refused = await post(`${AWAY}/new`, AWAY, { ...days, notes: 'Kept' });
    expect([refused.status, faultOf(refused, id)]).toEqual([422, fault]);
    expect(refused.root.querySelector('textarea')?.text).toContain('Kept');
    expect(await absences()).toEqual([]);
  });

  test('is refused over another one, and with somebody who is no colleague', async () => {
    await colleague();
    const days = { start: '2030-02-01', end: '2030-02-02' };
    await post(`${AWAY}/new`, AWAY, days);
    const twice = await post(`${AWAY}/new`, AWAY, days);
    expect([twice.status, twice.root.querySelector('.notice')?.text]).toEqual([
      409,
      expect.stringContaining('There is an entry in this time already.'),
    ]);
    const outsider = await service.user();
    const later = { start: '2030-03-01', end: '2030-03-02', standIn: outsider.email };
    const refused = await post(`${AWAY}/new`, AWAY, later);
    expect([refused.status, faultOf(refused, 'standIn')]).toEqual([
      422,
      'No colleague in your teams and organizations has this address.',
    ]);
    expect(valuesOf(refused, 'standIn')).toEqual([outsider.email]);
    const other = createBrowser(service.url);
    await other.signIn(outsider);
    const [{ id } = { id: 0 }] = await absences();
    expect((await other.get(`${AWAY}/${id}`)).status).toBe(404);
    for (const action of [`${AWAY}/${id}`, `${AWAY}/${id}/removal`])
      expect((await other.submit(await bareForm(other, action), days)).status).toBe(404);
    expect(await absences()).toHaveLength(1);
  });
});
