import { MAX_ATTEMPTS, nextScatteredTry, nextTry } from '../../src/jobs/retries.js';

describe('the schedule of tries', () => {
  test('has eight tries, with longer and longer pauses, within a day', () => {
    expect(MAX_ATTEMPTS).toBe(8);
    const pauses = Array.from({ length: 7 }, (_, tried) => (nextTry(tried + 1, 1000) ?? 0) - 1000);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[0]).toBe(60_000);
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThanOrEqual(24);
  });

  test('ends with the eighth', () => {
    expect(nextTry(7, 0)).toBeDefined();
    expect(nextTry(8, 0)).toBeUndefined();
    expect(nextTry(9, 0)).toBeUndefined();
  });

  test('can be scattered by a tenth of each pause, never beyond the day', () => {
    expect([0, 0.5, 1].map((chance) => nextScatteredTry(1, 1000, chance))).toEqual([61_000, 58_000, 55_000]);
    expect(nextScatteredTry(7, 0, 0)).toBe(nextTry(7, 0));
    expect(nextScatteredTry(8, 0, 0.5)).toBeUndefined();
  });
});
