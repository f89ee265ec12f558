/* Shared by the pages of event types: dependencies, paths, finding one for its owner, and what its use cases refuse. */
import type { Crumb } from '../../../views/shell.js';
import { AppError, type PropertyFault } from '../../errors.js';
import type { BookingStore } from '../../scheduling/bookings/store.js';
import type { ConferencingStore } from '../../scheduling/conferencing/store.js';
import type { EventTypeStore } from '../../scheduling/event-types/store.js';
import type { EventTypeDeps } from '../../scheduling/event-types/use-cases.js';
import type { PrivateLinkDeps, PrivateLinkUseCases } from '../../scheduling/private-links/use-cases.js';
import type { ScheduleStore } from '../../scheduling/schedules/store.js';
import type { UserRequest } from '../page.js';
import { idOf } from '../request-values.js';
import type { EventTypesOwner, OwnedEventType } from './owner.js';

export interface EventTypePagesDeps extends EventTypeDeps, PrivateLinkDeps {
  readonly eventTypes: EventTypeStore;
  readonly schedules: Pick<ScheduleStore, 'list'>;
  readonly conferencing: Pick<ConferencingStore, 'list'>;
  readonly bookings: Pick<BookingStore, 'list' | 'listIn'>;
}

export interface EventTypePages extends EventTypePagesDeps {
  readonly links: PrivateLinkUseCases;
  /** Throws 404 and 403 for a team that the user does not administer. */
  readonly ownerOf: (request: UserRequest) => Promise<EventTypesOwner>;
}

export const EVENT_TYPES_PATH = '/settings/event-types';

/** The id in the path; 0, which is none, for anything else. */
export const idIn = ({ param }: UserRequest): number => idOf(param('eventTypeId'));

/** An event type with its owner. */
export interface Own extends OwnedEventType {
  readonly of: EventTypesOwner;
  /** Of its page. */
  readonly path: string;
}

export async function ownEventType({ ownerOf }: EventTypePages, request: UserRequest): Promise<Own> {
  const of = await ownerOf(request);
  const found = await of.find(idIn(request));
  return { ...found, of, path: pathOf(of, found.eventType.id) };
}

export const pathOf = ({ path }: EventTypesOwner, id: number): string => `${path}/${id}`;

const LIST = 'Event types';

/** Of the list itself is none for the user's own: it is in the navigation. */
export const crumbsOf = ({ team, path, above }: EventTypesOwner): readonly Crumb[] =>
  team === undefined ? above : [...above, { label: LIST, to: path }];

/** Of the pages below the one of the event type. */
export const crumbsBelow = ({ of, eventType, path }: Own): readonly Crumb[] => [
  ...crumbsOf(of),
  { label: eventType.title, to: path },
];

/** Why an edit was not saved. */
export interface Refused {
  readonly status: 409 | 422;
  readonly faults: readonly PropertyFault[];
  /** A whole sentence, about that property or about none. */
  readonly reason?: { readonly text: string; readonly property: string | undefined };
  /** The event type is not as it was when the form was made. */
  readonly stale?: true;
}

/** For `catch` of a use case: a refusal of the input; anything else goes on. */
export function refusedBy(error: unknown): Refused {
  if (!(error instanceof AppError) || (error.status !== 400 && error.status !== 409)) throw error;
  const { message, status, details } = error;
  if (status === 400 && Array.isArray(details['errors']))
    return { status: 422, faults: details['errors'] as readonly PropertyFault[] };
  const property = typeof details['property'] === 'string' ? details['property'] : undefined;
  if (property === 'version') return { status: 409, faults: [], stale: true };
  return { status: status === 409 ? 409 : 422, faults: [], reason: { text: message, property } };
}
