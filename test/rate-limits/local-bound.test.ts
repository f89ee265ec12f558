/* Limits while the store of the counts does not answer. */
import { storeUnavailable } from '../../src/errors.js';
import { withLocalBound } from '../../src/rate-limits/local-bound.js';
import type { Throttle, ThrottleVerdict } from '../../src/rate-limits/throttle.js';

const LIMIT = { attempts: 2, windowSeconds: 60 };
const ALLOWED: ThrottleVerdict = { allowed: true, retryAfterSeconds: 0 };
const NOTHING = (): Promise<void> => Promise.resolve();

function bounded(take: Throttle['take']) {
  let now = 1_000_000;
  const throttle = withLocalBound({ take, giveBack: NOTHING, clear: NOTHING }, () => now);
  return {
    take: (key: string) => throttle.take(key, LIMIT),
    pass(milliseconds: number): void {
      now += milliseconds;
    },
  };
}

const outage = (): Promise<never> => Promise.reject(storeUnavailable(new Error('no answer')));

test('the store decides while it answers', async () => {
  const refused = { allowed: false, retryAfterSeconds: 7 };
  expect(await bounded(() => Promise.resolve(refused)).take('a')).toEqual(refused);
});

test('attempts are counted for each key, in windows of their own', async () => {
  const { take, pass } = bounded(outage);
  expect([await take('a'), await take('a')]).toEqual([ALLOWED, ALLOWED]);
  pass(20_500);
  expect(await take('a')).toEqual({ allowed: false, retryAfterSeconds: 40 });
  expect(await take('b')).toEqual(ALLOWED);
  pass(39_500);
  expect(await take('a')).toEqual(ALLOWED);
});

test('a store that failed is asked again after a second, not by each caller', async () => {
  let asked = 0;
  const { take, pass } = bounded(() => ((asked += 1) === 1 ? outage() : Promise.resolve(ALLOWED)));
  for (const key of ['a', 'b', 'c']) await take(key);
  expect(asked).toBe(1);
  pass(1000);
  await take('d');
  expect(asked).toBe(2);
});

test('a fault of ours is not covered up', async () => {
  const fault = new TypeError('a fault of the test');
  await expect(bounded(() => Promise.reject(fault)).take('a')).rejects.toBe(fault);
});

test('many keys do not fill the memory: the counts of those that came last are kept', async () => {
  const { take } = bounded(outage);
  for (let key = 0; key < 20_000; key += 1) await take(`key ${key}`);
  await take('key 19999');
  expect(await take('key 19999')).toMatchObject({ allowed: false });
});
