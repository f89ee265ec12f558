/* The record of a browser session: its contents, its sealing, and when it ends. Pure. */
import { DAY, MINUTE } from '../durations.js';
import { recordFormat, UNNUMBERED } from '../artifacts/format.js';
import type { KeyRing } from '../keys/key-ring.js';

export interface SessionRecord {
  /** Keyed hash of the secret half of the cookie. */
  readonly secretHash: string;
  readonly accountId: number;
  /** That of the account when the user was proven. Absent: 0. */
  readonly accessGeneration?: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** When the user last proved who they are: by signing in, or by confirming since. */
  readonly confirmedAt: number;
  readonly clientIp: string;
  /** `Firefox on Linux`. */
  readonly browser: string;
}

const FORMAT = recordFormat('session', [UNNUMBERED]);

const IDLE_LIMIT = 30 * DAY;
export const ABSOLUTE_LIMIT = 90 * DAY;
/** Last use is written at most this often, so that reading a page is not a write. */
const TOUCH_AFTER = 5 * MINUTE;

export const endOf = ({ createdAt, lastSeenAt }: SessionRecord): number =>
  Math.min(lastSeenAt + IDLE_LIMIT, createdAt + ABSOLUTE_LIMIT);

export const isStale = ({ lastSeenAt }: SessionRecord, now: number): boolean =>
  now - lastSeenAt >= TOUCH_AFTER;

/** Sealed as a whole: client IP and browser are personal data. */
export const sealRecord = (keys: KeyRing, record: SessionRecord): string =>
  FORMAT.write(keys.seal(JSON.stringify(record)));

/**
 * Undefined for a record that cannot be read: it is damaged, or its key has left the ring. The seal proves that the rest
 * was written here. Throws 503 for a record of a newer format.
 */
export function openRecord(keys: KeyRing, value: string): SessionRecord | undefined {
  const plain = keys.open(FORMAT.read(value));
  return plain === undefined ? undefined : (JSON.parse(plain) as SessionRecord);
}
