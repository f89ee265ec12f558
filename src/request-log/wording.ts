/* What the words for a cause are made of. */
import { MINUTE, SECOND } from '../durations.js';
import type { CauseCode, CauseFacts } from './causes.js';
import type { RedirectDifference } from './redirect-difference.js';
import type { GrantHistory } from './store.js';

export interface About {
  /** When the request came. Milliseconds since the epoch. */
  readonly at: number;
  readonly history: GrantHistory;
  /** Seconds that a code can be exchanged. */
  readonly codeTtl: number;
  /** Now, in milliseconds since the epoch. */
  readonly now: number;
}

/** What went wrong, in one sentence, and what to do. */
export type Words = readonly [why: string, fix: string];

export type Wording = {
  readonly [Code in CauseCode]: (facts: CauseFacts[Code], about: About) => Words;
};

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

/** `2 days`, `1 second` */
export function duration(milliseconds: number): string {
  const length = Math.max(milliseconds, SECOND);
  const [unit, size] = UNITS.find(([, one]) => length >= one) ?? ['second', SECOND];
  const count = Math.floor(length / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export const listed = (names: readonly string[]): string => names.join(', ');
const inParts = ({ differsIn }: RedirectDifference): string => differsIn.join(' and ');

export const redirectWhy = (difference: RedirectDifference, right: string): string =>
  difference.closest === undefined
    ? `The redirect_uri does not equal ${right}.`
    : `The redirect_uri differs from ${right} in ${inParts(difference)}: ${difference.sent} was sent, ${difference.closest} is right.`;

export const NEW_AUTHORIZATION = 'Send the user through a new authorization.';
