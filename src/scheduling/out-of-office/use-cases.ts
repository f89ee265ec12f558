/* Use cases of absences, of users and of members. */
import type { z } from 'zod';
import { present } from '../../present.js';
import { momentIn } from '../instants.js';
import type { Moment } from '../instants.js';
import type { Actor } from '../../events/audit-log.js';
import type { AppError, PropertyFault } from '../../errors.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import type { Owner } from '../owner.js';
import { noMember, noOwner } from '../mounts.js';
import type { AbsenceChange } from './rules.js';
import { changeFaults, standInFaults, timeFaults } from './rules.js';
import type { absenceChangeInput, absenceInput, absenceReply } from './schemas.js';
import type { Absence, AbsenceQuery, AbsenceRefusal, AbsenceStore, MemberAbsenceQuery } from './store.js';

export type AbsenceView = z.input<typeof absenceReply>;
type Sent = z.output<typeof absenceInput>;
type SentChange = z.output<typeof absenceChangeInput>;

export interface OutOfOffice {
  readonly absences: AbsenceStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface AbsenceUseCases {
  list(accountId: number, query: AbsenceQuery): Promise<AbsenceView[]>;
  listIn(groupId: number, query: MemberAbsenceQuery): Promise<AbsenceView[]>;
  add(owner: Owner, sent: Sent, actor: Actor): Promise<AbsenceView>;
  change(owner: Owner, id: number, sent: SentChange, actor: Actor): Promise<AbsenceView>;
  remove(owner: Owner, id: number, actor: Actor): Promise<AbsenceView>;
}

const toReply = (absence: Absence): AbsenceView => ({
  id: absence.id,
  uuid: absence.uuid,
  userId: absence.accountId,
  start: new Date(absence.start).toISOString(),
  end: new Date(absence.end).toISOString(),
  reason: absence.reason,
  ...present({ notes: absence.notes ?? undefined, toUserId: absence.standInId ?? undefined }),
});

const badStandIn = (message: string) => invalidInput([{ property: 'toUserId', message }]);

const REFUSALS: Readonly<Record<AbsenceRefusal, () => AppError>> = {
  overlap: () => conflict('There is an entry in this time already. Change that one, or choose other times.'),
  no_stand_in: () =>
    badStandIn('must be the id of a person who can take over: somebody of the same team or organization'),
  loop: () => badStandIn('hands over to the same person in this time: choose somebody who is there'),
};

function requireNoFaults(faults: readonly PropertyFault[]): void {
  if (faults.length > 0) throw invalidInput(faults);
}

const noAbsence = () => notFound('There is no out-of-office entry with this id here.');

function replyOrThrow(answer: Absence | AbsenceRefusal | undefined, missing = noAbsence): AbsenceView {
  if (answer === undefined) throw missing();
  if (typeof answer === 'string') throw REFUSALS[answer]();
  return toReply(answer);
}

/** A date is a whole day in the time zone of the absent user, also when an administrator sends it. */
async function zoneFor(
  absences: AbsenceStore,
  owner: Owner,
  moments: readonly (Moment | undefined)[],
  missing: () => AppError,
): Promise<string> {
  if (!moments.some((one) => typeof one === 'string')) return 'UTC';
  const timeZone = await absences.timeZoneOf(owner);
  if (timeZone === undefined) throw missing();
  return timeZone;
}

export const createAbsenceUseCases = ({ absences, clock }: OutOfOffice): AbsenceUseCases => ({
  list: async (accountId, query) => (await absences.list(accountId, query)).map(toReply),
  async listIn(groupId, query) {
    const listed = await absences.listIn(groupId, query);
    if (listed === undefined) throw noMember();
    return listed.map(toReply);
  },
  async add(owner, { toUserId, start, end, ...more }, actor) {
    const missing = () => noOwner(owner);
    const timeZone = await zoneFor(absences, owner, [start, end], missing);
    const absence = {
      ...more,
      start: momentIn(start, timeZone, 'first'),
      end: momentIn(end, timeZone, 'last'),
      standInId: toUserId,
    };
    requireNoFaults([...timeFaults(absence, clock()), ...standInFaults(owner, absence)]);
    return replyOrThrow(await absences.create(owner, absence, actor), missing);
  },
  async change(owner, id, { start, end, toUserId, ...more }, actor) {
    const timeZone = await zoneFor(absences, owner, [start, end], noAbsence);
    const change: AbsenceChange = {
      ...more,
      ...(start !== undefined && { start: momentIn(start, timeZone, 'first') }),
      ...(end !== undefined && { end: momentIn(end, timeZone, 'last') }),
      ...present({ standInId: toUserId }),
    };
    const decide = (absence: Absence) => {
      requireNoFaults([...changeFaults(absence, change, clock()), ...standInFaults(owner, change)]);
      return { ...absence, ...change };
    };
    return replyOrThrow(await absences.change(owner, id, decide, actor));
  },
  remove: async (owner, id, actor) => replyOrThrow(await absences.remove(owner, id, actor)),
});
