/* Creates an event type. */
import { NewEventTypePage } from '../../../views/event-types/form-page.js';
import {
  type EventTypeFormProps,
  type EventTypeValues,
  MORE_LOCATIONS,
} from '../../../views/event-types/form-values.js';
import { checkValue } from '../../api/input.js';
import { invalidInput } from '../../errors.js';
import { present } from '../../present.js';
import { newTerms } from '../../scheduling/event-types/rules.js';
import { eventTypeInput } from '../../scheduling/event-types/schemas.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { sortFaults } from './faults.js';
import { formChoices } from './form-choices.js';
import { typedIn, valuesOf, withBlankRow } from './form-values.js';
import {
  EVENT_TYPES_PATH,
  eventTypePath,
  type EventTypePages,
  type Refused,
  refusedBy,
} from './own-event-type.js';
import { changeOf } from './properties.js';

const EMPTY = valuesOf(newTerms({ title: '', slug: '', lengthInMinutes: 30 }));

async function formReply(
  deps: EventTypePages,
  { user, csrf }: UserRequest,
  values: EventTypeValues,
  { status, ...rest }: Pick<EventTypeFormProps, 'openSection'> & Partial<Refused> = {},
): Promise<PageReply> {
  const props = {
    ...{ user: user.account, csrf: csrf(), crumbs: [], values },
    ...(await formChoices(deps, user.account.id, values)),
    ...sortFaults({ faults: [], ...rest }, values),
    ...{ action: EVENT_TYPES_PATH, backTo: EVENT_TYPES_PATH, openSection: rest.openSection },
  };
  return page(<NewEventTypePage {...props} />, present({ status }));
}

export const showNewEventType = (deps: EventTypePages, request: UserRequest): Promise<PageReply> =>
  formReply(deps, request, withBlankRow(EMPTY));

async function created(
  { useCases }: EventTypePages,
  { user, actor }: UserPost,
  typed: EventTypeValues,
): Promise<number> {
  const checked = checkValue(eventTypeInput, changeOf(typed), 'body');
  if ('faults' in checked) throw invalidInput(checked.faults);
  return (await useCases.create(user.account.id, checked.data, actor)).id;
}

export async function createEventType(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const typed = typedIn(request.form, EMPTY);
  if (request.form.text(MORE_LOCATIONS.name) === MORE_LOCATIONS.value)
    return formReply(deps, request, withBlankRow(typed), { openSection: 'locations' });
  try {
    return redirect(`${eventTypePath(await created(deps, request, typed))}?done=created`);
  } catch (error) {
    return formReply(
      deps,
      request,
      typed.locations.length === 0 ? withBlankRow(typed) : typed,
      refusedBy(error),
    );
  }
}
