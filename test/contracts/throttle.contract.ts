/* What every Throttle promises. */
import type { Throttle } from '../../src/rate-limits/throttle.js';
import { until } from '../support/until.js';
import { ODD_TEXTS, UNSTORABLE_TEXTS, unique } from './samples.js';

export function throttleContract(open: () => Throttle): void {
  const limit = { attempts: 3, windowSeconds: 60 };

  test('attempts within the limit are allowed, the next one gets the time to wait', async () => {
    const key = unique();
    for (let n = 0; n < 3; n += 1)
      expect(await open().take(key, limit)).toEqual({ allowed: true, retryAfterSeconds: 0 });
    const refused = await open().take(key, limit);
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterSeconds).toBeGreaterThan(50);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(Number.isInteger(refused.retryAfterSeconds)).toBe(true);
  });

  test('keys are counted separately', async () => {
    const [one, other] = [unique(), unique()];
    for (let n = 0; n < 4; n += 1) await open().take(one, limit);
    expect(await open().take(other, limit)).toMatchObject({ allowed: true });
  });

  test('of 20 parallel attempts with a limit of five exactly five are allowed', async () => {
    const key = unique();
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, () => open().take(key, { attempts: 5, windowSeconds: 60 })),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(5);
  });

  test('a cleared key starts again, and clearing an unknown key is allowed', async () => {
    const key = unique();
    for (let n = 0; n < 4; n += 1) await open().take(key, limit);
    await open().clear(key);
    expect(await open().take(key, limit)).toMatchObject({ allowed: true });
    await open().clear(unique());
  });

  test('a returned attempt can be used again, and no other', async () => {
    const key = unique();
    for (let n = 0; n < 3; n += 1) await open().take(key, limit);
    await open().giveBack(key);
    expect(await open().take(key, limit)).toMatchObject({ allowed: true });
    expect(await open().take(key, limit)).toMatchObject({ allowed: false });
  });

  test('returning an attempt never raises the limit', async () => {
    const key = unique();
    await open().giveBack(key);
    await open().take(key, limit);
    await open().giveBack(key);
    await open().giveBack(key);
    for (let n = 0; n < 3; n += 1) expect(await open().take(key, limit)).toMatchObject({ allowed: true });
    expect(await open().take(key, limit)).toMatchObject({ allowed: false });
  });

  test('returning an attempt neither restarts nor ends the window', async () => {
    const [key, brief] = [unique(), { attempts: 1, windowSeconds: 2 }];
    await open().take(key, brief);
    await open().giveBack(key);
    await open().take(key, brief);
    expect(await open().take(key, brief)).toMatchObject({ allowed: false });
    await until(async () => (await open().take(key, brief)).allowed);
  });

  test('20 parallel attempts that are each returned leave the count unchanged', async () => {
    const [key, wide] = [unique(), { attempts: 25, windowSeconds: 60 }];
    for (let n = 0; n < 3; n += 1) await open().take(key, wide);
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await open().take(key, wide);
        await open().giveBack(key);
      }),
    );
    for (let n = 0; n < 22; n += 1) expect(await open().take(key, wide)).toMatchObject({ allowed: true });
    expect(await open().take(key, wide)).toMatchObject({ allowed: false });
  });

  test('a new window allows attempts again', async () => {
    const [key, brief] = [unique(), { attempts: 1, windowSeconds: 1 }];
    expect(await open().take(key, brief)).toMatchObject({ allowed: true });
    expect(await open().take(key, brief)).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    await until(async () => (await open().take(key, brief)).allowed);
  });

  test.each([...ODD_TEXTS, ...UNSTORABLE_TEXTS, '', 'x'.repeat(10_000)])(
    'any text is a key: %#',
    async (text) => {
      const key = `${text}${unique()}`;
      for (let n = 0; n < 3; n += 1) await open().take(key, limit);
      expect(await open().take(key, limit)).toMatchObject({ allowed: false });
    },
  );
}
