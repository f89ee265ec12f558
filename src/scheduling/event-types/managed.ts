/*
 * What a member's copy inherits from the managed event type of a team, and what the member may choose: schedule,
 * locations and calendar. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { present } from '../../present.js';
import type { PropertyFault } from '../../errors.js';
import type { EventTypeTerms } from './event-type.js';

function ownAppearance({ appearance }: EventTypeTerms, own?: EventTypeTerms): EventTypeTerms['appearance'] {
  const { destinationCalendar: _ofTeam, ...rest } = appearance;
  const destinationCalendar = own?.appearance.destinationCalendar;
  return { ...rest, ...present({ destinationCalendar }) };
}

/** `own`: the current terms of the copy; absent for a new one. */
export const inherited = (parent: EventTypeTerms, own?: EventTypeTerms): EventTypeTerms => ({
  ...parent,
  scheduleId: own?.scheduleId ?? null,
  locations: own?.locations ?? parent.locations,
  appearance: ownAppearance(parent, own),
});

const settingsOf = ({ appearance, ...terms }: EventTypeTerms): Readonly<Record<string, unknown>> => ({
  ...terms,
  ...appearance,
});

/** Settings that a member may not change. */
export function lockedFaults(current: EventTypeTerms, requested: EventTypeTerms): readonly PropertyFault[] {
  const [wanted, allowed] = [settingsOf(requested), settingsOf(inherited(current, requested))];
  const names = new Set([...Object.keys(wanted), ...Object.keys(allowed)]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(wanted[name], allowed[name]))
    .map((property) => ({
      property,
      message: 'must stay as it is: the team that manages this event type says so',
    }));
}
