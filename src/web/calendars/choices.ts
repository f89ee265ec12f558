/* Compares the form of choices with the stored choices. Pure. */
import { present } from '../../present.js';
import { OUTAGE_CHOICES, type OutageChoice } from '../../scheduling/calendars/calendar.js';
import type { CalendarName, PersonalCalendars } from '../../scheduling/calendars/store.js';

export interface Choices {
  /** Ids of calendars. */
  readonly selected: readonly string[];
  /** The id of a calendar, or empty. */
  readonly destination: string;
  readonly outage: string;
}

export interface Changes {
  readonly selections: readonly { readonly name: CalendarName; readonly selected: boolean }[];
  /** Null: nowhere. Absent: unchanged. */
  readonly destination?: CalendarName | null;
  readonly outage?: OutageChoice;
}

/** Calendars that were added or removed after the form was rendered stay unchanged. */
export function changesOf(personal: PersonalCalendars, { selected, destination, outage }: Choices): Changes {
  const calendars = personal.connections.flatMap(({ id: connectionId, kind, calendars }) =>
    calendars.map(({ id, externalId, selected: before }) => {
      const name: CalendarName = { kind, connectionId, externalId };
      return { id: String(id), name, before, selected: selected.includes(String(id)) };
    }),
  );
  const isDestinationChanged = destination !== String(personal.destinationId ?? '');
  const chosen = destination === '' ? null : calendars.find(({ id }) => id === destination)?.name;
  return {
    selections: calendars.filter((one) => one.before !== one.selected),
    ...present({
      destination: isDestinationChanged ? chosen : undefined,
      outage: OUTAGE_CHOICES.find((choice) => choice === outage && choice !== personal.outage),
    }),
  };
}
