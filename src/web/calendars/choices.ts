/* Compares the form of choices with the stored choices. Pure. */
import type { OutageChoice } from '../../scheduling/calendars/calendar.js';
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

function destinationOf(
  { destinationId }: PersonalCalendars,
  chosen: string,
  nameOf: ReadonlyMap<string, CalendarName>,
): Pick<Changes, 'destination'> {
  if (chosen === String(destinationId ?? '')) return {};
  if (chosen === '') return { destination: null };
  const name = nameOf.get(chosen);
  return name === undefined ? {} : { destination: name };
}

/** Calendars that were added or removed after the form was rendered stay unchanged. */
export function changesOf(personal: PersonalCalendars, { selected, destination, outage }: Choices): Changes {
  const all = personal.connections.flatMap(({ id: connectionId, kind, calendars }) =>
    calendars.map((calendar) => ({
      ...calendar,
      name: { kind, connectionId, externalId: calendar.externalId },
    })),
  );
  const nameOf = new Map(all.map(({ id, name }) => [String(id), name]));
  const isOutage = outage === 'block' || outage === 'last_known';
  return {
    selections: all
      .map(({ id, name, selected: before }) => ({ name, before, selected: selected.includes(String(id)) }))
      .filter((one) => one.before !== one.selected)
      .map((one) => ({ name: one.name, selected: one.selected })),
    ...destinationOf(personal, destination, nameOf),
    ...(isOutage && outage !== personal.outage ? { outage } : {}),
  };
}
