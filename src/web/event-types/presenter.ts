/* Event types in words. Pure. */
import type { ListedEventType } from '../../../views/event-types/event-types.js';
import { LOCATION_KINDS } from '../../../views/event-types/form-values.js';
import type { Definition } from '../../../views/parts/definition-list.js';
import { counted } from '../../../views/parts/text/counted.js';
import { SCHEDULING_LABELS } from '../../../views/event-types/hosts.js';
import type {
  EventType,
  EventTypeTerms,
  Location,
  SchedulingType,
} from '../../scheduling/event-types/event-type.js';
import { appNamed, FACTS } from '../../scheduling/event-types/meeting-apps.js';
import { pathOf } from './own-event-type.js';
import type { EventTypesOwner, OwnedEventType } from './owner.js';

const lengthText = ({ lengthInMinutes, lengthInMinutesOptions = [lengthInMinutes] }: EventType): string =>
  `${lengthInMinutesOptions.join(', ')} ${lengthInMinutesOptions.join() === '1' ? 'minute' : 'minutes'}`;

const appTitle = (name: string): string => {
  const app = appNamed(name);
  return app === undefined ? name : FACTS[app].title;
};

const locationText = (location: Location): string =>
  location.type === 'integration' ? appTitle(location.integration) : LOCATION_KINDS[location.type];

const MAX_LOCATIONS = 3;

function locationsText(locations: readonly Location[]): string {
  const texts = [...new Set(locations.map(locationText))];
  if (texts.length === 0) return 'No location';
  const more = texts.length - MAX_LOCATIONS;
  return [...texts.slice(0, MAX_LOCATIONS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const REQUIREMENTS: readonly (readonly [text: string, holds: (terms: EventTypeTerms) => boolean])[] = [
  ['Confirmed by you', ({ confirmationPolicy }) => confirmationPolicy?.type === 'always'],
  ['Confirmed by you at short notice', ({ confirmationPolicy }) => confirmationPolicy?.type === 'time'],
  [
    'E-mail address confirmed',
    ({ requiresBookerEmailVerification }) => requiresBookerEmailVerification === true,
  ],
  ['Sign-in required', ({ bookingRequiresAuthentication }) => bookingRequiresAuthentication],
];

const requirementsOf = (terms: EventTypeTerms): readonly string[] =>
  REQUIREMENTS.filter(([, holds]) => holds(terms)).map(([text]) => text);

const groupFacts = ({ seats, recurrence }: EventTypeTerms): readonly string[] => [
  ...(seats === undefined ? [] : [counted(seats.seatsPerTimeSlot, 'seat')]),
  ...(recurrence === undefined ? [] : [`repeats ${recurrence.frequency}`]),
];

const SCHEDULING: Readonly<Record<SchedulingType, string>> = SCHEDULING_LABELS;

const schedulingFacts = ({ schedulingType }: EventType): readonly string[] =>
  schedulingType === undefined ? [] : [SCHEDULING[schedulingType]];

export function presentListed(
  { eventType, publicUrl }: OwnedEventType,
  of: EventTypesOwner,
): ListedEventType {
  return {
    title: eventType.title,
    to: pathOf(of, eventType.id),
    publicUrl,
    hidden: eventType.hidden,
    managed: eventType.parentId !== undefined,
    facts: [
      ...schedulingFacts(eventType),
      ...[lengthText(eventType), locationsText(eventType.locations), ...groupFacts(eventType)],
    ],
    requires: requirementsOf(eventType),
  };
}

/** What a team decides of an event type that it manages. */
export const lockedFacts = (eventType: EventType): readonly Definition[] => [
  { term: 'Title', value: eventType.title },
  { term: 'Slug', value: eventType.slug },
  { term: 'Description', value: eventType.description === '' ? undefined : eventType.description },
  { term: 'Length', value: lengthText(eventType) },
  {
    term: 'Kept free',
    value: `${eventType.beforeEventBuffer} minutes before, ${eventType.afterEventBuffer} minutes after`,
  },
  { term: 'Minimum notice', value: counted(eventType.minimumBookingNotice, 'minute') },
  { term: 'Requires', value: requirementsOf(eventType).join(', ') || undefined },
  { term: 'Seats and recurrence', value: groupFacts(eventType).join(', ') || undefined },
];
