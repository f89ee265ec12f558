/* What the pages where people book share: whose page it is, and what is offered there. */
import { notFound } from '../../errors.js';
import { findOffered, type BookingPageDeps, type Offered } from '../../scheduling/booking-pages/use-cases.js';
import type { AttendeeDeps } from '../../scheduling/bookings/attendees/use-cases.js';
import { publicPath, type PublicOwner } from '../../scheduling/event-types/public-url.js';
import type { ProfileStore } from '../../scheduling/profile/store.js';
import type { VisitorRequest } from '../page.js';

export interface PublicPageDeps extends BookingPageDeps, Pick<AttendeeDeps, 'keys'> {
  readonly appUrl: string;
  readonly profiles: Pick<ProfileStore, 'profile'>;
  readonly rateLimitReads: (clientIp: string) => Promise<void>;
}

const nameIn = (request: VisitorRequest, name: string): string => request.param(name).toLowerCase();

/** Names are compared in lower case, as `/v2/slots` does. */
export function ownerOf(request: VisitorRequest): PublicOwner {
  const [username, teamSlug] = [nameIn(request, 'username'), nameIn(request, 'teamSlug')];
  if (username !== '') return { username };
  const organizationSlug = nameIn(request, 'organizationSlug');
  return organizationSlug === '' ? { teamSlug } : { teamSlug, organizationSlug };
}

export const unknownOwner = (): Error =>
  notFound('There is no page at this address, and nobody with this name who can be booked.');

const nothingHere = (): Error =>
  notFound('There is nothing to book at this address. The host may have renamed or removed it.');

/** Throws 404 without one, and 429 after too many reads. */
export async function offeredAt(deps: PublicPageDeps, request: VisitorRequest): Promise<Offered> {
  await deps.rateLimitReads(request.clientIp);
  const offered = await findOffered(deps, ownerOf(request), nameIn(request, 'slug'));
  if (offered === undefined) throw nothingHere();
  return offered;
}

/** Of the page of an event type. */
export const eventPath = ({ profile, found }: Offered): string =>
  publicPath(profile.owner, found.eventType.slug);
