/* Shared by the pages of event types: paths, finding one for its owner, and what its use cases refuse. */
import { AppError, type PropertyFault } from '../../errors.js';
import { noEventType } from '../../scheduling/event-types/refusals.js';
import type { EventTypeStore, PersonalEventType } from '../../scheduling/event-types/store.js';
import type { EventTypeDeps, PersonalUseCases } from '../../scheduling/event-types/use-cases.js';
import type { BookingStore } from '../../scheduling/bookings/store.js';
import type { ConferencingStore } from '../../scheduling/conferencing/store.js';
import type { PrivateLinkDeps, PrivateLinkUseCases } from '../../scheduling/private-links/use-cases.js';
import type { ScheduleStore } from '../../scheduling/schedules/store.js';
import type { UserRequest } from '../page.js';
import { idOf } from '../request-values.js';

export interface EventTypePagesDeps extends EventTypeDeps, PrivateLinkDeps {
  readonly eventTypes: EventTypeStore;
  readonly schedules: Pick<ScheduleStore, 'list'>;
  readonly conferencing: Pick<ConferencingStore, 'list'>;
  readonly bookings: Pick<BookingStore, 'list'>;
}

export interface EventTypePages extends EventTypePagesDeps {
  readonly useCases: PersonalUseCases;
  readonly links: PrivateLinkUseCases;
}

export const EVENT_TYPES_PATH = '/settings/event-types';
export const eventTypePath = (id: number): string => `${EVENT_TYPES_PATH}/${id}`;

/** The id in the path; 0, which is none, for anything else. */
export const idIn = ({ param }: UserRequest): number => idOf(param('id'));

export async function ownEventType(
  { eventTypes }: Pick<EventTypePages, 'eventTypes'>,
  request: UserRequest,
): Promise<PersonalEventType> {
  const id = idIn(request);
  const found = id === 0 ? undefined : await eventTypes.find(request.user.account.id, id);
  if (found === undefined) throw noEventType();
  return found;
}

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
