/* Slots against a model that looks at every minute, in random worlds around odd changes of the clocks. */
import fc from 'fast-check';
import { computeSlots } from '../../../src/scheduling/slots/compute-slots.js';
import { slotAt } from '../../../src/scheduling/slots/slot-at.js';
import { horizonOf, questionOf, rangeOf, scenes } from './slot-examples.js';
import { createOracle } from './slots-oracle.js';

const MINUTE = 60_000;

const said = (slots: readonly { readonly start: number }[]) =>
  slots.map(({ start, ...rest }) => ({ at: new Date(start).toISOString(), ...rest }));

test('the slots are those that a look at every minute finds', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const question = questionOf(scene);
      const range = rangeOf(scene);
      const expected = createOracle(question, horizonOf(scene)).slots(range);
      expect(said(computeSlots(question, range))).toEqual(said(expected));
    }),
    { numRuns: 150 },
  );
});

test('a slot is there whatever range it is asked for in', () => {
  fc.assert(
    fc.property(scenes, fc.double({ min: 0, max: 1, noNaN: true }), (scene, share) => {
      const question = questionOf(scene);
      const { from, until } = rangeOf(scene);
      const middle = from + Math.round(((until - from) * share) / MINUTE) * MINUTE;
      const parts = [
        ...computeSlots(question, { from, until: middle }),
        ...computeSlots(question, { from: middle, until }),
      ];
      expect(said(parts)).toEqual(said(computeSlots(question, { from, until })));
    }),
    { numRuns: 200 },
  );
});

test('a time can be booked when it is one of the slots, and not when it is none', () => {
  fc.assert(
    fc.property(scenes, fc.array(fc.nat(575), { maxLength: 40, size: 'max' }), (scene, steps) => {
      const asked = questionOf(scene);
      const question = { ...asked, rules: { ...asked.rules, onlyShowFirstAvailableSlot: false } };
      const range = rangeOf(scene);
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
