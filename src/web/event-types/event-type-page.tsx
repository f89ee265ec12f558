/* One event type: its form, its public link, copies of it, and its deletion. */
import { EVENT_TYPE_TEXT as TEXT, EventTypePage } from '../../../views/event-types/event-type-page.js';
import {
  type EventTypeFormProps,
  type EventTypeValues,
  MORE_LOCATIONS,
} from '../../../views/event-types/form-values.js';
import { isolated } from '../../../views/parts/text/isolated.js';
import { checkValue } from '../../api/input.js';
import { invalidInput } from '../../errors.js';
import { present } from '../../present.js';
import { eventTypeChangeInput } from '../../scheduling/event-types/schemas.js';
import type { PersonalEventType } from '../../scheduling/event-types/store.js';
import { termsOf, versionOf } from '../../scheduling/event-types/terms.js';
import { changedMeanwhile, duplicate } from '../../scheduling/event-types/use-cases.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText } from '../request-values.js';
import { sortFaults } from './faults.js';
import { formChoices } from './form-choices.js';
import { typedIn, valuesOf, withBlankRow } from './form-values.js';
import {
  EVENT_TYPES_PATH,
  type EventTypePages,
  eventTypePath,
  idIn,
  ownEventType,
  type Refused,
  refusedBy,
} from './own-event-type.js';
import { lockedFacts, publicUrlOf } from './presenter.js';
import { changeOf } from './properties.js';

const DONE = (title: string) => ({
  created: TEXT.created(isolated(title)),
  copied: TEXT.copied,
  saved: TEXT.saved(isolated(title)),
});

const pathsOf = (path: string) => ({
  questions: `${path}/questions`,
  links: `${path}/links`,
  copies: `${path}/copies`,
  remove: `${path}/remove`,
});

const isManaged = ({ eventType }: PersonalEventType): boolean => eventType.parentId !== undefined;

type Outcome = Partial<Refused> &
  Pick<EventTypeFormProps, 'openSection'> & { readonly typed?: EventTypeValues; readonly version?: string };

const withRow = (values: EventTypeValues): EventTypeValues =>
  values.locations.length === 0 ? withBlankRow(values) : values;

export async function showEventType(
  deps: EventTypePages,
  request: UserRequest,
  { status, typed, version, ...outcome }: Outcome = {},
): Promise<PageReply> {
  const own = await ownEventType(deps, request);
  const { eventType } = own;
  const { id: accountId } = request.user.account;
  const values = typed ?? withRow(valuesOf(eventType));
  const path = eventTypePath(eventType.id);
  const { faults, refusal } = sortFaults({ faults: [], ...outcome }, values);
  const props = {
    ...{ user: request.user.account, csrf: request.csrf(), crumbs: [], values, faults },
    ...(await formChoices(deps, accountId, values)),
    ...{ title: eventType.title, hidden: eventType.hidden, openSection: outcome.openSection },
    version: version ?? versionOf(termsOf(eventType)),
    publicUrl: publicUrlOf(own, deps.appUrl),
    questions: eventType.bookingFields.filter(({ hidden }) => !hidden).length,
    links: (await deps.links.list({ accountId, eventTypeId: eventType.id })).length,
    managed: isManaged(own) ? lockedFacts(eventType) : undefined,
    to: pathsOf(path),
    ...{ action: path, backTo: EVENT_TYPES_PATH },
    done: doneText(request, DONE(eventType.title)),
    refusal: outcome.stale ? TEXT.stale : refusal,
  };
  return page(<EventTypePage {...props} />, { scripts: [], ...present({ status }) });
}

export async function saveEventType(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const { form, user, actor } = request;
  const own = await ownEventType(deps, request);
  const before = valuesOf(own.eventType);
  const typed = typedIn(form, before, isManaged(own));
  const version = form.text('version');
  if (form.text(MORE_LOCATIONS.name) === MORE_LOCATIONS.value)
    return showEventType(deps, request, { typed: withBlankRow(typed), version, openSection: 'locations' });
  try {
    if (version !== versionOf(termsOf(own.eventType))) throw changedMeanwhile();
    const checked = checkValue(eventTypeChangeInput, changeOf(typed, before), 'body');
    if ('faults' in checked) throw invalidInput(checked.faults);
    await deps.useCases.change(user.account.id, idIn(request), checked.data, actor, version);
    return redirect(`${eventTypePath(idIn(request))}?done=saved`);
  } catch (error) {
    const refused = refusedBy(error);
    const kept = refused.stale ? {} : { version };
    return showEventType(deps, request, { ...refused, ...kept, typed: withRow(typed) });
  }
}

export async function copyEventType(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const target = { owner: request.user.account.id, id: idIn(request) };
  try {
    const { eventType } = await duplicate(deps, target, request.actor);
    return redirect(`${eventTypePath(eventType.id)}?done=copied`);
  } catch (error) {
    return showEventType(deps, request, refusedBy(error));
  }
}
