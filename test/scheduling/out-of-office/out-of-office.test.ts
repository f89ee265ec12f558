import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { useService } from '../../support/service.js';
import { type Caller, callerFor, faulty } from '../caller.js';

const SCOPES: readonly ScopeName[] = ['SCHEDULE_READ', 'SCHEDULE_WRITE'];
const NOW = Date.UTC(2040, 0, 10, 12);
const WEEK = { start: '2040-02-01T00:00:00.000Z', end: '2040-02-07T23:59:59.999Z' };

interface AbsenceView {
  readonly id: number;
  readonly start: string;
}

const service = useService({ clock: () => now });
let now = NOW;
let ada: Caller;
let grace: Caller;
beforeAll(async () => {
  [ada, grace] = [await callerFor(service, SCOPES), await callerFor(service, SCOPES)];
});
beforeEach(async () => {
  now = NOW;
  for (const caller of [ada, grace])
    for (const { id } of await list(caller)) await caller.call('DELETE', `/v2/me/ooo/${id}`);
});

const list = async (caller = ada) => (await caller.call<readonly AbsenceView[]>('GET', '/v2/me/ooo')).data;
const createAbsence = async (change: object = {}, caller = ada) => {
  const reply = await caller.call<AbsenceView>('POST', '/v2/me/ooo', { ...WEEK, ...change });
  expect([reply.status, reply.error]).toEqual([201, undefined]);
  return reply.data;
};

