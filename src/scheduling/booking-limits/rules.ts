/* Who may limit their own bookings. Pure. */
import { AppError } from '../../errors.js';
import type { PersonLimits } from '../slots/slot.js';

/** `limits`: of a member of an organization; everybody else has none to read or change. */
export function ofMember(limits: PersonLimits | undefined): PersonLimits {
  if (limits !== undefined) return limits;
  const message = 'Booking limits are for members of an organization, and you are in none.';
  throw new AppError(403, 'ORGANIZATION_MEMBERS_ONLY', message);
}
