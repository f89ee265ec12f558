/* The location of a booking: one that its event type offers, with the value that the attendee adds. */
import { present } from '../../../present.js';
import type { Location } from '../../event-types/event-type.js';
import type { BookingLocation } from '../booking.js';

/** `value`: the address, number or location that some types need from the attendee. */
export interface RequestedLocation {
  readonly type: Location['type'];
  readonly value?: string;
  readonly integration?: string;
}

export type LocationChoice =
  | { readonly kind: 'chosen'; readonly location: BookingLocation | null }
  | { readonly kind: 'refused'; readonly message: string };

const FROM_ATTENDEE: Readonly<Partial<Record<Location['type'], string>>> = {
  attendeeAddress: 'address',
  attendeePhone: 'phone',
  attendeeDefined: 'location',
};

function fixedValue(location: Location): string | undefined {
  switch (location.type) {
    case 'address':
      return location.address;
    case 'link':
      return location.link;
    case 'phone':
      return location.phone;
    case 'integration':
      return location.integration;
    default:
      return undefined;
  }
}

/** Several links or conferencing apps are told apart by their value; of several addresses the first is taken. */
function fits(offered: Location, { type, value, integration }: RequestedLocation): boolean {
  if (offered.type !== type) return false;
  if (offered.type === 'integration') return integration === undefined || offered.integration === integration;
  return offered.type !== 'link' || value === undefined || offered.link === value;
}

const refused = (message: string): LocationChoice => ({ kind: 'refused', message });

function chosenLocation(offered: Location, value: string | undefined): LocationChoice {
  const property = FROM_ATTENDEE[offered.type];
  if (property !== undefined && value === undefined)
    return refused(`must be given as { "type": "${offered.type}", "${property}": ... }`);
  const stored = property === undefined ? fixedValue(offered) : value;
  return { kind: 'chosen', location: { type: offered.type, ...present({ value: stored }) } };
}

/** By default the first one offered. */
export function chooseLocation(offers: readonly Location[], requested?: RequestedLocation): LocationChoice {
  const [first] = offers;
  if (requested === undefined)
    return first ? chosenLocation(first, undefined) : { kind: 'chosen', location: null };
  const offered = offers.find((offer) => fits(offer, requested));
  if (offered) return chosenLocation(offered, requested.value);
  const kinds = [...new Set(offers.map(({ type }) => type))].join(', ');
  return refused(kinds === '' ? 'must be left out: this event type offers none' : `must be one of: ${kinds}`);
}