describe('/v2/me/ooo', () => {
  test('creates, lists, changes and deletes an absence', async () => {
    const entry = await createAbsence({ notes: 'Sea', toUserId: grace.id, reason: 'travel', unknown: 1 });
    expect(entry).toEqual({
      id: entry.id,
      uuid: expect.any(String),
      userId: ada.id,
      ...WEEK,
      notes: 'Sea',
      toUserId: grace.id,
      reason: 'travel',
    });
    expect(await list()).toEqual([entry]);
    const path = `/v2/me/ooo/${entry.id}`;
    const longer = await ada.call('PATCH', path, { end: '2040-02-09T01:00:00+02:00', reason: 'sick' });
    const changed = { ...entry, end: '2040-02-08T23:00:00.000Z', reason: 'sick' };
    expect([longer.status, longer.data]).toEqual([200, changed]);
    const bare = await ada.call('PATCH', path, { notes: null, toUserId: null });
    const { notes, toUserId, ...rest } = { ...changed, notes: '', toUserId: 0 };
    expect(bare.data).toEqual(rest);
    const removed = await ada.call('DELETE', path);
    expect([removed.status, removed.data]).toEqual([200, rest]);
    expect((await ada.call('DELETE', path)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  test('defaults to no notes, no stand-in and an unspecified reason', async () => {
    const entry = await createAbsence();
    expect(entry).toEqual({
      id: entry.id,
      uuid: expect.any(String),
      userId: ada.id,
      ...WEEK,
      reason: 'unspecified',
    });
  });

  test('reads dates as whole days in the time zone of the user', async () => {
    const berlin = await callerFor(service, [...SCOPES, 'PROFILE_WRITE']);
    expect((await berlin.call('PATCH', '/v2/me', { timeZone: 'Europe/Berlin' })).status).toBe(200);
    const entry = await createAbsence({ start: '2040-03-24', end: '2040-03-25' }, berlin);
    // The clocks change on the second day.
    expect(entry).toMatchObject({ start: '2040-03-23T23:00:00.000Z', end: '2040-03-25T22:00:00.000Z' });
    const day = await createAbsence({ start: '2040-06-01', end: '2040-06-01' }, berlin);
    expect(day).toMatchObject({ start: '2040-05-31T22:00:00.000Z', end: '2040-06-01T22:00:00.000Z' });
    const path = `/v2/me/ooo/${entry.id}`;
    const longer = await berlin.call('PATCH', path, { end: '2040-03-26' });
    expect(longer.data).toMatchObject({
      start: '2040-03-23T23:00:00.000Z',
      end: '2040-03-26T22:00:00.000Z',
    });
    const mixed = await berlin.call('PATCH', path, { start: '2040-03-24T08:00', end: '2040-03-24' });
    expect(mixed.data).toMatchObject({
      start: '2040-03-24T08:00:00.000Z',
      end: '2040-03-24T23:00:00.000Z',
    });
    const inverted = await berlin.call('PATCH', path, { start: '2040-03-25', end: '2040-03-24' });
    expect([inverted.status, faulty(inverted)]).toEqual([400, ['end']]);
  });

  test('lists absences sorted as requested, in pages', async () => {
    for (const month of ['05', '03', '04'])
      await createAbsence({ start: `2040-${month}-01T00:00:00Z`, end: `2040-${month}-02T00:00:00Z` });
    const months = async (query: string) => {
      const { data } = await ada.call<readonly AbsenceView[]>('GET', `/v2/me/ooo?${query}`);
      return data.map(({ start }) => Number(start.slice(5, 7)));
    };
    expect(await months('')).toEqual([3, 4, 5]);
    expect(await months('sortStart=desc&take=2')).toEqual([5, 4]);
    expect(await months('sortEnd=desc&skip=1')).toEqual([4, 3]);
    const refused = await ada.call('GET', '/v2/me/ooo?take=0&skip=x&sortStart=up&sortEnd=ASC');
    expect([refused.status, faulty(refused)]).toEqual([400, ['take', 'skip', 'sortStart', 'sortEnd']]);
  });

  test('requires SCHEDULE_READ to read and SCHEDULE_WRITE to change', async () => {
    const reader = await callerFor(service, ['SCHEDULE_READ']);
    const writer = await callerFor(service, ['SCHEDULE_WRITE']);
    expect((await writer.call('GET', '/v2/me/ooo')).status).toBe(403);
    for (const [method, path] of [
      ['POST', '/v2/me/ooo'],
      ['PATCH', '/v2/me/ooo/1'],
      ['DELETE', '/v2/me/ooo/1'],
    ] as const)
      expect((await reader.call(method, path, WEEK)).status).toBe(403);
  });

  test('refuses overlapping absences of a user', async () => {
    await createAbsence();
    const later = await createAbsence({ start: '2040-02-08T00:00:00Z', end: '2040-02-10T00:00:00Z' });
    const before = await list();
    const again = await ada.call('POST', '/v2/me/ooo', WEEK);
    const earlier = await ada.call('PATCH', `/v2/me/ooo/${later.id}`, { start: WEEK.start });
    for (const reply of [again, earlier]) expect([reply.status, reply.error.code]).toEqual([409, 'CONFLICT']);
    expect(await list()).toEqual(before);
  });

  test('refuses two users as each other’s stand-in at the same time', async () => {
    await createAbsence({ toUserId: grace.id });
    const back = await grace.call('POST', '/v2/me/ooo', { ...WEEK, toUserId: ada.id });
    expect([back.status, faulty(back)]).toEqual([400, ['toUserId']]);
    const entry = await createAbsence({ start: '2040-03-01T00:00:00Z', end: '2040-03-02T00:00:00Z' }, grace);
    const change = { ...WEEK, toUserId: ada.id };
    const moved = await grace.call('PATCH', `/v2/me/ooo/${entry.id}`, change);
    expect([moved.status, faulty(moved)]).toEqual([400, ['toUserId']]);
    expect(await list(grace)).toEqual([entry]);
  });

  test('does not change the times of a past absence, only its notes', async () => {
    const entry = await createAbsence({ start: '2040-01-10T12:05:00Z', end: '2040-01-10T12:10Z' });
    now = Date.UTC(2040, 0, 10, 12, 15);
    const path = `/v2/me/ooo/${entry.id}`;
    expect((await ada.call('PATCH', path, { notes: 'Rain' })).status).toBe(200);
    const moved = await ada.call('PATCH', path, { start: '2040-01-10T12:00:00Z' });
    expect([moved.status, faulty(moved)]).toEqual([400, ['end']]);
    expect((await ada.call('PATCH', path, { end: '2040-01-10T12:20:00Z' })).status).toBe(200);
  });

  test('does not find an absence of another user or an unknown one', async () => {
    const theirs = await createAbsence({}, grace);
    for (const id of [theirs.id, 2_000_000_000, 2 ** 40]) {
      const path = `/v2/me/ooo/${id}`;
      expect((await ada.call('PATCH', path, { notes: 'Mine' })).status).toBe(404);
      expect((await ada.call('DELETE', path)).status).toBe(404);
    }
    expect(await list(grace)).toEqual([theirs]);
    const noNumber = await ada.call('DELETE', '/v2/me/ooo/first');
    expect([noNumber.status, faulty(noNumber)]).toEqual([400, ['oooId']]);
  });

  const FAULTY: readonly (readonly [property: string, change: object])[] = [
    ['start', { start: '2040-02-30' }],
    ['start', { start: '2040-02-01 00:00:00' }],
    ['start', { start: '2040-02-30T00:00:00Z' }],
    ['start', { start: 2_211_580_800_000 }],
    ['end', { end: 'next week' }],
    ['end', { end: WEEK.start }],
    ['end', { start: '2040-02-09T00:00:00Z' }],
    ['end', { start: '2039-02-01T00:00:00Z', end: '2040-01-10T12:00:00Z' }],
    ['notes', { notes: 'x'.repeat(2_001) }],
    ['notes', { notes: 'a\u0008b' }],
    ['notes', { notes: 7 }],
    ['reason', { reason: 'holiday' }],
    ['reason', { reason: null }],
    ['toUserId', { toUserId: 'ada' }],
    ['toUserId', { toUserId: 1.5 }],
    ['toUserId', { toUserId: 2_000_000_000 }],
    ['toUserId', { toUserId: 2 ** 40 }],
  ];

  const shortened = FAULTY.map(
    ([property, change]) => [property, JSON.stringify(change).slice(0, 60), change] as const,
  );

  test.each(shortened)('names %s as faulty in %s, and changes nothing', async (property, _, change) => {
    const created = await ada.call('POST', '/v2/me/ooo', { ...WEEK, ...change });
    expect([created.status, faulty(created)]).toEqual([400, [property]]);
    expect(await list()).toEqual([]);
    const entry = await createAbsence();
    const changed = await ada.call('PATCH', `/v2/me/ooo/${entry.id}`, { notes: 'changed', ...change });
    expect([changed.status, faulty(changed)]).toEqual([400, [property]]);
    expect(await list()).toEqual([entry]);
  });

  test('refuses the user and disabled users as stand-ins', async () => {
    const own = await ada.call('POST', '/v2/me/ooo', { ...WEEK, toUserId: ada.id });
    expect([own.status, faulty(own)]).toEqual([400, ['toUserId']]);
    const disabledUser = await service.user();
    await service.stores.accounts.accounts.setDisabled(disabledUser.account.id, true, { actor: 'test' });
    const disabled = await ada.call('POST', '/v2/me/ooo', { ...WEEK, toUserId: disabledUser.account.id });
    expect([disabled.status, faulty(disabled)]).toEqual([400, ['toUserId']]);
    expect(await list()).toEqual([]);
  });

  test('requires start and end for a new absence', async () => {
    const reply = await ada.call('POST', '/v2/me/ooo', {});
    expect([reply.status, faulty(reply)]).toEqual([400, ['start', 'end']]);
  });
});
