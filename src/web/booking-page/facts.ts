/* What the page of an event type says about it, beside the calendar and the form. Pure. */
import type { FactsView, OwnerView } from '../../../views/booking-page/facts.js';
import type { PublicProfile } from '../../scheduling/booking-pages/store.js';
import type { Offered } from '../../scheduling/booking-pages/use-cases.js';
import type { EventType, Location, Recurrence } from '../../scheduling/event-types/event-type.js';
import { publicPath } from '../../scheduling/event-types/public-url.js';

/** `45 min`, `1 h 30 min`. */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}

const PERIODS = { yearly: 'year', monthly: 'month', weekly: 'week' } as const;

function recurrenceText({ interval, frequency, occurrences }: Recurrence): string {
  const period = PERIODS[frequency];
  const every = interval === 1 ? `Every ${period}` : `Every ${interval} ${period}s`;
  return `${every}, up to ${occurrences} times`;
}

const APPS: Readonly<Record<string, string>> = {
  'cal-video': 'Video call',
  jitsi: 'Jitsi',
  'google-meet': 'Google Meet',
  zoom: 'Zoom',
  'office365-video': 'Microsoft Teams',
};

type TypeWithoutDetail = Exclude<Location['type'], 'address' | 'link' | 'phone' | 'integration'>;
const FROM_ATTENDEE: Readonly<Record<TypeWithoutDetail, string>> = {
  attendeeAddress: 'At your address',
  attendeePhone: 'By phone, at your number',
  attendeeDefined: 'Where you choose',
  organizersDefaultApp: 'Online meeting',
};

/** What is not public is disclosed to attendees alone. */
export function locationText(location: Location): string {
  switch (location.type) {
    case 'address':
      return location.public ? location.address : 'In person';
    case 'link':
      return location.public ? location.link : 'Online';
    case 'phone':
      return location.public ? location.phone : 'By phone';
    case 'integration':
      return APPS[location.integration] ?? location.integration;
    default:
      return FROM_ATTENDEE[location.type];
  }
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20))
    .join('')
    .toUpperCase();

/** Pages show pictures of their own site alone: another one would learn who visits. */
const ownPicture = (url: string | null, appUrl: string): string | undefined =>
  url?.startsWith(`${appUrl}/`) ? url : undefined;

export const presentOwner = ({ owner, name, pictureUrl, bio }: PublicProfile, appUrl: string): OwnerView => ({
  name,
  initials: initialsOf(name),
  picture: ownPicture(pictureUrl, appUrl),
  bio: bio === null || bio === '' ? undefined : bio,
  to: publicPath(owner),
});

/** Of a team that names its members. */
const hostNames = ({ profile, found: { eventType, hosts } }: Offered): readonly string[] =>
  eventType.ownerId !== null || profile.hidesMembers ? [] : hosts.flatMap(({ name }) => name ?? []);

const WAITS = 'The host confirms each booking';
const WAITS_SOON = 'The host confirms bookings at short notice';

const confirmationText = ({ confirmationPolicy }: EventType): string | undefined =>
  confirmationPolicy && (confirmationPolicy.type === 'always' ? WAITS : WAITS_SOON);

export function presentFacts(offered: Offered, appUrl: string): Omit<FactsView, 'lengths'> {
  const { profile, found } = offered;
  const { title, description, locations, recurrence } = found.eventType;
  return {
    owner: presentOwner(profile, appUrl),
    title,
    description: description === '' ? undefined : description,
    hosts: hostNames(offered),
    oneHost: found.eventType.schedulingType === 'roundRobin',
    locations: [...new Set(locations.map(locationText))],
    recurrence: recurrence && recurrenceText(recurrence),
    confirmation: confirmationText(found.eventType),
  };
}
