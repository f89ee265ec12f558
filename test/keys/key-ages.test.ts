/* How old keys are, and the advice that follows. */
import { createKeyAgeStore } from '../../adapters/knex/keys/key-ages.js';
import { type KeyAge, keyStates } from '../../src/keys/key-ages.js';
import { onDatabase } from '../contracts/on-database.js';
import { backendName } from '../support/backend.js';

const DAY = 86_400_000;
const NOW = Date.parse('2030-06-01T00:00:00Z');
const age = (id: string, seenDays: number, writesDays?: number): KeyAge => ({
  id,
  seenAt: new Date(NOW - seenDays * DAY),
  ...(writesDays !== undefined && { writesSince: new Date(NOW - writesDays * DAY) }),
});
const WEEK = 7 * 86_400;
const QUARTER = 90 * 86_400;

test.each([
  ['one that is young', [age('a', 9, 9)], WEEK, ['writes']],
  ['one that was never noted', [], WEEK, ['unknown']],
  ['one for longer than a year', [age('a', 400, 366)], WEEK, ['rotate']],
  ['one that was only read for a year', [age('a', 400, 3)], WEEK, ['writes']],
  ['a new one behind it', [age('a', 400, 366), age('b', 1)], WEEK, ['rotate', 'next']],
  ['an old one behind a new one', [age('a', 9, 8), age('b', 400, 400)], WEEK, ['writes', 'keep']],
  [
    'an old one whose sessions have expired',
    [age('a', 33, 32), age('b', 400, 400)],
    WEEK,
    ['writes', 'removable'],
  ],
  ['one whose sessions may still live', [age('a', 33, 30.5), age('b', 400, 400)], WEEK, ['writes', 'keep']],
  [
    'one whose refresh tokens may still live',
    [age('a', 90, 90.5), age('b', 400, 400)],
    QUARTER,
    ['writes', 'keep'],
  ],
  ['an old one behind one that was never noted', [age('b', 400, 400)], WEEK, ['unknown', 'keep']],
] as const)('of %s', (_, ages, refreshTokenTtl, advice) => {
  const ids = advice.length === 1 ? ['a'] : ['a', 'b'];
  const states = keyStates(ids, ages, { refreshTokenTtl, now: NOW });
  expect(states.map((state) => state.advice)).toEqual(advice);
  expect(states.map(({ position, id }) => [position, id])).toEqual(ids.map((id, at) => [at + 1, id]));
});

describe(`on ${backendName}`, () => {
  const database = onDatabase();

  test('the first to note a key counts, and one that becomes the first writes since then', async () => {
    const store = createKeyAgeStore(database());
    const agesOf = async () =>
      new Map((await store.ages(['new', 'old', 'other'])).map(({ id, ...times }) => [id, times]));
    expect((await agesOf()).size).toBe(0);
    await store.note(['old', 'new']);
    await Promise.all([store.note(['old', 'new']), store.note(['old', 'new'])]);
    const first = await agesOf();
    expect([...first.keys()].toSorted()).toEqual(['new', 'old']);
    expect([first.get('old')?.writesSince, first.get('new')?.writesSince]).toEqual([
      expect.any(Date),
      undefined,
    ]);
    await store.note(['new', 'old']);
    const second = await agesOf();
    expect(second.get('old')).toEqual(first.get('old'));
    expect(second.get('new')).toEqual({
      seenAt: first.get('new')?.seenAt,
      writesSince: expect.any(Date) as Date,
    });
    await store.note(['new']);
    expect(await agesOf()).toEqual(second);
  });
});
