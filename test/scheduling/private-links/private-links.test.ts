import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { isExpired, limitsOf } from '../../../src/scheduling/private-links/rules.js';
import { useService } from '../../support/service.js';
import { type Caller, callerFor, faulty } from '../caller.js';

const SCOPES: readonly ScopeName[] = ['EVENT_TYPE_READ', 'EVENT_TYPE_WRITE'];
const MINUTES = 60_000;

interface BookingView {
  readonly linkId: string;
  readonly eventTypeId: number;
  readonly isExpired: boolean;
  readonly bookingUrl: string;
  readonly expiresAt?: string;
  readonly maxUsageCount?: number;
  readonly usageCount?: number;
}

/** Moved on by a test that lets a link grow old, but not the token it calls with. */
let later = 0;
const service = useService({ clock: () => Date.now() + later });
let ada: Caller;
let grace: Caller;
let eventTypeId: number;
let path: string;
beforeAll(async () => {
  [ada, grace] = [await callerFor(service, SCOPES), await callerFor(service, SCOPES)];
  const body = { title: 'Intro call', slug: 'intro', lengthInMinutes: 30, hidden: true };
  eventTypeId = (await ada.call<{ id: number }>('POST', '/v2/event-types', body)).data.id;
  path = `/v2/event-types/${eventTypeId}/private-links`;
});
afterEach(() => {
  later = 0;
});

const made = async (body: object = {}): Promise<BookingView> => {
  const { status, data, error } = await ada.call<BookingView>('POST', path, body);
  expect([status, error]).toEqual([201, undefined]);
  return data;
};
const list = async () => (await ada.call<readonly BookingView[]>('GET', path)).data;
const there = async (linkId: string) => (await list()).find((link) => link.linkId === linkId);
const inTenMinutes = () => new Date(Date.now() + 10 * MINUTES).toISOString();

describe('the life of a link', () => {
  test.each([
    [{}, { expiresAt: null, maxUses: 1 }],
    [{ maxUsageCount: 7 }, { expiresAt: null, maxUses: 7 }],
    [{ expiresAt: 5 }, { expiresAt: 5, maxUses: null }],
    [
      { expiresAt: 5, maxUsageCount: 7 },
      { expiresAt: 5, maxUses: 7 },
    ],
  ])('%j is limited to %j', (sent, limits) => expect(limitsOf(sent)).toEqual(limits));

  test.each([
    [{ expiresAt: null, maxUses: 1, uses: 0 }, false],
    [{ expiresAt: null, maxUses: 1, uses: 1 }, true],
    [{ expiresAt: 101, maxUses: null, uses: 9 }, false],
    [{ expiresAt: 100, maxUses: null, uses: 0 }, true],
    [{ expiresAt: 101, maxUses: 2, uses: 2 }, true],
  ])('%j at 100 is over: %s', (link, over) => expect(isExpired(link, 100)).toBe(over));
});

test('a link without a limit is good once, and its address names it and the event type', async () => {
  const link = await made();
  expect(link).toEqual({
    linkId: expect.stringMatching(/^[\w-]{43}$/),
    eventTypeId,
    isExpired: false,
    bookingUrl: expect.stringMatching(/^http/),
    maxUsageCount: 1,
    usageCount: 0,
  });
  const { username } = (await service.stores.accounts.accounts.findById(ada.id)) ?? {};
  expect(link.bookingUrl).toBe(`${service.url}/d/${link.linkId}/intro`);
  expect(link.bookingUrl).not.toContain(username);
  expect(await there(link.linkId)).toEqual(link);
  expect((await made()).linkId).not.toBe(link.linkId);
});

test('a link with a last moment is over when it comes', async () => {
  const expiresAt = inTenMinutes();
  const { linkId, ...rest } = await made({ expiresAt });
  expect(rest).toEqual({ eventTypeId, isExpired: false, bookingUrl: expect.any(String), expiresAt });
  later = 11 * MINUTES;
  expect(await there(linkId)).toMatchObject({ isExpired: true });
});

test('a change leaves the limit that it does not name, and null takes one away', async () => {
  const { linkId } = await made({ maxUsageCount: 3 });
  const change = (body: object) => ada.call<BookingView>('PATCH', `${path}/${linkId}`, body);
  const expiresAt = inTenMinutes();
  const timed = await change({ expiresAt });
  expect([timed.status, timed.data.expiresAt, timed.data.maxUsageCount]).toEqual([200, expiresAt, 3]);
  expect((await change({})).data).toEqual(timed.data);
  const counted = await change({ maxUsageCount: 5, expiresAt: null });
  expect(counted.data).toMatchObject({ maxUsageCount: 5, usageCount: 0 });
  expect(counted.data).not.toHaveProperty('expiresAt');
  const unlimited = await change({ maxUsageCount: null });
  expect([unlimited.status, faulty(unlimited)]).toEqual([400, ['expiresAt']]);
  expect(await there(linkId)).toEqual(counted.data);
  expect((await change({ expiresAt, maxUsageCount: 2 })).data).toMatchObject({ expiresAt, maxUsageCount: 2 });
});

test('a removed link is gone', async () => {
  const { linkId } = await made();
  const removed = await ada.call<{ linkId: string }>('DELETE', `${path}/${linkId}`);
  expect([removed.status, removed.data]).toEqual([200, { linkId, message: expect.any(String) }]);
  expect(await there(linkId)).toBeUndefined();
  expect((await ada.call('DELETE', `${path}/${linkId}`)).status).toBe(404);
  expect((await ada.call('PATCH', `${path}/${linkId}`, {})).status).toBe(404);
});

test.each<[string, object]>([
  ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
  ['expiresAt', { expiresAt: 'tomorrow' }],
  ['expiresAt', { expiresAt: '2032-02-30' }],
  ['maxUsageCount', { maxUsageCount: 0 }],
  ['maxUsageCount', { maxUsageCount: 1.5 }],
  ['maxUsageCount', { maxUsageCount: '2' }],
])('refuses %s in %j', async (property, body) => {
  const { linkId } = await made();
  for (const refused of [
    await ada.call('POST', path, body),
    await ada.call('PATCH', `${path}/${linkId}`, body),
  ])
    expect([refused.status, faulty(refused)]).toEqual([400, [property]]);
});

test('links of another’s event type are not found', async () => {
  const { linkId } = await made();
  const replies = [
    await grace.call('GET', path),
    await grace.call('POST', path, {}),
    await grace.call('PATCH', `${path}/${linkId}`, { maxUsageCount: 9 }),
    await grace.call('DELETE', `${path}/${linkId}`),
    await ada.call('GET', '/v2/event-types/999999999/private-links'),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(await there(linkId)).toMatchObject({ maxUsageCount: 1 });
});

test('needs the scopes of event types', async () => {
  const reader = await callerFor(service, ['EVENT_TYPE_READ']);
  expect((await reader.call('POST', path, {})).status).toBe(403);
});
