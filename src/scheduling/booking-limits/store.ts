/* The port of a person's own limits over all event types. Only members of an organization have them. */
import type { Actor } from '../../events/audit-log.js';
import type { PersonLimits } from '../slots/slot.js';

/** Only what is named changes; null takes a limit away. */
export type LimitsChange = { readonly [period in keyof PersonLimits]: PersonLimits[period] | null };

/** Each is undefined for whoever is in no organization; then nothing changed. */
export interface BookingLimitStore {
  find(accountId: number): Promise<PersonLimits | undefined>;
  /** The limits as they are then. `accept` sees them first; what it throws ends the change without a trace. */
  change(
    accountId: number,
    change: LimitsChange,
    actor: Actor,
    accept?: (limits: PersonLimits) => void,
  ): Promise<PersonLimits | undefined>;
  /** All of them. */
  clear(accountId: number, actor: Actor): Promise<PersonLimits | undefined>;
}
