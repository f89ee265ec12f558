import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { isExpired, limitsOf } from '../../../src/scheduling/private-links/rules.js';
import { useService } from '../../support/service.js';
import { type Caller, callerFor, faulty } from '../caller.js';

const SCOPES: readonly ScopeName[] = ['EVENT_TYPE_READ', 'EVENT_TYPE_WRITE'];
const MINUTES = 60_000;

interface LinkView {
  readonly linkId: string;
  readonly eventTypeId: number;
  readonly isExpired: boolean;
  readonly bookingUrl: string;
  readonly expiresAt?: string;
  readonly maxUsageCount?: number;
  readonly usageCount?: number;
}

/** Advances the clock of the service, to let a link expire. */
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

const createLink = async (body: object = {}): Promise<LinkView> => {
  const { status, data, error } = await ada.call<LinkView>('POST', path, body);
  expect([status, error]).toEqual([201, undefined]);
  return data;
};
const list = async () => (await ada.call<readonly LinkView[]>('GET', path)).data;
const findLink = async (linkId: string) => (await list()).find((link) => link.linkId === linkId);
const inTenMinutes = () => new Date(Date.now() + 10 * MINUTES).toISOString();

describe('a private link', () => {
  test.each([
    [{}, { expiresAt: null, maxUses: 1 }],
    [{ maxUsageCount: 7 }, { expiresAt: null, maxUses: 7 }],
    [{ expiresAt: 5 }, { expiresAt: 5, maxUses: null }],
    [
      { expiresAt: 5, maxUsageCount: 7 },
      { expiresAt: 5, maxUses: 7 },
    ],
  ])('created with %j has the limits %j', (sent, limits) => expect(limitsOf(sent)).toEqual(limits));

  test.each([
    [{ expiresAt: null, maxUses: 1, uses: 0 }, false],
    [{ expiresAt: null, maxUses: 1, uses: 1 }, true],
    [{ expiresAt: 101, maxUses: null, uses: 9 }, false],
    [{ expiresAt: 100, maxUses: null, uses: 0 }, true],
    [{ expiresAt: 101, maxUses: 2, uses: 2 }, true],
  ])('%j is expired at 100: %s', (link, over) => expect(isExpired(link, 100)).toBe(over));
});

test('a private link without a limit can be used once, and its URL contains its id and the slug', async () => {
  const link = await createLink();
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
  expect(await findLink(link.linkId)).toEqual(link);
  expect((await createLink()).linkId).not.toBe(link.linkId);
});

test('a private link with an expiry expires at that time', async () => {
  const expiresAt = inTenMinutes();
  const { linkId, ...rest } = await createLink({ expiresAt });
  expect(rest).toEqual({ eventTypeId, isExpired: false, bookingUrl: expect.any(String), expiresAt });
  later = 11 * MINUTES;
  expect(await findLink(linkId)).toMatchObject({ isExpired: true });
});

test('a change leaves the limit that it does not name, and null removes one', async () => {
  const { linkId } = await createLink({ maxUsageCount: 3 });
  const change = (body: object) => ada.call<LinkView>('PATCH', `${path}/${linkId}`, body);
  const expiresAt = inTenMinutes();
  const timed = await change({ expiresAt });
  expect([timed.status, timed.data.expiresAt, timed.data.maxUsageCount]).toEqual([200, expiresAt, 3]);
  expect((await change({})).data).toEqual(timed.data);
  const counted = await change({ maxUsageCount: 5, expiresAt: null });
  expect(counted.data).toMatchObject({ maxUsageCount: 5, usageCount: 0 });
  expect(counted.data).not.toHaveProperty('expiresAt');
  const unlimited = await change({ maxUsageCount: null });
  expect([unlimited.status, faulty(unlimited)]).toEqual([400, ['expiresAt']]);
  expect(await findLink(linkId)).toEqual(counted.data);
  expect((await change({ expiresAt, maxUsageCount: 2 })).data).toMatchObject({ expiresAt, maxUsageCount: 2 });
});

test('a deleted private link is not found', async () => {
  const { linkId } = await createLink();
  const removed = await ada.call<{ linkId: string }>('DELETE', `${path}/${linkId}`);
  expect([removed.status, removed.data]).toEqual([200, { linkId, message: expect.any(String) }]);
  expect(await findLink(linkId)).toBeUndefined();
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
])('a private link with an invalid %s in %j is refused', async (property, body) => {
  const { linkId } = await createLink();
  for (const refused of [
    await ada.call('POST', path, body),
    await ada.call('PATCH', `${path}/${linkId}`, body),
  ])
    expect([refused.status, faulty(refused)]).toEqual([400, [property]]);
});

test('private links of an event type of another user are not found', async () => {
  const { linkId } = await createLink();
  const replies = [
    await grace.call('GET', path),
    await grace.call('POST', path, {}),
    await grace.call('PATCH', `${path}/${linkId}`, { maxUsageCount: 9 }),
    await grace.call('DELETE', `${path}/${linkId}`),
    await ada.call('GET', '/v2/event-types/999999999/private-links'),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(await findLink(linkId)).toMatchObject({ maxUsageCount: 1 });
});

test('creating a private link requires EVENT_TYPE_WRITE', async () => {
  const reader = await callerFor(service, ['EVENT_TYPE_READ']);
  expect((await reader.call('POST', path, {})).status).toBe(403);
});
