/* The changes that only hosts and administrators of their teams make, for endpoints and pages alike. */
import type { Booking, BookingLocation } from '../booking.js';
import type { BookingDeps } from '../creation/create.js';
import { planAbsence, planAmendment, planGuests } from './amendments.js';
import { planAcceptance, planRejection, planRescheduleRequest } from './host-decisions.js';
import type { AbsenceInput, GuestsInput } from './host-schemas.js';
import { changeHosted, changeHostedOne, type HostCall } from './hosting.js';

type Deps = Pick<BookingDeps, 'bookings' | 'clock'>;
type Changed = Promise<readonly Booking[]>;

export const acceptBooking = ({ bookings, clock }: Deps, call: HostCall): Changed =>
  changeHosted(bookings, call, () => planAcceptance(clock()), { checkTime: true });

export const rejectBooking = ({ bookings, clock }: Deps, call: HostCall, reason?: string): Changed =>
  changeHosted(bookings, call, () => planRejection(reason, clock()));

export const requestAnotherTime = ({ bookings, clock }: Deps, call: HostCall, reason?: string): Changed =>
  changeHosted(bookings, call, (user) => planRescheduleRequest(reason, user, clock()));

export const changeLocation = (
  { bookings, clock }: Deps,
  call: HostCall,
  location: BookingLocation,
): Changed => changeHosted(bookings, call, () => planAmendment({ location }, clock()));

export const addGuests = ({ bookings, clock }: Deps, call: HostCall, input: GuestsInput): Changed =>
  changeHosted(bookings, call, () => planGuests(input, clock()));

export const markAbsences = (
  { bookings, clock }: Deps,
  call: HostCall,
  input: AbsenceInput,
): Promise<Booking> => changeHostedOne(bookings, call, planAbsence(input, clock()));
