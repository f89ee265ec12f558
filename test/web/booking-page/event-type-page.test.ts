/* From the page of a user to a booking, by links and forms, without an account or a script. */
import { randomUUID } from 'node:crypto';
import { ahead } from '../../scheduling/bookings/booking-fixture.js';
import { createBrowser } from '../../support/browser.js';
import { statementsOfPage } from '../../support/costs.js';
import {
  daysOn,
  faultsOn,
  type Fixture,
  formOf,
  heading,
  linkTo,
  noticeOn,
  openFixture,
  timesOn,
  toForm,
  visitOf,
} from './booking-fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

let day = 8;
const another = (time?: string): string => ahead((day += 1), time);
const person = () => ({ name: 'Grace Hopper', email: `grace-${randomUUID()}@example.net` });
const bookings = async (): Promise<number> => {
  const [row] = await fixture.service.backend.db('booking').count<{ count: string }[]>('* as count');
  return Number(row?.count);
};

test('a person books, moves and cancels without an account', async () => {
  const visit = await visitOf(fixture, {
    title: 'First talk',
    description: 'We get to <b>know</b> each other.',
  });
  const { browser } = visit;
  const owner = await browser.get(`/${fixture.username}`);
  expect([owner.status, heading(owner)]).toEqual([200, 'Ada Lovelace']);
  const month = await browser.get(linkTo(owner, 'First talk'));
  expect(heading(month)).toBe('First talk');
  expect(month.html).toContain('We get to &lt;b>know&lt;/b> each other.');
  expect(daysOn(month)[0]).toMatch(/^\w+day, \d+ \w+ \d{4}, \d+ times?$/);
  const form = await toForm(visit);
  const booked = await browser.submit(form, person());
  expect([booked.status, noticeOn(booked)]).toEqual([200, 'Booked']);
  expect(booked.url).toMatch(/\/bookings\/[\w.-]+\?booked=1$/);
  const times = await browser.get(linkTo(booked, 'Move to another time'));
  const start = times.root.querySelector('input[name=start]')?.getAttribute('value') ?? '';
  const moved = await browser.submit(times, { start });
  expect(noticeOn(moved)).toBe('Your booking has a new time');
  const cancelled = await browser.submit(await browser.get(linkTo(moved, 'Cancel the booking')), {});
  expect(noticeOn(cancelled)).toBe('This booking was cancelled');
});

describe('the calendar', () => {
  test('leads to other months and days, and keeps the time zone in the address', async () => {
    const { browser, path } = await visitOf(fixture);
    const month = await browser.get(`${path}?timeZone=Asia/Tokyo`);
    const next = month.root.querySelectorAll('.months a').at(-1)?.text ?? '';
    const later = await browser.get(linkTo(month, next));
    expect(later.root.querySelector('caption')?.text).toBe(next);
    const [first = ''] = daysOn(later);
    const ofDay = await browser.get(linkTo(later, first));
    expect(ofDay.url).toContain('timeZone=Asia%2FTokyo');
    const date = first.replace(/, \d+ times?$/, '');
    expect(ofDay.root.querySelector('h2#times-title')?.text).toBe(`Choose a time on ${date}`);
    expect(timesOn(ofDay)).toContain('09:00');
    expect(ofDay.root.querySelector('title')?.text).toMatch(new RegExp(`^${date} · `));
  });

  test('says of days without times that they have none, and of a month', async () => {
    const value = [ahead(2).slice(0, 10), ahead(2).slice(0, 10)] as [string, string];
    const { browser, path } = await visitOf(fixture, { bookingWindow: { type: 'range', value } });
    const page = await browser.get(`${path}?timeZone=UTC`);
    expect(daysOn(page)).toHaveLength(1);
    expect(page.root.querySelector('.day-none .unseen')?.text).toMatch(/, no times$/);
    const empty = await browser.get(`${path}?timeZone=UTC&month=${ahead(70).slice(0, 7)}`);
    expect(empty.root.querySelector('.booking-calendar')?.text).toContain('No free times in');
  });

  test('costs four statements, and the page of a user two', async () => {
    const { browser, path } = await visitOf(fixture);
    const costs = async (address: string): Promise<number> =>
      (await statementsOfPage(fixture.service, () => browser.get(address))).length;
    expect(await costs(`${path}?timeZone=UTC`)).toBe(4);
    expect(await costs(`${path}?timeZone=UTC&date=${another().slice(0, 10)}`)).toBe(4);
    expect(await costs(`/${fixture.username}`)).toBe(2);
  });

  test('ignores what makes no sense in the address', async () => {
    const { browser, path } = await visitOf(fixture);
    for (const query of [
      'month=2026-13',
      'month=0001-01',
      'month=9999-12',
      'date=9999-12-31',
      'time=9999-12-31T00:00:00.000Z',
      'date=2027-02-30',
      'time=now',
      'timeZone=Mars',
      'duration=7',
    ]) {
      const { status, html } = await browser.get(`${path}?${query}`);
      expect([query, status, html.includes(' 9999')]).toEqual([query, 200, false]);
    }
  });
});

