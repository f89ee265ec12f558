/* Out-of-office times in days of the user's time zone: all of them, and the form of one. `new` adds one. */
import { AbsencePage, AbsencesPage, type AbsenceValues } from '../../../views/availability/absence.js';
import type { ListedAbsence } from '../../../views/availability/availability.js';
import { confirmAbsenceRemoval } from '../../../views/availability/confirmations.js';
import { ABSENCE_TEXT as TEXT, AVAILABILITY_TEXT } from '../../../views/availability/messages.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { isolated } from '../../../views/parts/text/isolated.js';
import { checkValue } from '../../api/input.js';
import { notFound, type PropertyFault } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import { absenceChangeInput, absenceInput } from '../../scheduling/out-of-office/schemas.js';
import type { Absence, StandIn } from '../../scheduling/out-of-office/store.js';
import type { AbsenceView } from '../../scheduling/out-of-office/use-cases.js';
import type { UserPost, UserRequest } from '../page.js';
import { refusedInput, type RefusedInput } from '../refused-input.js';
import { doneReply, page, type PageReply } from '../reply.js';
import { type FieldFaults, groupByField, idOf, textOf } from '../request-values.js';
import { absencePath, ABSENCES_PATH, AVAILABILITY_PATH, type AvailabilityDeps } from './deps.js';
import { absenceDays, absenceInWords } from './descriptions.js';

const PER_PAGE = 50;
const MAX_COLLEAGUES = 200;

interface Own {
  readonly accountId: number;
  readonly timeZone: string;
  /** Whom the account may name, and whom it names. */
  readonly standIns: readonly StandIn[];
}

async function ownOf({ absences }: AvailabilityDeps, { user }: UserRequest): Promise<Own> {
  const { id: accountId } = user.account;
  return {
    accountId,
    timeZone: (await absences.timeZoneOf(accountId)) ?? 'UTC',
    standIns: await absences.standIns(accountId, { most: MAX_COLLEAGUES }),
  };
}

const standInOf = ({ standIns }: Own, { standInId }: Absence): StandIn | undefined =>
  standIns.find(({ id }) => id === standInId);

function presentAbsence(own: Own, absence: Absence): ListedAbsence {
  const standIn = standInOf(own, absence);
  return {
    to: absencePath(absence.id),
    times: absenceInWords(absence, own.timeZone),
    reason: TEXT.reasons[absence.reason],
    notes: absence.notes ?? undefined,
    standIn: standIn && TEXT.takesOver(isolated(standIn.name)),
  };
}

/** Those that are not over, the next one first. */
export async function comingAbsences(
  deps: AvailabilityDeps,
  request: UserRequest,
): Promise<readonly ListedAbsence[]> {
  const own = await ownOf(deps, request);
  const query = { take: PER_PAGE, skip: 0, endsAfter: deps.clock() };
  return (await deps.absences.list(own.accountId, query)).map((absence) => presentAbsence(own, absence));
}

export async function listAbsences(deps: AvailabilityDeps, request: UserRequest): Promise<PageReply> {
  const own = await ownOf(deps, request);
  const skip = idOf(request.query('skip'));
  // One more than a page shows whether there is a next page.
  const query = { take: PER_PAGE + 1, skip, sortStart: 'desc' } as const;
  const found = await deps.absences.list(own.accountId, query);
  const props = {
    user: request.user.account,
    absences: found.slice(0, PER_PAGE).map((absence) => presentAbsence(own, absence)),
    newTo: `${ABSENCES_PATH}/new`,
    first: skip > 0 ? ABSENCES_PATH : undefined,
    next: found.length > PER_PAGE ? `${ABSENCES_PATH}?skip=${skip + PER_PAGE}` : undefined,
  };
  return page(<AbsencesPage {...props} />);
}

const BLANK: AbsenceValues = { start: '', end: '', reason: 'unspecified', notes: '', standIn: '' };

const storedValues = (own: Own, absence: Absence | undefined): AbsenceValues =>
  absence === undefined
    ? BLANK
    : {
        ...absenceDays(absence, own.timeZone),
        reason: absence.reason,
        notes: absence.notes ?? '',
        standIn: standInOf(own, absence)?.email ?? '',
      };

const typedIn = (form: Form): AbsenceValues => ({
  start: textOf(form, 'start'),
  end: textOf(form, 'end'),
  reason: form.text('reason'),
  notes: textOf(form, 'notes'),
  standIn: textOf(form, 'standIn'),
});

/** Throws 404 for one of somebody else. Undefined for a new one. */
async function findAbsence(deps: AvailabilityDeps, request: UserRequest): Promise<Absence | undefined> {
  if (request.param('id') === '') return undefined;
  const absence = await deps.absences.find(request.user.account.id, idOf(request.param('id')));
  if (absence === undefined) throw notFound('You have no out-of-office time with this id.');
  return absence;
}

interface Rejected {
  readonly values: AbsenceValues;
  readonly refused: RefusedInput;
}

/** Of the stored one; none of a new one. */
const storedProps = (own: Own, absence: Absence | undefined) =>
  absence === undefined
    ? { action: ABSENCES_PATH }
    : {
        action: absencePath(absence.id),
        times: absenceDays(absence, own.timeZone).whole ? undefined : absenceInWords(absence, own.timeZone),
        removal: `${absencePath(absence.id)}/removal`,
      };

