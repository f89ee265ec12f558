import fc from 'fast-check';
import assert from 'node:assert';
import { computeSlots } from '/work/main/src/scheduling/slots/compute-slots.js';
import { horizonOf, questionOf, rangeOf, scenes } from './slot-scenes.js';
import { createOracle } from './slots-oracle.js';
fc.assert(fc.property(scenes, (scene) => {
  const question = questionOf(scene); const range = rangeOf(scene);
  assert.deepStrictEqual(computeSlots(question, range), createOracle(question, horizonOf(scene)).slots(range));
}), { numRuns: 4000 });
console.log('ok');
