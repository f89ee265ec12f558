/* Values of calendars elsewhere as values of the API, and back. */

/** Undefined for a value that is not in the table. */
export const lookUp = <T extends string>(table: Readonly<Record<string, T>>, value = ''): T | undefined =>
  Object.hasOwn(table, value) ? table[value] : undefined;

/** RFC 5545 section 3.8.1.11. Google has the same values in lower case. */
export const EVENT_STATUSES = {
  CONFIRMED: 'accepted',
  TENTATIVE: 'pending',
  CANCELLED: 'cancelled',
} as const;

export const ICAL_STATUSES = {
  accepted: 'CONFIRMED',
  pending: 'TENTATIVE',
  declined: 'CANCELLED',
  cancelled: 'CANCELLED',
} as const;
