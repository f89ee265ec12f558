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
  crumbsBelow,
  type EventTypePages,
  type Own,
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

const linksPath = ({ path }: Own): string => `${path}/links`;

const groupOf = ({ of, eventType }: Own): LinkGroup => ({ ...of.owner, eventTypeId: eventType.id });

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
  const own = await ownEventType(deps, request);
  const props = {
    ...{ user: request.user.account, csrf: request.csrf() },
    crumbs: crumbsBelow(own),
    links: (await deps.links.list(groupOf(own))).map(presentLink),
    action: linksPath(own),
    removal: `${linksPath(own)}/remove`,
    values: rejected?.typed ?? EMPTY,
    faults: groupByField((rejected?.refused.faults ?? []).map(sentenceOf)),
    refusal: rejected?.refused.reason?.text,
    timeZone: own.of.timeZone,
    now: new Date(deps.clock()),
    done: doneText(request, DONE(own.eventType.title)),
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
  const own = await ownEventType(deps, request);
  const { form } = request;
  const typed = { limit: form.text('limit'), uses: textOf(form, 'uses'), until: textOf(form, 'until') };
  try {
    const checked = checkValue(linkInput, limitOf(typed, own.of.timeZone), 'body');
    if ('faults' in checked) throw invalidInput(checked.faults);
    await deps.links.create(groupOf(own), checked.data, request.actor);
    return redirect(`${linksPath(own)}?done=created`);
  } catch (error) {
    return showLinks(deps, request, { typed, refused: refusedBy(error) });
  }
}

/** Undefined for a link that is deleted. */
export async function askToRemoveLink(
  deps: EventTypePages,
  request: UserPost,
): Promise<Confirmation | undefined> {
  const own = await ownEventType(deps, request);
  const links = await deps.links.list(groupOf(own));
  const link = links.find(({ linkId }) => linkId === request.form.text(LINK));
  return link && confirmLinkRemoval({ url: link.bookingUrl, title: own.eventType.title });
}

export async function removeLink(deps: EventTypePages, request: UserPost): Promise<PageReply> {
  const own = await ownEventType(deps, request);
  await deps.links.remove({ group: groupOf(own), linkId: request.form.text(LINK) }, request.actor);
  return redirect(`${linksPath(own)}?done=removed`);
}
