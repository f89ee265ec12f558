/*
 * Events of connected calendars. The id of an event does not name its calendar, so likely calendars are asked first:
 * the destination of bookings, then the primary one of each connection, then the others.
 */
import { notFound } from '../../errors.js';
import type { CalendarKind, Connection } from './calendar.js';
import { calendarsOf, throwAsRefusal } from './use-cases.js';
import type { CalendarUseCasesDeps } from './use-cases.js';
import { withCalendars } from './calendar-clients.js';
import type { EventEdit, EventName, OpenedCalendars, UnifiedEvent } from './provider.js';
import type { PersonalCalendars } from './store.js';

interface EventPath {
  readonly kind: CalendarKind;
  readonly eventId: string;
}

interface Candidate {
  readonly connection: Connection;
  readonly externalId: string;
}

/** Calendars that are asked for an event. */
const MAX_CANDIDATES = 10;

function candidatesFor(
  { connections, destinationId }: PersonalCalendars,
  kind: CalendarKind,
): readonly Candidate[] {
  const all = connections
    .filter((connection) => connection.kind === kind && !connection.invalid)
    .flatMap((connection) => connection.calendars.map((calendar) => ({ connection, ...calendar })));
  const rank = ({ id, primary }: (typeof all)[number]): number => {
    if (id === destinationId) return 0;
    return primary ? 1 : 2;
  };
  return all.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_CANDIDATES);
}

async function inFirst(
  deps: CalendarUseCasesDeps,
  accountId: number,
  { kind, eventId }: EventPath,
  ask: (calendars: OpenedCalendars, name: EventName) => Promise<UnifiedEvent | undefined> | undefined,
): Promise<UnifiedEvent> {
  const personal = await calendarsOf(deps, accountId);
  try {
    for (const { connection, externalId } of candidatesFor(personal, kind)) {
      const event = await withCalendars(deps, connection, async (calendars) =>
        ask(calendars, { externalId, eventId }),
      );
      if (event !== undefined) return event;
    }
  } catch (error) {
    throwAsRefusal(kind, error);
  }
  throw notFound('Your connected calendars have no such event.');
}

export const findEvent = (
  deps: CalendarUseCasesDeps,
  accountId: number,
  path: EventPath,
): Promise<UnifiedEvent> => inFirst(deps, accountId, path, (calendars, name) => calendars.find?.(name));

export const editEvent = (
  deps: CalendarUseCasesDeps,
  accountId: number,
  path: EventPath,
  edit: EventEdit,
): Promise<UnifiedEvent> => inFirst(deps, accountId, path, (calendars, name) => calendars.edit?.(name, edit));
