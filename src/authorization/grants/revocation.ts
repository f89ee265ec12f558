/*
 * The end of a grant that its user chooses: one of four, and its time. Pure. The absolute limit (REFRESH_TOKEN_MAX_AGE)
 * holds for all of them, so an end beyond the limit is not offered.
 */

const DAY = 86_400;

/** Seconds. A year is 365 days. */
const CHOSEN = { '1d': DAY, '30d': 30 * DAY, '1y': 365 * DAY } as const;

export type ChosenEnd = keyof typeof CHOSEN;
/** `revoked`: until the user revokes it. */
export type GrantEnd = ChosenEnd | 'revoked';

const isChosen = (end: string): end is ChosenEnd => Object.hasOwn(CHOSEN, end);

/** Those to choose from, the shortest first: each ends at another time. `maxAge`: seconds. */
export const grantEnds = (maxAge: number): readonly GrantEnd[] => [
  ...Object.keys(CHOSEN)
    .filter(isChosen)
    .filter((end) => CHOSEN[end] < maxAge),
  'revoked',
];

/** Undefined for an end beyond the limit. A form without the field means what the page selects at first. */
export function readGrantEnd(value: string, maxAge: number): GrantEnd | undefined {
  if (value === '' || value === 'revoked') return 'revoked';
  return isChosen(value) && CHOSEN[value] <= maxAge ? value : undefined;
}

/** Milliseconds since the epoch, like `born`; `maxAge` in seconds. */
export const endsAt = (end: GrantEnd, born: number, maxAge: number): number =>
  born + 1000 * (end === 'revoked' ? maxAge : Math.min(CHOSEN[end], maxAge));

const HOUR = 3600;

/** Seconds: how long before its end a grant with at least this life is announced. The longest first. */
const AHEAD = [
  { life: 7 * DAY, ahead: 3 * DAY },
  { life: 6 * HOUR, ahead: 3 * HOUR },
] as const;

/** When the mail about the coming end is due; undefined for an end that was not chosen, or one that is near already. */
export function remindAt(end: GrantEnd, born: number, ends: number): number | undefined {
  const rule = AHEAD.find(({ life }) => ends - born >= life * 1000);
  return end === 'revoked' || rule === undefined ? undefined : ends - rule.ahead * 1000;
}

/**
 * `expires_in` of a token answer. RFC 6749 section 5.1 defines it as the lifetime of the access token, and the
 * contract fixes that lifetime at `ttl`; where the grant ends earlier, it is the time that remains. Never 0, which some
 * libraries take for "does not expire".
 */
export const lifetimeOf = (ttl: number, ends: number, now: number): number =>
  Math.max(1, Math.min(ttl, Math.floor((ends - now) / 1000)));

const UNITS = [
  ['day', DAY],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `30 days`, `90 minutes`: in the largest unit without a remainder. */
export function span(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? UNITS[3];
  const count = seconds / size;
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
