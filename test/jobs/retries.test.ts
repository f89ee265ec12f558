import { MAX_ATTEMPTS, nextJitteredAttempt, nextAttempt } from '../../src/jobs/retries.js';

describe('the schedule of attempts', () => {
  test('has eight attempts, with longer and longer pauses, within a day', () => {
    expect(MAX_ATTEMPTS).toBe(8);
    const pauses = Array.from({ length: 7 }, (_, index) => (nextAttempt(index + 1, 1000) ?? 0) - 1000);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[0]).toBe(60_000);
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThanOrEqual(24);
  });

  test('ends with the eighth', () => {
    expect(nextAttempt(7, 0)).toBeDefined();
    expect(nextAttempt(8, 0)).toBeUndefined();
    expect(nextAttempt(9, 0)).toBeUndefined();
  });

  test('can vary by a tenth of each pause, never beyond the day', () => {
    expect([0, 0.5, 1].map((chance) => nextJitteredAttempt(1, 1000, chance))).toEqual([
      61_000, 58_000, 55_000,
    ]);
    expect(nextJitteredAttempt(7, 0, 0)).toBe(nextAttempt(7, 0));
    expect(nextJitteredAttempt(8, 0, 0.5)).toBeUndefined();
  });
});
