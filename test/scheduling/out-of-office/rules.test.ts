import {
  type AbsenceChange,
  changeFaults,
  standInFaults,
  timeFaults,
} from '../../../src/scheduling/out-of-office/rules.js';
import type { NewAbsence } from '../../../src/scheduling/out-of-office/store.js';

const NOW = 1_000;
const properties = (faults: readonly { readonly property: string }[]) =>
  faults.map(({ property }) => property);

describe('the times of an absence', () => {
  const TIMES: readonly (readonly [start: number, end: number, faults: readonly string[]])[] = [
    [1_000, 1_001, []],
    [500, 1_001, []],
    [2_000, 3_000, []],
    [2_000, 2_000, ['end']],
    [3_000, 2_000, ['end']],
    [500, 1_000, ['end']],
    [500, 900, ['end']],
  ];

  test.each(TIMES)('from %d to %d at 1000 have the faults %j', (start, end, faults) => {
    expect(properties(timeFaults({ start, end }, NOW))).toEqual(faults);
  });

  test('that are inverted or past are refused with their own messages', () => {
    expect(timeFaults({ start: 20, end: 10 }, NOW)[0]?.message).toMatch(/after start/);
    expect(timeFaults({ start: 10, end: 20 }, NOW)[0]?.message).toMatch(/past/);
  });
});

describe('a change of an absence', () => {
  const past: NewAbsence = { start: 500, end: 900, reason: 'sick', notes: null, standInId: null };
  const CHANGES: readonly (readonly [change: AbsenceChange, faults: readonly string[]])[] = [
    [{}, []],
    [{ notes: 'x', standInId: 3, reason: 'travel' }, []],
    [{ start: 400 }, ['end']],
    [{ end: 1_500 }, []],
    [{ end: 1_500, start: 1_600 }, ['end']],
    [{ start: 950 }, ['end']],
  ];

  test.each(CHANGES)('of a past one to %j has the faults %j', (change, faults) => {
    expect(properties(changeFaults(past, change, NOW))).toEqual(faults);
  });
});

describe('the stand-in of an absence', () => {
  test.each([
    [7, ['toUserId']],
    [8, []],
    [null, []],
  ] as const)('of user 7 can be %p with the faults %j', (standInId, faults) => {
    expect(properties(standInFaults(7, { standInId }))).toEqual(faults);
  });

  test('is not validated when a change does not name one', () => {
    expect(standInFaults(7, {})).toEqual([]);
  });
});
