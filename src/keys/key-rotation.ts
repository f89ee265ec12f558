/*
 * What is kept sealed until somebody removes it (secrets of webhooks, what opens calendars and meetings) moves under the
 * newest key by itself, so that an old one can be dropped. Everything else that is sealed ends soon, or moves when it is
 * used. Every replica does it; of two that meet at one value one writes.
 */
import { HOUR } from '../durations.js';
import type { KeyRing } from './key-ring.js';
import type { Log } from '../ops/log.js';

export interface SealedValue {
  /** Where it stands: `webhook:<id>`. */
  readonly name: string;
  readonly sealed: string;
}

/** Adapter: adapters/knex/keys/sealed-values.ts. */
export interface SealedValueStore {
  /** By name: those that do not begin with `prefix`, behind the name `after`. */
  older(prefix: string, after: string, limit: number): Promise<readonly SealedValue[]>;
  /** False when it has changed meanwhile, or is gone. */
  replace(value: SealedValue, sealed: string): Promise<boolean>;
}

export interface KeyRenewalDeps {
  readonly sealedValues: SealedValueStore;
  readonly keys: KeyRing;
  readonly log: Log;
}

export interface KeyRenewal {
  start(): void;
  /** Waits for a turn that is under way. */
  stop(): Promise<void>;
}

const CONCURRENCY = 100;
const EVERY_MS = HOUR;

/** Once through everything; how many were moved. What no key opens any more is left as it is. */
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

/** Begins at once and looks again every hour: a replica with an older list may write in between. */
export function createKeyRenewal(deps: KeyRenewalDeps): KeyRenewal {
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const begin = (): void => {
    turn = renew(deps).then(
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
      await turn;
    },
  };
}
