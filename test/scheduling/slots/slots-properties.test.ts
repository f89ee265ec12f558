/* Slots against a model that checks every minute, for random hosts and bookings around clock changes. */
import fc from 'fast-check';
import { computeSlots } from '../../../src/scheduling/slots/compute-slots.js';
import { slotAt } from '../../../src/scheduling/slots/slot-at.js';
import { horizonOf, queryOf, rangeOf, scenarios } from './slot-examples.js';
import { createOracle } from './slots-oracle.js';

const MINUTE = 60_000;

const readable = (slots: readonly { readonly start: number }[]) =>
  slots.map(({ start, ...rest }) => ({ at: new Date(start).toISOString(), ...rest }));

test('the slots equal those of a model that checks every minute', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const query = queryOf(scenario);
      const range = rangeOf(scenario);
      const expected = createOracle(query, horizonOf(scenario)).slots(range);
      expect(readable(computeSlots(query, range))).toEqual(readable(expected));
    }),
    { numRuns: 150 },
  );
});

test('a slot does not depend on the requested range', () => {
  fc.assert(
    fc.property(scenarios, fc.double({ min: 0, max: 1, noNaN: true }), (scenario, share) => {
      const query = queryOf(scenario);
      const { from, until } = rangeOf(scenario);
      const middle = from + Math.round(((until - from) * share) / MINUTE) * MINUTE;
      const parts = [
        ...computeSlots(query, { from, until: middle }),
        ...computeSlots(query, { from: middle, until }),
      ];
      expect(readable(parts)).toEqual(readable(computeSlots(query, { from, until })));
    }),
    { numRuns: 200 },
  );
});

test('a time can be booked if and only if it is one of the slots', () => {
  fc.assert(
    fc.property(scenarios, fc.array(fc.nat(575), { maxLength: 40, size: 'max' }), (scenario, steps) => {
      const query = queryOf(scenario);
      const fullQuery = { ...query, rules: { ...query.rules, onlyShowFirstAvailableSlot: false } };
      const range = rangeOf(scenario);
      const slots = new Map(computeSlots(fullQuery, range).map((slot) => [slot.start, slot]));
      const samples = steps
        .map((step) => range.from + step * 5 * MINUTE)
        .filter((start) => start < range.until);
      for (const start of [...slots.keys(), ...samples]) {
        const verdict = slotAt(fullQuery, start);
        expect(verdict.kind === 'free' ? verdict.slot : undefined).toEqual(slots.get(start));
      }
    }),
    { numRuns: 40 },
  );
});