describe('an unknown name', () => {
  test('is 404 in plain words, as an event type that is not there', async () => {
    const browser = createBrowser(fixture.service.url);
    for (const path of [
      '/nobody-here',
      `/${fixture.username}/nothing`,
      '/nobody-here/nothing',
      '/team/none',
      '/%00',
    ]) {
      const page = await browser.get(path);
      expect([path, page.status]).toEqual([path, path === '/%00' ? 400 : 404]);
    }
    expect((await browser.get('/nobody-here')).html).toContain('nobody with this name');
  });

  test('is compared in lower case', async () => {
    const { browser, path } = await visitOf(fixture);
    expect((await browser.get(path.toUpperCase())).status).toBe(200);
  });

  test('is no name of a disabled account', async () => {
    const { account } = await fixture.service.user('Gone');
    const browser = createBrowser(fixture.service.url);
    expect((await browser.get(`/${account.username}`)).html).toContain('There is nothing to book here');
    await fixture.service.stores.accounts.accounts.setDisabled(account.id, true, { actor: 'test' });
    expect((await browser.get(`/${account.username}`)).status).toBe(404);
  });

  test('never stands before another page or the API', async () => {
    const browser = createBrowser(fixture.service.url);
    const answers = async (method: string, path: string) => (await browser.raw(path, { method })).status;
    expect(await answers('GET', '/sign-in')).toBe(200);
    expect(await answers('GET', '/settings')).not.toBe(200);
    expect(await answers('POST', '/v2/slots')).toBe(405);
    expect(await answers('GET', '/v2/nothing')).toBe(404);
    expect(await answers('GET', '/.well-known/nothing')).toBe(404);
    expect(await answers('PUT', '/sign-in')).toBe(405);
    expect(await answers('GET', '/assets/none.css')).toBe(404);
  });
});

describe('a hidden event type', () => {
  test('is not listed, and can be booked at its address', async () => {
    const visit = await visitOf(fixture, { title: 'Hidden talk', hidden: true });
    const owner = await visit.browser.get(`/${fixture.username}`);
    expect(owner.html).not.toContain('Hidden talk');
    const page = await visit.browser.get(visit.path);
    expect(page.root.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(noticeOn(await visit.browser.submit(await toForm(visit), person()))).toBe('Booked');
  });
});

describe('the form', () => {
  test('keeps what was typed and names each fault', async () => {
    const visit = await visitOf(fixture);
    const form = await formOf(visit, another());
    const faulty = await visit.browser.submit(form, {
      name: '',
      email: 'nonsense',
      'answer.notes': 'My words',
    });
    expect([faulty.status, faultsOn(faulty)]).toEqual([422, ['name', 'email']]);
    expect(faulty.root.querySelector('[role=alert]')?.text).toContain('Not booked yet');
    expect(faulty.root.querySelector('textarea')?.text).toBe('My words');
    expect(noticeOn(await visit.browser.submit(faulty, person()))).toBe('Booked');
  });

  test('sent twice books once, and with other answers says so', async () => {
    const visit = await visitOf(fixture);
    const [form, typed] = [await formOf(visit, another()), person()];
    const before = await bookings();
    const [first, second] = await Promise.all([
      visit.browser.submit(form, typed),
      visit.browser.submit(form, typed),
    ]);
    expect([first.url, noticeOn(first)]).toEqual([second.url, 'Booked']);
    const other = await visit.browser.submit(form, person());
    expect([other.status, noticeOn(other)]).toEqual([409, 'You have booked with this form already']);
    expect(await bookings()).toBe(before + 1);
  });

  test('offers the next free times when the time was taken meanwhile', async () => {
    const visit = await visitOf(fixture);
    const start = another();
    const form = await formOf(visit, start);
    await fixture.booked(visit.eventType, { start });
    const taken = await visit.browser.submit(form, { ...person(), name: 'Grace Kept' });
    expect([taken.status, noticeOn(taken)]).toEqual([
      409,
      'This time is no longer free. Choose another one.',
    ]);
    const times = taken.root
      .querySelectorAll('input[name=time]')
      .map((one) => one.getAttribute('value') ?? '');
    expect([times.length, times.includes(start)]).toEqual([6, false]);
    expect(taken.root.querySelector('[name=name]')?.getAttribute('value')).toBe('Grace Kept');
    expect(noticeOn(await visit.browser.submit(taken, { time: times[0] ?? '' }))).toBe('Booked');
    const late = await formOf(visit, start);
    expect([noticeOn(late), heading(late)]).toEqual([
      'This time is no longer free. Choose another one.',
      visit.eventType.title,
    ]);
  });

  test('waits for the host where the event type says so', async () => {
    const confirmationPolicy = { type: 'always', blockUnconfirmedBookingsInBooker: false } as const;
    const visit = await visitOf(fixture, { confirmationPolicy });
    const page = await visit.browser.submit(await formOf(visit, another()), person());
    expect(noticeOn(page)).toBe('Waiting for confirmation');
  });

  test('is for who is signed in, where the event type says so', async () => {
    const visit = await visitOf(fixture, { bookingRequiresAuthentication: true });
    const user = await fixture.service.user('Lina Signed');
    const signIn = await formOf(visit, another());
    expect(heading(signIn)).toMatch(/^Sign in/);
    const form = await visit.browser.signIn(user, signIn);
    expect(form.root.querySelector('[name=email]')?.getAttribute('value')).toBe(user.email);
    expect(noticeOn(await visit.browser.submit(form, {}))).toBe('Booked');
  });
});
