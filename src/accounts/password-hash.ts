/*
 * argon2id (RFC 9106) with the parameters of the OWASP password storage guide. Hashing is the dearest thing a stranger
 * can ask for, so it has its own small pool: two at once leave threads for everything else, a short line waits,
 * whoever comes after that is told to come back.
 */
import { hash, verify } from '@node-rs/argon2';
import { tooManyRequests } from '../errors.js';
import { normalPassword } from './password.js';

export interface Passwords {
  /** An argon2id string. */
  hash(password: string): Promise<string>;
  /** False for a wrong password. Without a hash (no such account) it takes the same time and is false. */
  verify(password: string, passwordHash: string | undefined): Promise<boolean>;
}

interface PoolSize {
  readonly atOnce: number;
  readonly waiting: number;
}

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash of 32 random bytes that nobody kept, with the parameters above. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$zvWhK+aMSj+/AEHrU5KGkg$u+jlFWQZc9zVzNbTi2O6RVyn0cpIrWuHVHNen0WsuHE';

function createPool({ atOnce, waiting }: PoolSize): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (line.length >= waiting) throw tooManyRequests(1);
    // Whoever leaves hands its place on, so `running` stays as it is.
    await new Promise<void>((resolve) => line.push(resolve));
  };
  const leave = (): void => {
    const next = line.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** Throws 429 when the line is full. */
export function createPasswords(size: PoolSize = { atOnce: 2, waiting: 32 }): Passwords {
  const inPool = createPool(size);
  return {
    hash: (password) => inPool(() => hash(normalPassword(password), PARAMETERS)),
    async verify(password, passwordHash) {
      const matches = await inPool(() => verify(passwordHash ?? NOBODYS_HASH, normalPassword(password)));
      return matches && passwordHash !== undefined;
    },
  };
}
