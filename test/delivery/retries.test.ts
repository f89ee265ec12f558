import { MOST_TRIES, nextTry } from '../../src/delivery/retries.js';

describe('the schedule of tries', () => {
  test('has eight tries, with longer and longer pauses, within a day', () => {
    expect(MOST_TRIES).toBe(8);
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
});
