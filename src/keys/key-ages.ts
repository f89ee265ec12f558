/*
 * How old the keys of SECRET_KEYS are, and what to do about one. The database records when a key was first in use, and since
 * when it is the first of the list; keys themselves are never stored.
 */
import { DAY } from '../durations.js';

export interface KeyAge {
  /** The prefix of everything that is written under it. */
  readonly id: string;
  /** Since when it is in the list, as far as is known. */
  readonly seenAt: Date;
  /** Since when it is the first. */
  readonly writesSince?: Date;
}

/** Adapter: adapters/knex/keys/key-ages.ts. */
export interface KeyAgeStore {
  /** Newest first. Records those that are not known, and that the first one writes. */
  note(ids: readonly string[]): Promise<void>;
  /** Keys that were never noted are missing. */
  ages(ids: readonly string[]): Promise<readonly KeyAge[]>;
}

/**
 * `writes`: nothing to do. `rotate`: it writes for longer than a year. `next`: it only reads, and was never the first.
 * `keep`: something may still depend on it. `removable`: all that it wrote has expired or was written again. `unknown`: not
 * noted yet.
 */
export type KeyAdvice = 'writes' | 'rotate' | 'next' | 'keep' | 'removable' | 'unknown';

export interface KeyState {
  /** From 1, the first of the list. */
  readonly position: number;
  readonly id: string;
  readonly seenAt?: Date;
  readonly writesSince?: Date;
  readonly advice: KeyAdvice;
}

const ROTATE_AFTER_MS = 365 * DAY;
/** Sessions that are not used live as long; a day more, since replicas get the new list one after the other. */
const SESSIONS_MS = 30 * DAY;
const REPLICAS_MS = DAY;

const isOlder = (at: Date | undefined, duration: number, now: number): boolean =>
  at !== undefined && now - at.getTime() > duration;

function adviceOf(
  age: KeyAge | undefined,
  newest: KeyAge | undefined,
  keepMs: number,
  now: number,
): KeyAdvice {
  if (age === undefined) return 'unknown';
  if (age === newest) return isOlder(age.writesSince, ROTATE_AFTER_MS, now) ? 'rotate' : 'writes';
  if (age.writesSince === undefined) return 'next';
  return isOlder(newest?.writesSince, keepMs, now) ? 'removable' : 'keep';
}

/** `ids`: newest first. `refreshTokenTtl` in seconds. Pure. */
export function keyStates(
  ids: readonly string[],
  ages: readonly KeyAge[],
  { refreshTokenTtl, now }: { readonly refreshTokenTtl: number; readonly now: number },
): readonly KeyState[] {
  const ageOf = (id: string | undefined): KeyAge | undefined => ages.find((age) => age.id === id);
  const newest = ageOf(ids[0]);
  const keepMs = Math.max(refreshTokenTtl * 1000, SESSIONS_MS) + REPLICAS_MS;
  return ids.map((id, index) => {
    const age = ageOf(id);
    return { position: index + 1, id, ...age, advice: adviceOf(age, newest, keepMs, now) };
  });
}
