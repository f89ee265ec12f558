/* Use cases of private links, for users and teams. */
import type { z } from 'zod';
import type { Actor } from '../../events/audit-log.js';
import type { AppError } from '../../errors.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import { noEventType, noTeamEventType } from '../event-types/refusals.js';
import { privateLinkPath } from '../event-types/public-url.js';
import { changeOf, isExpired, limitsOf } from './rules.js';
import type { LinkChange, LinkInput, linkReply, removedLinkReply } from './schemas.js';
import type { LinkGroup, PrivateLink, PrivateLinkStore } from './store.js';

export interface PrivateLinkDeps {
  readonly privateLinks: PrivateLinkStore;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Buffer;
}

const LINKS_PER_EVENT_TYPE = 250;
const ID_BYTES = 32;

const noLink = (): AppError => notFound('This event type has no private link with this id.');
const tooMany = (): AppError =>
  conflict(`This event type has ${LINKS_PER_EVENT_TYPE} private links, the maximum. Remove one first.`);
const usedMore = (): AppError =>
  conflict('This link was used more often than that already. Give a higher limit, or delete the link.', {
    property: 'maxUsageCount',
  });

const unlimited = (): AppError =>
  invalidInput([
    { property: 'expiresAt', message: 'must stay when there is no maxUsageCount, or the other way around' },
  ]);

function refusePast({ expiresAt = null }: LinkChange, now: number): void {
  if (expiresAt === null || expiresAt > now) return;
  throw invalidInput([{ property: 'expiresAt', message: 'must be in the future' }]);
}

const toReply =
  ({ appUrl, clock }: PrivateLinkDeps) =>
  (link: PrivateLink): z.input<typeof linkReply> => ({
    linkId: link.id,
    eventTypeId: link.eventTypeId,
    isExpired: isExpired(link, clock()),
    bookingUrl: `${appUrl}${privateLinkPath(link)}`,
    ...(link.expiresAt !== null && { expiresAt: new Date(link.expiresAt).toISOString() }),
    ...(link.maxUses !== null && { maxUsageCount: link.maxUses, usageCount: link.uses }),
  });

function orThrow<T>(answer: T | undefined, missing: () => AppError): T {
  if (answer === undefined) throw missing();
  return answer;
}

const missing = (group: LinkGroup) => ('teamId' in group ? noTeamEventType : noEventType);

type LinkView = z.input<typeof linkReply>;

interface Target {
  readonly group: LinkGroup;
  readonly linkId: string;
}

export interface PrivateLinkUseCases {
  list(group: LinkGroup): Promise<LinkView[]>;
  create(group: LinkGroup, input: LinkInput, actor: Actor): Promise<LinkView>;
  change(target: Target, change: LinkChange, actor: Actor): Promise<LinkView>;
  remove(target: Target, actor: Actor): Promise<z.input<typeof removedLinkReply>>;
}

export function createPrivateLinkUseCases(deps: PrivateLinkDeps): PrivateLinkUseCases {
  const { privateLinks, clock, random } = deps;
  return {
    list: async (group) => orThrow(await privateLinks.list(group), missing(group)).map(toReply(deps)),
    async create(group, input, actor) {
      refusePast(input, clock());
      const id = random(ID_BYTES).toString('base64url');
      const link = { id, most: LINKS_PER_EVENT_TYPE, ...limitsOf(input) };
      const created = await privateLinks.create(group, link, actor);
      if (created === 'too_many') throw tooMany();
      return toReply(deps)(orThrow(created, missing(group)));
    },
    async change({ group, linkId }, change, actor) {
      refusePast(change, clock());
      const limits = changeOf(change);
      const changed =
        Object.keys(limits).length === 0
          ? await privateLinks.find(group, linkId)
          : await privateLinks.change(group, linkId, limits, actor);
      if (changed === 'unlimited') throw unlimited();
      if (changed === 'used_more') throw usedMore();
      return toReply(deps)(orThrow(changed, noLink));
    },
    async remove({ group, linkId }, actor) {
      if ((await privateLinks.remove(group, linkId, actor)) === 'not_found') throw noLink();
      return { linkId, message: 'The private link is gone. Nobody can book with it any more.' };
    },
  };
}
