/* What the pages where people book share: whose page it is, and what is offered there. */
import { notFound } from '../../errors.js';
import {
  findLinked,
  findOffered,
  type BookingPageDeps,
  type Offered,
} from '../../scheduling/booking-pages/use-cases.js';
import type { AttendeeDeps } from '../../scheduling/bookings/attendees/use-cases.js';
import { privateLinkPath, publicPath, type PublicOwner } from '../../scheduling/event-types/public-url.js';
import type { VisitorRequest } from '../page.js';

export interface PublicPageDeps extends BookingPageDeps, Pick<AttendeeDeps, 'keys'> {
  readonly appUrl: string;
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

const linkExpired = (): Error =>
  notFound('This private link has expired or was used up. Ask the host for a new one.');

/** What is booked here. */
export interface OfferedAt extends Offered {
  /** Of this page. */
  readonly path: string;
  readonly privateLinkId?: string;
}

async function linkedAt(deps: PublicPageDeps, request: VisitorRequest): Promise<OfferedAt | undefined> {
  const [privateLinkId, slug] = [request.param('link'), nameIn(request, 'slug')];
  const linked = await findLinked(deps, privateLinkId, slug);
  if (linked?.expired && !('form' in request)) throw linkExpired();
  return linked && { ...linked, privateLinkId, path: privateLinkPath({ id: privateLinkId, slug }) };
}

async function namedAt(deps: PublicPageDeps, request: VisitorRequest): Promise<OfferedAt | undefined> {
  const [owner, slug] = [ownerOf(request), nameIn(request, 'slug')];
  const offered = await findOffered(deps, owner, slug);
  return offered && { ...offered, path: publicPath(offered.profile.owner, slug) };
}

/** Throws 404 without one, and 429 after too many reads. */
export async function offeredAt(deps: PublicPageDeps, request: VisitorRequest): Promise<OfferedAt> {
  await deps.rateLimitReads(request.clientIp);
  const find = request.param('link') === '' ? namedAt : linkedAt;
  const offered = await find(deps, request);
  if (offered === undefined) throw nothingHere();
  return offered;
}
