import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { useService } from '../../support/service.js';
import { type Caller, callerFor, faulty } from '../caller.js';

const SCOPES: readonly ScopeName[] = ['SCHEDULE_READ', 'SCHEDULE_WRITE', 'PROFILE_READ', 'PROFILE_WRITE'];
const FREE = { days: ['Monday'], startTime: '09:00', endTime: '12:00' };
const INPUT = {
  name: 'Évenings',
  timeZone: 'Europe/Lisbon',
  isDefault: false,
  availability: [{ days: ['Tuesday', 'Monday'], startTime: '18:00', endTime: '24:00' }],
  overrides: [{ date: '2032-02-29', startTime: '00:00', endTime: '00:00' }],
};

interface ScheduleView {
  readonly id: number;
  readonly ownerId: number;
  readonly name: string;
  readonly isDefault: boolean;
  readonly availability: unknown;
  readonly overrides: unknown;
}

const service = useService();
let ada: Caller;
let grace: Caller;
beforeAll(async () => {
  [ada, grace] = [await callerFor(service, SCOPES), await callerFor(service, SCOPES)];
});

const list = async (caller = ada) =>
  (await caller.call<readonly ScheduleView[]>('GET', '/v2/schedules')).data;
const createSchedule = async (change: object = {}) => {
  const reply = await ada.call<ScheduleView>('POST', '/v2/schedules', { ...INPUT, ...change });
  expect([reply.status, reply.error]).toEqual([201, undefined]);
  return reply.data;
};
const remove = (id: number) => ada.call('DELETE', `/v2/schedules/${id}`);
const ownDefault = async () => (await ada.call<ScheduleView>('GET', '/v2/schedules/default')).data;

describe('reading schedules', () => {
  test('returns a default schedule for a new user', async () => {
    const { status, data } = await grace.call<ScheduleView>('GET', '/v2/schedules/default');
    expect(status).toBe(200);
    expect(data).toEqual({
      id: data.id,
      ownerId: grace.id,
      name: 'Working hours',
      timeZone: 'UTC',
      availability: [
        {
          days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
          startTime: '09:00',
          endTime: '17:00',
        },
      ],
      isDefault: true,
      overrides: [],
    });
    expect(await list(grace)).toEqual([data]);
    expect((await grace.call('GET', `/v2/schedules/${data.id}`)).data).toEqual(data);
  });

  test('returns pages, and refuses invalid page parameters', async () => {
    const second = await createSchedule();
    const page = await ada.call('GET', '/v2/schedules?take=1&skip=1');
    expect(page.data).toEqual([second]);
    const refused = await ada.call('GET', '/v2/schedules?take=251&skip=-1');
    expect([refused.status, faulty(refused)]).toEqual([400, ['take', 'skip']]);
    await remove(second.id);
  });

  test('requires SCHEDULE_READ, and SCHEDULE_WRITE to change them', async () => {
    const reader = await callerFor(service, ['SCHEDULE_READ']);
    const writer = await callerFor(service, ['SCHEDULE_WRITE']);
    const { id } = (await reader.call<ScheduleView>('GET', '/v2/schedules/default')).data;
    for (const path of ['/v2/schedules', '/v2/schedules/default', `/v2/schedules/${id}`])
      expect((await writer.call('GET', path)).status).toBe(403);
    expect((await reader.call('POST', '/v2/schedules', INPUT)).status).toBe(403);
    expect((await reader.call('PATCH', `/v2/schedules/${id}`, {})).status).toBe(403);
    expect((await reader.call('DELETE', `/v2/schedules/${id}`)).status).toBe(403);
    expect((await fetch(`${service.url}/v2/schedules`)).status).toBe(401);
  });
});

