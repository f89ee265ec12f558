/*
 * Events of connected calendars in one shape, whichever calendar they are in. An id says nothing of its calendar, so
 * that the likely ones are asked first: where bookings go, then the main one of each connection, then the others.
 */
import { badRequest, notFound } from '../../errors.js';
import type { CalendarKind } from './calendar.js';
import { calendarsOf } from './use-cases.js';
import type { CalendarUseCasesDeps } from './use-cases.js';
import { CalendarFault } from './fault.js';
import { withCalendars } from './calendar-clients.js';
import type { OpenedCalendars, Opening } from './calendar-clients.js';
import type { EventEdit, EventName, UnifiedEvent } from './provider.js';
import { FACTS } from './presenter.js';
import type { PersonalCalendars } from './store.js';

export interface EventPath {
  readonly kind: CalendarKind;
  readonly eventId: string;
}

interface Candidate {
  readonly connection: Opening;
  readonly externalId: string;
}

/** Somebody with more calendars than that names the event by its main one. */
const MAX = 10;

function candidates(
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
  return all.sort((one, other) => rank(one) - rank(other)).slice(0, MAX);
}

type Written = NonNullable<OpenedCalendars['written']>;

async function firstOf(
  deps: CalendarUseCasesDeps,
  accountId: number,
  { kind, eventId }: EventPath,
  ask: (written: Written, name: EventName) => Promise<UnifiedEvent | undefined>,
): Promise<UnifiedEvent> {
  const personal = await calendarsOf(deps, accountId);
  try {
    for (const { connection, externalId } of candidates(personal, kind)) {
      const found = await withCalendars(deps, connection, async ({ written }) =>
        written === undefined ? undefined : ask(written, { externalId, eventId }),
      );
      if (found !== undefined) return found;
    }
  } catch (error) {
    throw error instanceof CalendarFault ? badRequest(`${FACTS[kind].name}: ${error.message}.`) : error;
  }
  throw notFound('Your connected calendars have no such event.');
}

export const findEvent = (
  deps: CalendarUseCasesDeps,
  accountId: number,
  path: EventPath,
): Promise<UnifiedEvent> => firstOf(deps, accountId, path, (written, name) => written.find(name));

export const editEvent = (
  deps: CalendarUseCasesDeps,
  accountId: number,
  path: EventPath,
  edit: EventEdit,
): Promise<UnifiedEvent> => firstOf(deps, accountId, path, (written, name) => written.edit(name, edit));
