/*
 * argon2id (RFC 9106) with the parameters of the OWASP password storage guide. Hashing is the most expensive operation
 * that anonymous callers can cause, so it has its own small pool: two at once leave threads for everything else, a short
 * queue waits, and all others get 429.
 */
import { hash, verify } from '@node-rs/argon2';
import { createPool, type PoolLimits } from '../rate-limits/work-pool.js';
import { normalizePassword } from './password.js';

export interface Passwords {
  /** An argon2id string. */
  hash(password: string): Promise<string>;
  /** False for a wrong password. Without a hash (no such account) it takes the same time and is false. */
  verify(password: string, passwordHash: string | undefined): Promise<boolean>;
}

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash of 32 discarded random bytes, with the parameters above. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$zvWhK+aMSj+/AEHrU5KGkg$u+jlFWQZc9zVzNbTi2O6RVyn0cpIrWuHVHNen0WsuHE';

/** Throws 429 when the queue is full. */
export function createPasswords(size: PoolLimits = { concurrency: 2, waiting: 32 }): Passwords {
  const inPool = createPool(size);
  return {
    hash: (password) => inPool(() => hash(normalizePassword(password), PARAMETERS)),
    async verify(password, passwordHash) {
      const matches = await inPool(() => verify(passwordHash ?? DUMMY_HASH, normalizePassword(password)));
      return matches && passwordHash !== undefined;
    },
  };
}
