/* Slots against a model that looks at every minute, in random worlds around odd changes of the clocks. */
import fc from 'fast-check';
import { computeSlots } from '../../../src/scheduling/slots/compute-slots.js';
import { slotAt } from '../../../src/scheduling/slots/slot-at.js';
import { horizonOf, queryOf, rangeOf, pageStates } from './slot-examples.js';
import { createOracle } from './slots-oracle.js';

const MINUTE = 60_000;

const said = (slots: readonly { readonly start: number }[]) =>
  slots.map(({ start, ...rest }) => ({ at: new Date(start).toISOString(), ...rest }));

test('the slots equal those of a model that checks every minute', () => {
  fc.assert(
    fc.property(pageStates, (pageState) => {
      const query = queryOf(pageState);
      const range = rangeOf(pageState);
      const expected = createOracle(query, horizonOf(pageState)).slots(range);
      expect(said(computeSlots(query, range))).toEqual(said(expected));
    }),
    { numRuns: 150 },
  );
});

test('a slot does not depend on the requested range', () => {
  fc.assert(
    fc.property(pageStates, fc.double({ min: 0, max: 1, noNaN: true }), (pageState, share) => {
      const query = queryOf(pageState);
      const { from, until } = rangeOf(pageState);
      const middle = from + Math.round(((until - from) * share) / MINUTE) * MINUTE;
      const parts = [
        ...computeSlots(query, { from, until: middle }),
        ...computeSlots(query, { from: middle, until }),
      ];
      expect(said(parts)).toEqual(said(computeSlots(query, { from, until })));
    }),
    { numRuns: 200 },
  );
});

test('a time can be booked if and only if it is one of the slots', () => {
  fc.assert(
    fc.property(pageStates, fc.array(fc.nat(575), { maxLength: 40, size: 'max' }), (pageState, steps) => {
      const asked = queryOf(pageState);
      const question = { ...asked, rules: { ...asked.rules, onlyShowFirstAvailableSlot: false } };
      const range = rangeOf(pageState);
      const slots = new Map(computeSlots(question, range).map((slot) => [slot.start, slot]));
      const some = steps.map((step) => range.from + step * 5 * MINUTE).filter((start) => start < range.until);
      for (const start of [...slots.keys(), ...some]) {
        const verdict = slotAt(question, start);
        expect(verdict.kind === 'free' ? verdict.slot : undefined).toEqual(slots.get(start));
      }
    }),
    { numRuns: 40 },
  );
});
