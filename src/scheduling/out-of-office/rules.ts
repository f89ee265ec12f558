/* What an absence may say. Pure. */
import type { PropertyFault } from '../../errors.js';
import { accountOf } from '../memberships/rules.js';
import type { Owner } from '../owner.js';
import type { NewAbsence } from './store.js';

export const NOTES_LENGTH = 2_000;

type Times = Pick<NewAbsence, 'start' | 'end'>;

/** Null removes the notes or the stand-in. */
export type AbsenceChange = Partial<NewAbsence>;

/** An absence has a length and does not lie in the past. */
export function timeFaults({ start, end }: Times, now: number): readonly PropertyFault[] {
  if (end <= start) return [{ property: 'end', message: 'must be after start' }];
  if (end <= now) return [{ property: 'end', message: 'must not be in the past' }];
  return [];
}

export const standInFaults = (
  owner: Owner,
  { standInId }: Pick<AbsenceChange, 'standInId'>,
): readonly PropertyFault[] =>
  standInId === accountOf(owner) ? [{ property: 'toUserId', message: 'must be somebody else' }] : [];

/** Unchanged times may lie in the past: notes can be corrected afterwards. */
export const changeFaults = (
  absence: NewAbsence,
  change: AbsenceChange,
  now: number,
): readonly PropertyFault[] =>
  change.start === undefined && change.end === undefined ? [] : timeFaults({ ...absence, ...change }, now);
