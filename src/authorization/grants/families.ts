/*
 * Families in the artifact store: read one, change one. Every change is a compare-and-swap that is decided again on the
 * newest state when another write came in between; the decisions themselves are in token-family.ts.
 */
import type { Artifact, ArtifactStore } from '../../artifacts/store.js';
import { storeUnavailable } from '../../errors.js';
import { randomText } from '../../keys/random-text.js';
import { readFamily, writeFamily } from './family-record.js';
import { endOf, type Family } from './token-family.js';

export interface LoadedFamily {
  readonly id: string;
  readonly version: string;
  readonly family: Family;
}

export interface Families {
  /** One round trip. A record that cannot be read is absent here and in every list. */
  load(id: string): Promise<LoadedFamily | undefined>;
  /** Under a new id; repeating it changes nothing. */
  open(id: string, family: Family): Promise<void>;
  /**
   * Calls `decide` for the next state until it is stored: again whenever another write came in between, so it must not
   * have effects. `loaded` saves the first read; `attempt` names this change in the store.
   */
  change<V extends Decision>(
    id: string,
    decide: (family: Family) => V,
    options?: { readonly loaded?: LoadedFamily | undefined; readonly attempt?: string },
  ): Promise<V | Gone>;
  revoke(id: string): Promise<boolean>;
  ofAccount(accountId: number): Promise<readonly LoadedFamily[]>;
  /** The run of the store that holds the family now. */
  epochOf(id: string): Promise<string>;
  /** Whether no write of that run is lost. */
  isCurrent(epoch: string): Promise<boolean>;
}

/** `family` is the state to write; a decision without one leaves the store as it is. */
export interface Decision {
  readonly kind: string;
  readonly family?: Family;
}

export interface Gone {
  readonly kind: 'gone';
}

/** Each lost swap means that another one won; 64 in a row mean that the store is broken. */
const MAX_ATTEMPTS = 64;

export const newAttempt = (): string => randomText(12);

const ownerOf = (accountId: number): string => `account:${accountId}`;
const nextOf = (attempt: string, family: Family) => ({
  version: attempt,
  value: writeFamily(family),
  expiresAt: endOf(family),
});

export function createFamilies(artifacts: ArtifactStore): Families {
  function loaded(id: string, { version, value }: Artifact): LoadedFamily | undefined {
    const family = readFamily(value);
    if (family === undefined) artifacts.reportUnreadable('family', id);
    return family && { id, version, family };
  }
  const load = async (id: string): Promise<LoadedFamily | undefined> => {
    const artifact = await artifacts.read('family', id);
    return artifact && loaded(id, artifact);
  };

  return {
    load,
    async open(id, family) {
      await artifacts.create('family', id, nextOf(newAttempt(), family), ownerOf(family.account));
    },
    async change(id, decide, { loaded: known, attempt = newAttempt() } = {}) {
      let current = known ?? (await load(id));
      for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
        if (current === undefined) return { kind: 'gone' };
        const decision = decide(current.family);
        if (decision.family === undefined) return decision;
        const next = nextOf(attempt, decision.family);
        const owner = ownerOf(decision.family.account);
        const verdict = await artifacts.swap('family', id, current.version, next, owner);
        if (verdict === 'won') return decision;
        current = verdict === 'gone' ? undefined : await load(id);
      }
      throw storeUnavailable(new Error(`family ${id} changed ${MAX_ATTEMPTS} times during one change`));
    },
    revoke: (id) => artifacts.remove('family', id),
    epochOf: (id) => artifacts.epochOf('family', id),
    isCurrent: (epoch) => artifacts.isCurrent(epoch),
    async ofAccount(accountId) {
      const owned = await artifacts.ownedBy('family', ownerOf(accountId));
      return owned.flatMap(({ key, ...artifact }) => loaded(key, artifact) ?? []);
    },
  };
}
