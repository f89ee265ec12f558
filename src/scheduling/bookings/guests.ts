/* The guests of a booking, besides its attendees. All have an address; some have more. Pure. */
import type { Booking } from './booking.js';

export interface Guest {
  readonly email: string;
  readonly name?: string;
  readonly timeZone?: string;
  readonly phoneNumber?: string;
  readonly language?: string;
}

/** In the order in which they were invited. */
export const guestsOf = ({
  guests,
  guestDetails = [],
}: Pick<Booking, 'guests' | 'guestDetails'>): readonly Guest[] =>
  guests.map((address) => guestDetails.find(({ email }) => email === address) ?? { email: address });

export const hasDetails = (guest: Guest): boolean => Object.keys(guest).length > 1;

export const guestLine = ({ name, email }: Guest): string =>
  name === undefined ? email : `${name} <${email}>`;
