/* Where a booking takes place: one of the locations that its event type offers, with what the attendee says about it. */
import { present } from '../../../present.js';
import type { Location } from '../../event-types/event-type.js';
import type { BookingLocation } from '../booking.js';

/** What a booker asks for; `value` is the address, number or place that some kinds need from the attendee. */
export interface AskedLocation {
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

/** Of several links or conferencing apps the one that was named; of several addresses the first. */
function fits(offered: Location, { type, value, integration }: AskedLocation): boolean {
  if (offered.type !== type) return false;
  if (offered.type === 'integration') return integration === undefined || offered.integration === integration;
  return offered.type !== 'link' || value === undefined || offered.link === value;
}

const refused = (message: string): LocationChoice => ({ kind: 'refused', message });

function chosenLocation(offered: Location, value: string | undefined): LocationChoice {
  const property = FROM_ATTENDEE[offered.type];
  if (property === undefined) {
    const value = fixedValue(offered);
    return { kind: 'chosen', location: { type: offered.type, ...present({ value }) } };
  }
  if (value === undefined)
    return refused(`must be given as { "type": "${offered.type}", "${property}": ... }`);
  return { kind: 'chosen', location: { type: offered.type, value: value } };
}

/** Without a wish it is the first one offered. */
export function chooseLocation(offers: readonly Location[], asked?: AskedLocation): LocationChoice {
  const [first] = offers;
  if (asked === undefined)
    return first ? chosenLocation(first, undefined) : { kind: 'chosen', location: null };
  const offered = offers.find((offer) => fits(offer, asked));
  if (offered) return chosenLocation(offered, asked.value);
  const kinds = [...new Set(offers.map(({ type }) => type))].join(', ');
  return refused(kinds === '' ? 'must be left out: this event type offers none' : `must be one of: ${kinds}`);
}