export async function showAbsence(
  deps: AvailabilityDeps,
  request: UserRequest,
  rejected?: Rejected,
): Promise<PageReply> {
  const absence = await findAbsence(deps, request);
  const own = await ownOf(deps, request);
  const props = {
    ...{ user: request.user.account, crumbs: [], csrf: request.csrf(), backTo: AVAILABILITY_PATH },
    ...storedProps(own, absence),
    values: rejected?.values ?? storedValues(own, absence),
    faults: absenceFaults(rejected?.refused.faults ?? []),
    refusal: rejected?.refused.reason,
    timeZone: own.timeZone,
    colleagues: own.standIns,
  };
  return page(<AbsencePage {...props} />, { status: rejected?.refused.status ?? 200 });
}

const SUBJECTS: Readonly<Record<string, string>> = { reason: 'The reason', notes: 'The notes' };

/** Where the words of the API are not those of the page. */
const SENTENCES: Readonly<Record<string, string>> = {
  'must be after start': 'The last day must not be before the first day.',
  'must not be in the past': 'The last day must not be in the past.',
};

function sentenceOf({ property, message }: PropertyFault): string {
  if (property === 'start' || property === 'end') return SENTENCES[message] ?? 'Choose a day.';
  if (property !== 'toUserId') return `${SUBJECTS[property] ?? 'This'} ${message}.`;
  return message.startsWith('must be the id') ? TEXT.noStandIn : `The colleague ${message}.`;
}

const absenceFaults = (faults: readonly PropertyFault[]): FieldFaults =>
  groupByField(
    faults.map((fault) => [fault.property === 'toUserId' ? 'standIn' : fault.property, sentenceOf(fault)]),
  );

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const dayOf = (text: string): string => (DAY.test(text) ? text : '');

/** No account has the id 0: the rule about colleagues refuses it. */
async function standInIdOf({ absences }: AvailabilityDeps, own: Own, email: string): Promise<number | null> {
  if (email === '') return null;
  const [standIn] = await absences.standIns(own.accountId, { email, most: 1 });
  return standIn?.id ?? 0;
}

/** What is unchanged is left out: a time that is not a whole day stays as it is. */
async function inputOf(
  deps: AvailabilityDeps,
  own: Own,
  values: AbsenceValues,
  absence: Absence | undefined,
): Promise<object> {
  const stored = storedValues(own, absence);
  const { start, end, reason, notes, standIn } = values;
  return {
    ...(start !== stored.start && { start: dayOf(start) }),
    ...(end !== stored.end && { end: dayOf(end) }),
    reason,
    notes: notes === '' ? null : notes,
    ...(standIn !== stored.standIn && { toUserId: await standInIdOf(deps, own, standIn) }),
  };
}

/** Faults of the form, or the change under way. */
function saving(
  { outOfOffice }: AvailabilityDeps,
  { user, actor }: UserPost,
  input: object,
  absence: Absence | undefined,
): readonly PropertyFault[] | Promise<AbsenceView> {
  const { id: accountId } = user.account;
  if (absence === undefined) {
    const added = checkValue(absenceInput, input, 'form');
    return 'faults' in added ? added.faults : outOfOffice.add(accountId, added.data, actor);
  }
  const changed = checkValue(absenceChangeInput, input, 'form');
  return 'faults' in changed
    ? changed.faults
    : outOfOffice.change(accountId, absence.id, changed.data, actor);
}

const timesOf = ({ start, end }: AbsenceView, timeZone: string): string =>
  absenceInWords({ start: Date.parse(start), end: Date.parse(end) }, timeZone);

export async function saveAbsence(deps: AvailabilityDeps, request: UserPost): Promise<PageReply> {
  const absence = await findAbsence(deps, request);
  const own = await ownOf(deps, request);
  const values = typedIn(request.form);
  const outcome = saving(deps, request, await inputOf(deps, own, values, absence), absence);
  const saved =
    outcome instanceof Promise
      ? await outcome.catch(refusedInput)
      : { refused: { status: 422, faults: outcome, reason: undefined } as const };
  if ('refused' in saved) return showAbsence(deps, request, { values, refused: saved.refused });
  return doneReply(request, AVAILABILITY_PATH, AVAILABILITY_TEXT.done.away(timesOf(saved, own.timeZone)));
}

export async function askToRemoveAbsence(
  deps: AvailabilityDeps,
  request: UserPost,
): Promise<Confirmation | undefined> {
  const absence = await findAbsence(deps, request);
  if (absence === undefined) return undefined;
  const own = await ownOf(deps, request);
  return confirmAbsenceRemoval(absenceInWords(absence, own.timeZone), standInOf(own, absence)?.name);
}

export async function removeAbsence(deps: AvailabilityDeps, request: UserPost): Promise<PageReply> {
  const { id: accountId, timeZone } = request.user.account;
  const removed = await deps.outOfOffice.remove(accountId, idOf(request.param('id')), request.actor);
  return doneReply(request, AVAILABILITY_PATH, AVAILABILITY_TEXT.done.back(timesOf(removed, timeZone)));
}
