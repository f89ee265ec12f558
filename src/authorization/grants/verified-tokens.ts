/*
 * What this process has verified: for an access token the record that it was found in, and what the record says of it.
 * The store is asked with every call all the same; only a record that has not changed is not read and hashed again.
 */
import type { Principal } from '../../api/principal.js';
import type { Family } from './token-family.js';

export interface VerifiedToken {
  /** The text of the family's record. */
  readonly record: string;
  /** What the whole grant has. */
  readonly granted: Pick<Family, 'clientVersion' | 'scope'>;
  /** With every scope of the token, also those that its client has lost since. */
  readonly principal: Principal;
}

export interface VerifiedTokens {
  /** Undefined where the record is not the one that the token was verified in. */
  find(token: string, record: string): VerifiedToken | undefined;
  keep(token: string, verified: VerifiedToken): void;
}

/** Two generations of this many: some kilobytes each at most. */
const GENERATION_SIZE = 2_000;

/** The tokens that were not used for the longest time are forgotten. */
export function createVerifiedTokens(size = GENERATION_SIZE): VerifiedTokens {
  let recent = new Map<string, VerifiedToken>();
  let older = new Map<string, VerifiedToken>();
  function keep(token: string, verified: VerifiedToken): void {
    if (recent.size >= size) {
      older = recent;
      recent = new Map();
    }
    recent.set(token, verified);
  }
  function lookUp(token: string): VerifiedToken | undefined {
    const known = recent.get(token);
    if (known !== undefined) return known;
    const old = older.get(token);
    if (old !== undefined) keep(token, old);
    return old;
  }
  return {
    keep,
    find(token, record) {
      const known = lookUp(token);
      return known?.record === record ? known : undefined;
    },
  };
}
