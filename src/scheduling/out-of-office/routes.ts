/*
 * `/v2/me/ooo`: when a person is away, and who takes over. Start and end are instants and taken at their word: a client
 * that means whole days sends the first and last moment of them. What being away means for slots is decided in slots/.
 */
import { z } from 'zod';
import { invalidToken } from '../../api/guard.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import type { PropertyFault } from '../../errors.js';
import { causeOf } from '../cause.js';
import type { AbsenceChange } from './rules.js';
import { changeFaults, standInFaults, timeFaults } from './rules.js';
import { absenceChangeInput, absenceInput, absenceParams, absenceQuery, absenceReply } from './schemas.js';
import type { Absence, AbsenceRefusal, AbsenceStore } from './store.js';

const shown = (absence: Absence): z.input<typeof absenceReply> => ({
  id: absence.id,
  uuid: absence.uuid,
  userId: absence.accountId,
  start: new Date(absence.start).toISOString(),
  end: new Date(absence.end).toISOString(),
  reason: absence.reason,
  ...(absence.notes === null ? {} : { notes: absence.notes }),
  ...(absence.standInId === null ? {} : { toUserId: absence.standInId }),
});

const badStandIn = (message: string) => invalidInput([{ property: 'toUserId', message }]);

const REFUSALS: Readonly<Record<AbsenceRefusal, () => Error>> = {
  overlap: () => conflict('You are already away in this time. Change that entry, or choose other times.'),
  no_stand_in: () => badStandIn('must be the id of a person who can take over'),
  loop: () => badStandIn('hands over to you in this time: choose somebody who is there'),
};

function entered(answer: Absence | AbsenceRefusal | undefined): Absence | undefined {
  if (typeof answer === 'string') throw REFUSALS[answer]();
  return answer;
}

function refuse(faults: readonly PropertyFault[]): void {
  if (faults.length > 0) throw invalidInput(faults);
}

function found(absence: Absence | undefined): Absence {
  if (absence === undefined) throw notFound('You have no out-of-office entry with this id.');
  return absence;
}

/** The token outlived its account by a moment. */
function ofPerson(absence: Absence | undefined): Absence {
  if (absence === undefined) throw invalidToken();
  return absence;
}

const changeOf = ({ toUserId, ...change }: z.output<typeof absenceChangeInput>): AbsenceChange => ({
  ...change,
  ...(toUserId === undefined ? {} : { standInId: toUserId }),
});

interface OutOfOffice {
  readonly absences: AbsenceStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const entryRoutes = ({ absences, clock }: OutOfOffice): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/me/ooo',
    summary: 'List the times when the person is out of office',
    access: 'SCHEDULE_READ',
    query: absenceQuery,
    reply: z.array(absenceReply),
    handle: async ({ principal, query }) => (await absences.list(principal.accountId, query)).map(shown),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/me/ooo',
    summary: 'Add a time out of office, in which nobody can book the person',
    access: 'SCHEDULE_WRITE',
    status: 201,
    body: absenceInput,
    reply: absenceReply,
    handle: async ({ principal, body: { toUserId, ...times }, network }) => {
      const { accountId } = principal;
      const absence = { ...times, standInId: toUserId };
      refuse([...timeFaults(absence, clock()), ...standInFaults(accountId, absence)]);
      const made = await absences.create(accountId, absence, causeOf(principal, network));
      return shown(ofPerson(entered(made)));
    },
  }),
];

const changeRoutes = ({ absences, clock }: OutOfOffice): readonly Route[] => [
  defineRoute({
    method: 'PATCH',
    path: '/v2/me/ooo/:oooId',
    summary: 'Change a time out of office',
    access: 'SCHEDULE_WRITE',
    params: absenceParams,
    body: absenceChangeInput,
    reply: absenceReply,
    handle: async ({ principal, params, body, network }) => {
      const { accountId } = principal;
      const change = changeOf(body);
      const decide = (absence: Absence) => {
        refuse([...changeFaults(absence, change, clock()), ...standInFaults(accountId, change)]);
        return { ...absence, ...change };
      };
      const changed = await absences.change(accountId, params.oooId, decide, causeOf(principal, network));
      return shown(found(entered(changed)));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/me/ooo/:oooId',
    summary: 'Delete a time out of office',
    access: 'SCHEDULE_WRITE',
    params: absenceParams,
    reply: absenceReply,
    handle: async ({ principal, params, network }) =>
      shown(found(await absences.remove(principal.accountId, params.oooId, causeOf(principal, network)))),
  }),
];

export const createOutOfOfficeRoutes = (parts: OutOfOffice): readonly Route[] => [
  ...entryRoutes(parts),
  ...changeRoutes(parts),
];
