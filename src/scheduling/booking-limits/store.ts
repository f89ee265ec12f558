/* The port of a user's own limits over all event types. Only members of an organization have them. */
import type { Actor } from '../../events/audit-log.js';
import type { PersonLimits } from '../slots/slot.js';

/** Only what is named changes; null removes a limit. */
export type LimitsChange = { readonly [period in keyof PersonLimits]: PersonLimits[period] | null };

/** Each result is undefined for a user without an organization; nothing changes then. */
export interface BookingLimitStore {
  find(accountId: number): Promise<PersonLimits | undefined>;
  /** The new limits. `accept` checks them first; an error that it throws rolls the change back. */
  change(
    accountId: number,
    change: LimitsChange,
    actor: Actor,
    accept?: (limits: PersonLimits) => void,
  ): Promise<PersonLimits | undefined>;
  /** All of them. */
  clear(accountId: number, actor: Actor): Promise<PersonLimits | undefined>;
}
