/* Who may limit their own bookings, and which limits are consistent. Pure. */
import { AppError, invalidInput } from '../../errors.js';
import type { PersonLimits } from '../slots/slot.js';

/** `limits`: of a member of an organization; other users cannot read or change any. */
export function ofMember(limits: PersonLimits | undefined): PersonLimits {
  if (limits !== undefined) return limits;
  const message = 'Booking limits are for members of an organization, and you are in none.';
  throw new AppError(403, 'ORGANIZATION_MEMBERS_ONLY', message);
}

const PERIODS = ['perDay', 'perWeek', 'perMonth', 'perYear'] as const;

/** As for an event type: a shorter period must not allow more than a longer one. Throws. */
export function mustBeAscending(limits: PersonLimits): void {
  const limited = PERIODS.filter((period) => limits[period] !== undefined);
  const property = limited.find((period, at) => {
    const longer = limited[at + 1];
    return longer !== undefined && (limits[period] ?? 0) > (limits[longer] ?? Infinity);
  });
  if (property !== undefined)
    throw invalidInput([{ property, message: 'must not allow more than a longer period does' }]);
}
