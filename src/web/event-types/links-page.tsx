/* The private links of an event type: list, create and delete. Their ids are secrets, so no address contains one. */
import { confirmLinkRemoval } from '../../../views/event-types/confirmations.js';
import {
  LINK,
  LINKS_TEXT as TEXT,
  LinksPage,
  type LinkValues,
  type LinkView,
} from '../../../views/event-types/links.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { checkValue } from '../../api/input.js';
import { invalidInput, type PropertyFault } from '../../errors.js';
import { moment, momentIn } from '../../scheduling/instants.js';
import { linkInput } from '../../scheduling/private-links/schemas.js';
import type { LinkGroup } from '../../scheduling/private-links/store.js';
import type { PrivateLinkUseCases } from '../../scheduling/private-links/use-cases.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText, groupByField, textOf } from '../request-values.js';
import {
  type EventTypePages,
  eventTypePath,
  idIn,
  ownEventType,
  type Refused,
  refusedBy,
} from './own-event-type.js';

const EMPTY: LinkValues = { limit: 'once', uses: '', until: '' };
const DONE = (title: string) => ({ created: TEXT.created(title), removed: TEXT.removed(title) });

type Link = Awaited<ReturnType<PrivateLinkUseCases['list']>>[number];

const presentLink = ({ linkId, bookingUrl, isExpired, expiresAt, ...link }: Link): LinkView => ({
  ...{ id: linkId, url: bookingUrl, isExpired },
  expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
  uses:
    link.maxUsageCount === undefined ? undefined : { count: link.usageCount ?? 0, most: link.maxUsageCount },
});

export const linksPath = (request: UserRequest): string => `${eventTypePath(idIn(request))}/links`;

const groupOf = (request: UserRequest): LinkGroup => ({
  accountId: request.user.account.id,
  eventTypeId: idIn(request),
});

const FIELDS: Readonly<Partial<Record<string, readonly [id: string, subject: string]>>> = {
  expiresAt: ['until', 'The last day'],
  maxUsageCount: ['uses', 'The number of bookings'],
};

const sentenceOf = ({ property, message }: PropertyFault): readonly [id: string, sentence: string] => {
  const [id, subject] = FIELDS[property] ?? ['limit', 'The private link'];
  return [id, `${subject} ${message}.`];
};

interface Rejected {
  readonly typed: LinkValues;
  readonly refused: Refused;
}

export async function showLinks(
  deps: EventTypePages,
  request: UserRequest,
  rejected?: Rejected,
): Promise<PageReply> {
  const { eventType, owner } = await ownEventType(deps, request);
  const props = {
    ...{ user: request.user.account, csrf: request.csrf() },
    crumbs: [{ label: eventType.title, to: eventTypePath(eventType.id) }],
    links: (await deps.links.list(groupOf(request))).map(presentLink),
    action: linksPath(request),
    removal: `${linksPath(request)}/remove`,
    values: rejected?.typed ?? EMPTY,
    faults: groupByField((rejected?.refused.faults ?? []).map(sentenceOf)),
    refusal: rejected?.refused.reason?.text,
    timeZone: owner.timeZone,
    now: new Date(deps.clock()),
    done: doneText(request, DONE(eventType.title)),
  };
  return page(<LinksPage {...props} />, { status: rejected?.refused.status ?? 200, scripts: [] });
}

/** A day is one of the owner's, and the link works until its end. */
function limitOf({ limit, uses, until }: LinkValues, timeZone: string): object {
  if (limit === 'uses') return { maxUsageCount: /^\d{1,9}$/.test(uses) ? Number(uses) : uses };
  if (limit !== 'until') return {};
  const read = checkValue(moment, until, 'expiresAt');
  if ('faults' in read) throw invalidInput([{ property: 'expiresAt', message: 'must be a date' }]);
  return { expiresAt: new Date(momentIn(read.data, timeZone, 'last')).toISOString() };
}

export async function createLink(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const { owner } = await ownEventType(deps, request);
  const { form } = request;
  const typed = { limit: form.text('limit'), uses: textOf(form, 'uses'), until: textOf(form, 'until') };
  try {
    const checked = checkValue(linkInput, limitOf(typed, owner.timeZone), 'body');
    if ('faults' in checked) throw invalidInput(checked.faults);
    await deps.links.create(groupOf(request), checked.data, request.actor);
    return redirect(`${linksPath(request)}?done=created`);
  } catch (error) {
    return showLinks(deps, request, { typed, refused: refusedBy(error) });
  }
}

/** Undefined for a link that is deleted. */
export async function askToRemoveLink(
  deps: EventTypePages,
  request: UserPost,
): Promise<Confirmation | undefined> {
  const { eventType } = await ownEventType(deps, request);
  const links = await deps.links.list(groupOf(request));
  const link = links.find(({ linkId }) => linkId === request.form.text(LINK));
  return link && confirmLinkRemoval({ url: link.bookingUrl, title: eventType.title });
}

export async function removeLink({ links }: EventTypePages, request: UserPost): Promise<PageReply> {
  await links.remove({ group: groupOf(request), linkId: request.form.text(LINK) }, request.actor);
  return redirect(`${linksPath(request)}?done=removed`);
}
