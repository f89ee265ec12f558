/* The hosts of a team's event type. */
import {
  HOST_FIELDS,
  HOSTS_TEXT as TEXT,
  HostsPage,
  type AssignmentValues,
} from '../../../views/event-types/hosts.js';
import { notFound, type PropertyFault } from '../../errors.js';
import { termsOf, versionOf } from '../../scheduling/event-types/terms.js';
import { changedMeanwhile } from '../../scheduling/event-types/use-cases.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { groupByField } from '../request-values.js';
import { assignmentChange, assignmentIn, assignmentOf } from './assignment-form.js';
import {
  crumbsBelow,
  type EventTypePages,
  type Own,
  ownEventType,
  type Refused,
  refusedBy,
} from './own-event-type.js';

const sentenceOf = ({ property, message }: PropertyFault): readonly [id: string, sentence: string] =>
  property.startsWith('hosts')
    ? [HOST_FIELDS.hosts, `Each host ${message}.`]
    : [HOST_FIELDS.type, `The kind of scheduling ${message}.`];

interface Rejected {
  readonly typed: AssignmentValues;
  readonly refused: Refused;
}

/** Of a user's own event type that user is the host. */
async function ownOfTeam(deps: EventTypePages, request: UserRequest): Promise<Own> {
  const own = await ownEventType(deps, request);
  if (own.of.team === undefined) throw notFound();
  return own;
}

/** Members who have accepted, and hosts beyond those that are listed. */
async function candidatesFor({ of, hosts = [] }: Own) {
  const members = await of.members();
  const others = hosts.filter(({ accountId }) => members.every(({ id }) => id !== accountId));
  return [
    ...members.map(({ id, name, email }) => ({ id: String(id), name, email })),
    ...others.map(({ accountId, name, username }) => ({ id: String(accountId), name, email: username })),
  ];
}

export async function showHosts(
  deps: EventTypePages,
  request: UserRequest,
  rejected?: Rejected,
): Promise<PageReply> {
  const own = await ownOfTeam(deps, request);
  const { eventType, path } = own;
  const refused = rejected?.refused;
  const props = {
    ...{ user: request.user.account, csrf: request.csrf(), crumbs: crumbsBelow(own) },
    ...{ action: `${path}/hosts`, backTo: path },
    version: versionOf(termsOf(eventType)),
    isManaged: eventType.schedulingType === 'managed',
    values: rejected?.typed ?? assignmentOf(own),
    candidates: await candidatesFor(own),
    faults: groupByField((refused?.faults ?? []).map(sentenceOf)),
    refusal: refused?.stale ? TEXT.stale : refused?.reason?.text,
  };
  return page(<HostsPage {...props} />, { status: refused?.status ?? 200 });
}

export async function saveHosts(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const own = await ownOfTeam(deps, request);
  const { form } = request;
  const [typed, version] = [assignmentIn(form), form.text('version')];
  try {
    if (version !== versionOf(termsOf(own.eventType))) throw changedMeanwhile();
    await own.of.change(own.eventType.id, assignmentChange(typed, own.hosts ?? []), version);
    return redirect(`${own.path}?done=hosts`);
  } catch (error) {
    return showHosts(deps, request, { typed, refused: refusedBy(error) });
  }
}
