/* `/:username` and `/team/:teamSlug`: who offers what. */
import { type OfferView, OwnerPage } from '../../../views/booking-page/owner.js';
import type { PublicFacts } from '../../../views/layout.js';
import type { PublicProfile } from '../../scheduling/booking-pages/store.js';
import { listOffered } from '../../scheduling/booking-pages/use-cases.js';
import type { EventType } from '../../scheduling/event-types/event-type.js';
import { publicPath } from '../../scheduling/event-types/public-url.js';
import type { VisitorRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { lengthsOf } from './choice.js';
import { unknownOwner, ownerOf, type PublicPageDeps } from './deps.js';
import { lengthText, presentOwner } from './facts.js';

const SKIP = 'from';
const PAGE_LENGTH = 50;
const MAX_SKIP = 100_000;

const skipIn = (request: VisitorRequest): number => {
  const text = request.query(SKIP);
  return /^\d{1,6}$/.test(text) ? Math.min(Number(text), MAX_SKIP) : 0;
};

/** A managed one is booked with each member, under an event type of their own. */
const isBooked = ({ schedulingType }: EventType): boolean => schedulingType !== 'managed';

const presentOffer = ({ owner }: PublicProfile, eventType: EventType): OfferView => ({
  title: eventType.title,
  to: publicPath(owner, eventType.slug),
  lengths: lengthsOf(eventType).map(lengthText).join(', '),
  description: eventType.description === '' ? undefined : eventType.description,
});

const publicFactsOf = ({ name, bio, owner }: PublicProfile, appUrl: string): PublicFacts => ({
  description: bio ?? `Book a time with ${name}`,
  url: `${appUrl}${publicPath(owner)}`,
});

export async function showOwner(deps: PublicPageDeps, request: VisitorRequest): Promise<PageReply> {
  await deps.rateLimitReads(request.clientIp);
  const profile = await deps.publicOwners.find(ownerOf(request));
  if (profile === undefined) throw unknownOwner();
  const skip = skipIn(request);
  // One more than a page shows whether there is a next page.
  const found = await listOffered(deps, profile, { take: PAGE_LENGTH + 1, skip });
  const path = publicPath(profile.owner);
  const props = {
    owner: presentOwner(profile, deps.appUrl),
    offers: found
      .slice(0, PAGE_LENGTH)
      .filter(isBooked)
      .map((eventType) => presentOffer(profile, eventType)),
    user: request.user?.account,
    publicFacts: skip === 0 ? publicFactsOf(profile, deps.appUrl) : undefined,
    first: skip > 0 ? path : undefined,
    next: found.length > PAGE_LENGTH ? `${path}?${SKIP}=${skip + PAGE_LENGTH}` : undefined,
  };
  return page(<OwnerPage {...props} />);
}
