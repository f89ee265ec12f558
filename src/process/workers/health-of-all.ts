/* The health of several workers as one. Pure. */
import type { StoreFault } from '../../stores.js';
import type { StoreVerdict } from '../../ops/store-watch.js';

const processFault = (reason: string): StoreFault => ({ store: 'process', reason });

const distinct = (faults: readonly StoreFault[]): readonly StoreFault[] => [
  ...new Map(faults.map((fault) => [`${fault.store} ${fault.reason}`, fault])).values(),
];

/**
 * Ready while one of them is: it answers on the port of all. Undefined: of one that starts, or does not answer. What makes
 * some unready is a warning.
 */
export function healthOfAll(verdicts: readonly (StoreVerdict | undefined)[]): StoreVerdict {
  const known = verdicts.filter((one) => one !== undefined);
  const [faults, warnings] = [
    distinct(known.flatMap((one) => one.faults)),
    distinct(known.flatMap((one) => one.warnings)),
  ];
  const ready = known.filter((one) => one.faults.length === 0).length;
  if (ready === verdicts.length) return { faults: [], warnings };
  const missing = processFault(`${verdicts.length - ready} of ${verdicts.length} workers are not ready.`);
  return ready === 0
    ? { faults: [...faults, missing], warnings }
    : { faults: [], warnings: [...warnings, ...faults, missing] };
}
