/* One event type: its form, its public link, copies of it, and its deletion. */
import { EVENT_TYPE_TEXT as TEXT, EventTypePage } from '../../../views/event-types/event-type-page.js';
import {
  type EventTypeFormProps,
  type EventTypeValues,
  MORE_LOCATIONS,
} from '../../../views/event-types/form-values.js';
import { HOSTS_TEXT } from '../../../views/event-types/hosts.js';
import { isolated } from '../../../views/parts/text/isolated.js';
import { present } from '../../present.js';
import { termsOf, versionOf } from '../../scheduling/event-types/terms.js';
import { changedMeanwhile, duplicate } from '../../scheduling/event-types/use-cases.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText } from '../request-values.js';
import { sortFaults } from './faults.js';
import { formChoices } from './form-choices.js';
import { typedIn, valuesOf, withBlankRow } from './form-values.js';
import { hostsText } from './assignment-form.js';
import {
  crumbsOf,
  EVENT_TYPES_PATH,
  type EventTypePages,
  idIn,
  type Own,
  ownEventType,
  type Refused,
  refusedBy,
} from './own-event-type.js';
import { lockedFacts } from './presenter.js';
import { changeOf } from './properties.js';

const DONE = (title: string) => ({
  created: TEXT.created(isolated(title)),
  copied: TEXT.copied,
  saved: TEXT.saved(isolated(title)),
  hosts: HOSTS_TEXT.saved(isolated(title)),
});

/** Only users duplicate an event type, as in the API. */
const pathsOf = ({ path, of }: Own) => ({
  questions: `${path}/questions`,
  links: `${path}/links`,
  copies: of.team ? undefined : `${path}/copies`,
  hosts: of.team && `${path}/hosts`,
  remove: `${path}/remove`,
});

const isCopy = ({ eventType }: Own): boolean => eventType.parentId !== undefined;

type Outcome = Partial<Refused> &
  Pick<EventTypeFormProps, 'openSection'> & { readonly typed?: EventTypeValues; readonly version?: string };

const withRow = (values: EventTypeValues): EventTypeValues =>
  values.locations.length === 0 ? withBlankRow(values) : values;

const countLinks = async ({ links }: EventTypePages, { of, eventType }: Own): Promise<number> =>
  (await links.list({ ...of.owner, eventTypeId: eventType.id })).length;

export async function showEventType(
  deps: EventTypePages,
  request: UserRequest,
  { status, typed, version, ...outcome }: Outcome = {},
): Promise<PageReply> {
  const own = await ownEventType(deps, request);
  const { eventType, of, path, publicUrl } = own;
  const values = typed ?? withRow(valuesOf(eventType));
  const { faults, refusal } = sortFaults({ faults: [], ...outcome }, values);
  const props = {
    ...{ user: request.user.account, csrf: request.csrf(), crumbs: crumbsOf(of), values, faults },
    ...(await formChoices(deps, of, values)),
    ...{ title: eventType.title, hidden: eventType.hidden, openSection: outcome.openSection },
    version: version ?? versionOf(termsOf(eventType)),
    publicUrl,
    hosts: hostsText(own),
    questions: eventType.bookingFields.filter(({ hidden }) => !hidden).length,
    links: publicUrl === undefined ? undefined : await countLinks(deps, own),
    managed: isCopy(own) ? lockedFacts(eventType) : undefined,
    to: pathsOf(own),
    ...{ action: path, backTo: of.path },
    done: doneText(request, DONE(eventType.title)),
    refusal: outcome.stale ? TEXT.stale : refusal,
  };
  return page(<EventTypePage {...props} />, { scripts: [], ...present({ status }) });
}

export async function saveEventType(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const { form } = request;
  const own = await ownEventType(deps, request);
  const before = valuesOf(own.eventType);
  const typed = typedIn(form, before, isCopy(own));
  const version = form.text('version');
  if (form.text(MORE_LOCATIONS.name) === MORE_LOCATIONS.value)
    return showEventType(deps, request, { typed: withBlankRow(typed), version, openSection: 'locations' });
  try {
    if (version !== versionOf(termsOf(own.eventType))) throw changedMeanwhile();
    await own.of.change(own.eventType.id, changeOf(typed, before), version);
    return redirect(`${own.path}?done=saved`);
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
    return redirect(`${EVENT_TYPES_PATH}/${eventType.id}?done=copied`);
  } catch (error) {
    return showEventType(deps, request, refusedBy(error));
  }
}
