/*
 * `/settings/availability`: the schedules and out-of-office times of a user. Their rules are in scheduling/schedules and
 * scheduling/out-of-office.
 */
import { AvailabilityPage } from '../../../views/availability/availability.js';
import { createAbsenceUseCases, type OutOfOffice } from '../../scheduling/out-of-office/use-cases.js';
import type { ScheduleStore } from '../../scheduling/schedules/store.js';
import { createScheduleUseCases } from '../../scheduling/schedules/use-cases.js';
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page, type UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { idOf } from '../request-values.js';
import {
  askToRemoveAbsence,
  comingAbsences,
  listAbsences,
  removeAbsence,
  saveAbsence,
  showAbsence,
} from './absence-pages.js';
import { DATE_LISTS, removeDate, saveDate, showDate } from './date-pages.js';
import {
  absencePath,
  ABSENCES_PATH,
  AVAILABILITY_PATH,
  type AvailabilityDeps,
  schedulePath,
  SCHEDULES_PATH,
} from './deps.js';
import {
  askToRemove,
  createSchedule,
  makeDefault,
  removeSchedule,
  saveSchedule,
  showNewSchedule,
  showSchedule,
} from './schedule-pages.js';
import { WEEK_LISTS } from './week-form.js';
import { hoursInWords } from './descriptions.js';

const PER_PAGE = 50;

async function showAvailability(deps: AvailabilityDeps, request: UserRequest): Promise<PageReply> {
  const skip = idOf(request.query('skip'));
  // One more than a page shows whether there is a next page.
  const found = await deps.schedules.list(request.user.account.id, { take: PER_PAGE + 1, skip });
  const props = {
    user: request.user.account,
    schedules: found.slice(0, PER_PAGE).map(({ id, name, isDefault, timeZone, availability }) => ({
      ...{ name, isDefault, timeZone, to: schedulePath(id) },
      hours: hoursInWords(availability),
    })),
    absences: await comingAbsences(deps, request),
    pages: {
      first: skip > 0 ? AVAILABILITY_PATH : undefined,
      next: found.length > PER_PAGE ? `${AVAILABILITY_PATH}?skip=${skip + PER_PAGE}` : undefined,
    },
    to: {
      newSchedule: `${SCHEDULES_PATH}/new`,
      newAbsence: `${ABSENCES_PATH}/new`,
      absences: ABSENCES_PATH,
    },
    done: request.session.takeMessage(),
  };
  return page(<AvailabilityPage {...props} />);
}

const SCHEDULE = `${SCHEDULES_PATH}/:id`;
const DATES = `${SCHEDULE}/dates`;
const ABSENCE = `${ABSENCES_PATH}/:id`;

function schedulePages(deps: AvailabilityDeps): readonly Page[] {
  const by = handlerWith(deps);
  const [week, dates] = [{ lists: WEEK_LISTS }, { lists: DATE_LISTS }];
  const who = 'user';
  return [
    definePage({ method: 'GET', path: `${SCHEDULES_PATH}/new`, who, handle: by(showNewSchedule) }),
    definePage({ method: 'POST', path: SCHEDULES_PATH, who, form: week, handle: by(createSchedule) }),
    definePage({ method: 'GET', path: SCHEDULE, who, handle: by(showSchedule) }),
    definePage({ method: 'POST', path: SCHEDULE, who, form: week, handle: by(saveSchedule) }),
    definePage({ method: 'POST', path: `${SCHEDULE}/default`, who, handle: by(makeDefault) }),
    ...defineConfirmedForm({
      ...{ path: `${SCHEDULE}/removal`, who },
      confirm: {
        ask: (post) => askToRemove(deps, post),
        backTo: ({ param }) => schedulePath(idOf(param('id'))),
      },
      handle: by(removeSchedule),
    }),
    definePage({ method: 'GET', path: DATES, who, handle: by(showDate) }),
    definePage({ method: 'POST', path: DATES, who, form: dates, handle: by(saveDate) }),
    definePage({ method: 'POST', path: `${DATES}/removal`, who, handle: by(removeDate) }),
  ];
}

function absencePages(deps: AvailabilityDeps): readonly Page[] {
  const by = handlerWith(deps);
  const who = 'user';
  return [
    definePage({ method: 'GET', path: ABSENCES_PATH, who, handle: by(listAbsences) }),
    definePage({ method: 'GET', path: `${ABSENCES_PATH}/new`, who, handle: by(showAbsence) }),
    definePage({ method: 'POST', path: ABSENCES_PATH, who, handle: by(saveAbsence) }),
    definePage({ method: 'GET', path: ABSENCE, who, handle: by(showAbsence) }),
    definePage({ method: 'POST', path: ABSENCE, who, handle: by(saveAbsence) }),
    ...defineConfirmedForm({
      ...{ path: `${ABSENCE}/removal`, who },
      confirm: {
        ask: (post) => askToRemoveAbsence(deps, post),
        backTo: ({ param }) => absencePath(idOf(param('id'))),
      },
      handle: by(removeAbsence),
    }),
  ];
}

export interface AvailabilityPagesDeps extends OutOfOffice, Pick<AvailabilityDeps, 'eventTypes'> {
  readonly schedules: ScheduleStore;
}

export function createAvailabilityPages(stores: AvailabilityPagesDeps): readonly Page[] {
  const { absences, clock, eventTypes } = stores;
  const deps = {
    ...{ absences, eventTypes, clock },
    schedules: createScheduleUseCases(stores.schedules),
    outOfOffice: createAbsenceUseCases({ absences, clock }),
  };
  const home = { method: 'GET', path: AVAILABILITY_PATH, who: 'user' } as const;
  return [
    definePage({ ...home, handle: handlerWith<AvailabilityDeps>(deps)(showAvailability) }),
    ...schedulePages(deps),
    ...absencePages(deps),
  ];
}
