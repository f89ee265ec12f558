/* In which time zone the times of the page are. */
import type { ZoneView } from '../../../views/booking-page/zone-picker.js';
import type { Offered } from '../../scheduling/booking-pages/use-cases.js';
import { TIME_ZONES } from '../../scheduling/profile/rules.js';
import type { VisitorRequest } from '../page.js';
import { type Choice, PARAMETERS } from './choice.js';
import type { OfferedAt } from './deps.js';

/** `chosen`: in the address. `reader`: of who is signed in. `host`: where nothing else is known, or it is fixed. */
export interface Zone {
  readonly name: string;
  readonly source: 'chosen' | 'reader' | 'host';
}

const isLocked = ({ found }: Offered): boolean =>
  found.eventType.appearance.lockTimeZoneToggleOnBookingPage === true;

export function zoneOf({ user }: VisitorRequest, offered: OfferedAt, { timeZone }: Choice): Zone {
  if (timeZone !== undefined) return { name: timeZone, source: 'chosen' };
  if (user !== undefined && !isLocked(offered)) return { name: user.account.timeZone, source: 'reader' };
  return { name: offered.profile.timeZone, source: 'host' };
}

const NOTES = { chosen: undefined, reader: 'Your time zone', host: 'The time zone of the host' } as const;

export function presentZone(offered: OfferedAt, { name, source }: Zone, choice: Choice): ZoneView {
  const { month, date, duration } = choice;
  const kept = [
    [PARAMETERS.month, date?.slice(0, 7) ?? month],
    [PARAMETERS.duration, duration === undefined ? undefined : String(duration)],
  ] as const;
  const locked = isLocked(offered);
  return {
    name,
    note: NOTES[source],
    zones: locked ? [] : TIME_ZONES.includes(name) ? TIME_ZONES : [name, ...TIME_ZONES],
    action: offered.path,
    kept: kept.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
    field: PARAMETERS.timeZone,
    guess: !locked && source === 'host',
  };
}
