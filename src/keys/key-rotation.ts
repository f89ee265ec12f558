/*
 * Sealed values without an end (webhook secrets, credentials of calendars and conferencing apps) are moved under the
 * newest key, so that an old one can be dropped. Every other sealed value expires soon or moves when it is used. Every
 * replica does it; of two at one value one writes. Each also notes since when its keys are in use.
 */
import { HOUR } from '../durations.js';
import type { KeyAgeStore } from './key-ages.js';
import type { KeyRing } from './key-ring.js';
import type { Log } from '../ops/log.js';

export interface SealedValue {
  /** Table and id: `webhook:<id>`. */
  readonly name: string;
  readonly sealed: string;
}

/** Adapter: adapters/knex/keys/sealed-values.ts. */
export interface SealedValueStore {
  /** By name: values that do not begin with `prefix`, after the name `after`. */
  older(prefix: string, after: string, limit: number): Promise<readonly SealedValue[]>;
  /** False when it was changed or removed meanwhile. */
  replace(value: SealedValue, sealed: string): Promise<boolean>;
}

export interface KeyRenewalDeps {
  readonly sealedValues: SealedValueStore;
  readonly keyAges: Pick<KeyAgeStore, 'note'>;
  readonly keys: KeyRing;
  readonly log: Log;
}

export interface KeyRenewal {
  start(): void;
  /** Waits for a run that is under way. */
  stop(): Promise<void>;
}

const CONCURRENCY = 100;
const EVERY_MS = HOUR;

/** Goes through all values once; returns how many were moved. A value that no key opens is left as it is. */
async function renew({ sealedValues, keys }: KeyRenewalDeps): Promise<number> {
  let moved = 0;
  let after = '';
  for (;;) {
    const values = await sealedValues.older(keys.newest, after, CONCURRENCY);
    for (const value of values) {
      const plain = keys.open(value.sealed);
      if (plain !== undefined && (await sealedValues.replace(value, keys.seal(plain)))) moved += 1;
    }
    const last = values.at(-1);
    if (last === undefined || values.length < CONCURRENCY) return moved;
    after = last.name;
  }
}

async function noteAndRenew(deps: KeyRenewalDeps): Promise<number> {
  await deps.keyAges.note(deps.keys.ids);
  return renew(deps);
}

/** Begins at once and looks again every hour: a replica with an older list may write in between. */
export function createKeyRenewal(deps: KeyRenewalDeps): KeyRenewal {
  let timer: NodeJS.Timeout | undefined;
  let run: Promise<void> = Promise.resolve();
  const begin = (): void => {
    run = noteAndRenew(deps).then(
      (count) => {
        if (count > 0) deps.log.info({ count }, 'sealed values moved under the newest key');
      },
      (err: unknown) => {
        deps.log.warn({ err }, 'sealed values could not be looked through');
      },
    );
  };
  return {
    start() {
      begin();
      timer = setInterval(begin, EVERY_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await run;
    },
  };
}
