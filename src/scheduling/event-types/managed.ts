/*
 * What a member's event type takes from the managed one of their team, and what the member may say otherwise: from which
 * schedule, where, and into which calendar. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { present } from '../../present.js';
import type { PropertyFault } from '../../errors.js';
import type { EventTypeTerms } from './event-type.js';

function ownAppearance({ appearance }: EventTypeTerms, own?: EventTypeTerms): EventTypeTerms['appearance'] {
  const { destinationCalendar: _ofSomebodyElse, ...rest } = appearance;
  const destinationCalendar = own?.appearance.destinationCalendar;
  return { ...rest, ...present({ destinationCalendar }) };
}

/** `own`: what the member's event type says now; absent for a new one. */
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

/** Those of the settings that a member asks for and may not have. */
export function lockedFaults(current: EventTypeTerms, asked: EventTypeTerms): readonly PropertyFault[] {
  const [wanted, allowed] = [settingsOf(asked), settingsOf(inherited(current, asked))];
  const names = new Set([...Object.keys(wanted), ...Object.keys(allowed)]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(wanted[name], allowed[name]))
    .map((property) => ({
      property,
      message: 'must stay as it is: the team that manages this event type says so',
    }));
}
