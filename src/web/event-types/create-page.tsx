/* Creates an event type. */
import { NewEventTypePage } from '../../../views/event-types/form-page.js';
import type { AssignmentValues } from '../../../views/event-types/hosts.js';
import {
  type EventTypeFormProps,
  type EventTypeValues,
  MORE_LOCATIONS,
} from '../../../views/event-types/form-values.js';
import { present } from '../../present.js';
import { newTerms } from '../../scheduling/event-types/rules.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { sortFaults } from './faults.js';
import { formChoices } from './form-choices.js';
import { typedIn, valuesOf, withBlankRow } from './form-values.js';
import { assignmentIn, NEW_ASSIGNMENT, newAssignmentOf } from './assignment-form.js';
import { crumbsOf, type EventTypePages, pathOf, type Refused, refusedBy } from './own-event-type.js';
import type { EventTypesOwner } from './owner.js';
import { changeOf } from './properties.js';

const EMPTY = valuesOf(newTerms({ title: '', slug: '', lengthInMinutes: 30 }));

type Outcome = Pick<EventTypeFormProps, 'openSection'> &
  Partial<Refused> & { readonly assignment?: AssignmentValues };

async function formReply(
  deps: EventTypePages,
  request: UserRequest,
  owner: EventTypesOwner,
  values: EventTypeValues,
  { status, assignment = NEW_ASSIGNMENT, ...rest }: Outcome = {},
): Promise<PageReply> {
  const props = {
    ...{ user: request.user.account, csrf: request.csrf(), crumbs: crumbsOf(owner), values },
    assignment: owner.team && assignment,
    ...(await formChoices(deps, owner, values)),
    ...sortFaults({ faults: [], ...rest }, values),
    ...{ action: owner.path, backTo: owner.path, openSection: rest.openSection },
  };
  return page(<NewEventTypePage {...props} />, present({ status }));
}

export const showNewEventType = async (deps: EventTypePages, request: UserRequest): Promise<PageReply> =>
  formReply(deps, request, await deps.ownerOf(request), withBlankRow(EMPTY));

export async function createEventType(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const owner = await deps.ownerOf(request);
  const typed = typedIn(request.form, EMPTY);
  const assignment = assignmentIn(request.form);
  if (request.form.text(MORE_LOCATIONS.name) === MORE_LOCATIONS.value)
    return formReply(deps, request, owner, withBlankRow(typed), { assignment, openSection: 'locations' });
  try {
    const input = { ...changeOf(typed), ...(owner.team && newAssignmentOf(assignment)) };
    return redirect(`${pathOf(owner, await owner.create(input))}?done=created`);
  } catch (error) {
    const values = typed.locations.length === 0 ? withBlankRow(typed) : typed;
    return formReply(deps, request, owner, values, { ...refusedBy(error), assignment });
  }
}