describe('writing schedules', () => {
  test('creates, reads, changes and deletes a schedule', async () => {
    const schedule = await createSchedule();
    expect(schedule).toEqual({ ...INPUT, id: schedule.id, ownerId: ada.id });
    const path = `/v2/schedules/${schedule.id}`;
    const change = { name: 'Nights', timeZone: 'US/Eastern', availability: [], unknown: true };
    const changed = await ada.call('PATCH', path, change);
    expect(changed.status).toBe(200);
    const whole = { ...schedule, name: 'Nights', timeZone: 'US/Eastern', availability: [] };
    expect(changed.data).toEqual(whole);
    expect((await ada.call('GET', path)).data).toEqual(whole);
    expect((await ada.call('PATCH', path, {})).data).toEqual(whole);
    const removed = await remove(schedule.id);
    expect([removed.status, removed.text]).toEqual([200, '{"status":"success"}']);
    expect((await ada.call('GET', path)).status).toBe(404);
  });

  test('defaults to weekdays from nine to five', async () => {
    const { availability, overrides, ...named } = INPUT;
    const reply = await ada.call<ScheduleView>('POST', '/v2/schedules', named);
    expect(reply.data).toMatchObject({ availability: (await ownDefault()).availability, overrides: [] });
    await remove(reply.data.id);
  });

  test('merges overlapping hours and leaves others unchanged', async () => {
    const schedule = await createSchedule({
      availability: [FREE, { days: ['Monday', 'Monday', 'Friday'], startTime: '11:00', endTime: '15:00' }],
      overrides: [
        { date: '2030-01-02', startTime: '09:00', endTime: '11:00' },
        { date: '2030-01-02', startTime: '10:00', endTime: '12:00' },
      ],
    });
    expect(schedule.availability).toEqual([
      { days: ['Monday'], startTime: '09:00', endTime: '15:00' },
      { days: ['Friday'], startTime: '11:00', endTime: '15:00' },
    ]);
    expect(schedule.overrides).toEqual([{ date: '2030-01-02', startTime: '09:00', endTime: '12:00' }]);
    await remove(schedule.id);
  });

  test('refuses hours through the night with an error that names the alternative', async () => {
    const night = { days: ['Monday'], startTime: '22:00', endTime: '02:00' };
    const refused = await ada.call('POST', '/v2/schedules', { ...INPUT, availability: [night] });
    expect([refused.status, refused.error.message]).toEqual([
      400,
      expect.stringContaining('two ranges, one until 24:00 and one from 00:00 of the next day'),
    ]);
  });

  test('keeps exactly one default, which a new default replaces, also in /v2/me', async () => {
    const first = await ownDefault();
    const second = await createSchedule({ isDefault: true });
    expect(await list()).toEqual([{ ...first, isDefault: false }, second]);
    const me = await ada.call('GET', '/v2/me');
    expect(me.data).toMatchObject({ defaultScheduleId: second.id });
    await ada.call('PATCH', `/v2/schedules/${first.id}`, { isDefault: true });
    expect(await ownDefault()).toEqual(first);
    const byProfile = await ada.call('PATCH', '/v2/me', { defaultScheduleId: second.id });
    expect(byProfile.data).toMatchObject({ defaultScheduleId: second.id });
    expect((await ownDefault()).id).toBe(second.id);
    await remove(second.id);
    expect(await list()).toEqual([first]);
  });

  test('never unsets the default without a new one, and never deletes the last schedule', async () => {
    const only = await ownDefault();
    const undone = await ada.call('PATCH', `/v2/schedules/${only.id}`, { isDefault: false, name: 'X' });
    expect([undone.status, undone.error.code]).toEqual([409, 'CONFLICT']);
    expect(undone.error.message).toMatch(/default until you make another one the default/);
    const removed = await remove(only.id);
    expect([removed.status, removed.error.code]).toEqual([409, 'CONFLICT']);
    expect(removed.error.message).toMatch(/Add another one before you delete it/);
    expect(await list()).toEqual([only]);
  });

  test('does not find a schedule of another user or an unknown one', async () => {
    const theirs = (await grace.call<ScheduleView>('GET', '/v2/schedules/default')).data;
    for (const id of [theirs.id, 2_000_000_000, 2 ** 40]) {
      const path = `/v2/schedules/${id}`;
      const replies = [
        await ada.call('GET', path),
        await ada.call('PATCH', path, { name: 'Mine' }),
        await ada.call('DELETE', path),
      ];
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    const asDefault = await ada.call('PATCH', '/v2/me', { name: 'Changed', defaultScheduleId: theirs.id });
    expect([asDefault.status, faulty(asDefault)]).toEqual([400, ['defaultScheduleId']]);
    expect(JSON.stringify((await ada.call('GET', '/v2/me')).data)).not.toContain('Changed');
    expect(await list(grace)).toEqual([theirs]);
  });

  test('refuses an id that is not a number', async () => {
    const reply = await ada.call('GET', '/v2/schedules/first');
    expect([reply.status, faulty(reply)]).toEqual([400, ['scheduleId']]);
  });

  const weekly = (change: object) => ({ availability: [FREE, { ...FREE, days: ['Friday'], ...change }] });
  const special = (change: object) => ({
    overrides: [{ date: '2030-01-02', startTime: '09:00', endTime: '12:00', ...change }],
  });

  const FAULTY: readonly (readonly [property: string, change: object])[] = [
    ['name', { name: ' ' }],
    ['name', { name: 'a\nb' }],
    ['name', { name: 'x'.repeat(201) }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+02:00' }],
    ['isDefault', { isDefault: 'true' }],
    ['availability', { availability: 'always' }],
    ['availability', { availability: Array.from({ length: 51 }, () => FREE) }],
    ['availability.1.days', weekly({ days: [] })],
    ['availability.1.days.0', weekly({ days: ['monday'] })],
    ['availability.1.startTime', weekly({ startTime: '9:00' })],
    ['availability.1.startTime', weekly({ startTime: '24:00' })],
    ['availability.1.endTime', weekly({ endTime: '25:00' })],
    ['availability.1.endTime', weekly({ endTime: '12:60' })],
    ['availability.1.endTime', weekly({ endTime: '09:00' })],
    ['availability.1.endTime', weekly({ endTime: '08:00' })],
    ['overrides', { overrides: {} }],
    ['overrides.0.date', special({ date: '2030-02-30' })],
    ['overrides.0.date', special({ date: '02/03/2030' })],
    ['overrides.0.startTime', special({ startTime: 9 })],
    ['overrides.0.endTime', special({ endTime: '08:00' })],
  ];

  const shortened = FAULTY.map(
    ([property, change]) => [property, JSON.stringify(change).slice(-60), change] as const,
  );

  test.each(shortened)('names %s as faulty in %s, and changes nothing', async (property, _, change) => {
    const before = await list();
    const { id } = before[0] ?? { id: 0 };
    const replies = [
      await ada.call('POST', '/v2/schedules', { ...INPUT, ...change }),
      await ada.call('PATCH', `/v2/schedules/${id}`, { name: 'Changed', ...change }),
    ];
    for (const reply of replies) expect([reply.status, faulty(reply)]).toEqual([400, [property]]);
    expect(await list()).toEqual(before);
  });

  test('requires a name, a time zone and isDefault for a new schedule', async () => {
    const reply = await ada.call('POST', '/v2/schedules', {});
    expect([reply.status, faulty(reply)]).toEqual([400, ['name', 'timeZone', 'isDefault']]);
  });

  test('writes an audit entry with the user and the client IP', async () => {
    const { id } = await createSchedule();
    await remove(id);
    const entries = await service.stores.events.audit.list(undefined, 10_000);
    const rows = entries.filter(({ subject }) => subject === `schedule:${id}`);
    expect(rows.map(({ action }) => action)).toEqual(['schedule.created', 'schedule.removed']);
    expect(rows[0]).toMatchObject({ actor: `account:${ada.id}`, clientIp: '127.0.0.1' });
  });
});
