/*
 * What people do on the pages where they book, without an account: see who offers what, choose a free time, book. The
 * rules are those of `/v2/event-types`, `/v2/slots` and `/v2/bookings`.
 */
import type { z } from 'zod';
import { inputFaults, validationMessages } from '../../api/validation-messages.js';
import { invalidInput } from '../../errors.js';
import { present } from '../../present.js';
import type { AttendedBooking, AttendeeBookingStore } from '../bookings/attendees/store.js';
import { type Caller, identify } from '../bookings/caller.js';
import { type BookingDeps, createBooking } from '../bookings/creation/create.js';
import { type BookingInput, bookingInput } from '../bookings/schemas.js';
import type { EventType } from '../event-types/event-type.js';
import type { PublicOwner } from '../event-types/public-url.js';
import type { BookableEventType, EventTypeStore } from '../event-types/store.js';
import type { TeamEventTypeStore } from '../event-types/team-store.js';
import type { ListPage } from '../list-page.js';
import { offer } from '../slots/offer.js';
import type { slotsReply } from '../slots/schemas.js';
import { bookable, toBookable } from '../slots/slot-query.js';
import type { SlotStore } from '../slots/store.js';
import type { PublicOwnerStore, PublicProfile } from './store.js';
import { isExpired } from '../private-links/rules.js';

export interface BookingPageDeps extends BookingDeps {
  readonly publicOwners: PublicOwnerStore;
  readonly eventTypes: Pick<EventTypeStore, 'bookable' | 'list'>;
  readonly teamEventTypes: Pick<TeamEventTypeStore, 'list'>;
  readonly attendeeBookings: Pick<AttendeeBookingStore, 'findSame'>;
  readonly slots: SlotStore;
  /** Each booking sends mails. */
  readonly rateLimitAnonymous: (clientIp: string) => Promise<void>;
}

/** What is not hidden, oldest first. */
export async function listOffered(
  { eventTypes, teamEventTypes }: Pick<BookingPageDeps, 'eventTypes' | 'teamEventTypes'>,
  { owner, teamId }: PublicProfile,
  page: ListPage,
): Promise<readonly EventType[]> {
  if ('username' in owner) {
    const found = await eventTypes.list({ usernames: [owner.username], ...page });
    return found.map(({ eventType }) => eventType);
  }
  const found = await teamEventTypes.list({ teamId: teamId ?? 0 }, { hidden: false, ...page });
  return (found ?? []).map(({ eventType }) => eventType);
}

export interface Offered {
  readonly profile: PublicProfile;
  readonly found: BookableEventType;
}

/** Also a hidden event type, for whom knows its address. */
export async function findOffered(
  { publicOwners, eventTypes }: Pick<BookingPageDeps, 'publicOwners' | 'eventTypes'>,
  owner: PublicOwner,
  slug: string,
): Promise<Offered | undefined> {
  const [profile, found] = await Promise.all([
    publicOwners.find(owner),
    eventTypes.bookable({ ...owner, slug }),
  ]);
  return profile && found && { profile, found };
}

export interface Linked extends Offered {
  /** A form that books is decided by the transaction: it may be sent twice. */
  readonly expired: boolean;
}

export async function findLinked(
  deps: Pick<BookingPageDeps, 'publicOwners' | 'eventTypes' | 'clock'>,
  linkId: string,
  slug: string,
): Promise<Linked | undefined> {
  const link = await deps.publicOwners.findLinked(linkId);
  if (link?.slug !== slug) return undefined;
  const offered = await findOffered(deps, link.owner, slug);
  return offered && { ...offered, expired: isExpired(link, deps.clock()) };
}

export interface TimesQuery {
  /** Milliseconds since the epoch; where slots may start. */
  readonly from: number;
  readonly until: number;
  readonly timeZone: string;
  readonly duration?: number;
}

export type TimesByDate = z.input<typeof slotsReply>;
export type FreeTime = TimesByDate[string][number];

/** By date of the time zone, as `/v2/slots` answers. */
export const timesByDate = (
  deps: Pick<BookingPageDeps, 'slots' | 'clock'>,
  { found }: Offered,
  { from, until, ...query }: TimesQuery,
): Promise<TimesByDate> =>
  offer(deps, bookable(toBookable(found)), { start: from, end: until, format: 'time', ...query });

export interface PageBooking {
  readonly clientIp: string;
  /** Of the user who is signed in. */
  readonly accountId?: number;
  /** Of the form: sent twice, it books once. */
  readonly key?: string;
  readonly isAbandoned: () => boolean;
}

/** A user at these pages is an attendee, of their own event types too: nothing is confirmed by booking it. */
async function callerOf(
  { bookings }: Pick<BookingDeps, 'bookings'>,
  { clientIp, accountId }: PageBooking,
): Promise<Caller> {
  const user = accountId === undefined ? undefined : await bookings.findUser(accountId);
  if (user === undefined) return identify(bookings, undefined, clientIp);
  const actor = `account:${user.id}`;
  return { actor: { actor, clientIp }, key: actor, user, mayHost: false };
}

function readInput(typed: object): BookingInput {
  const read = bookingInput.safeParse(typed, { error: validationMessages });
  if (!read.success) throw invalidInput(inputFaults(read.error, 'body'));
  return read.data;
}

/**
 * `typed`: the body of `POST /v2/bookings` but for the event type, not yet validated. Undefined when the attendee has left
 * the booking since, which a form that is sent twice finds.
 */
export async function bookOffered(
  deps: BookingPageDeps,
  { found }: Offered,
  typed: object,
  call: PageBooking,
): Promise<AttendedBooking | undefined> {
  await deps.rateLimitAnonymous(call.clientIp);
  const body = { ...readInput(typed), eventTypeId: found.eventType.id };
  const caller = await callerOf(deps, call);
  const { clientIp, isAbandoned, key } = call;
  const reply = await createBooking(deps, body, {
    ...{ caller, holders: [], clientIp, isAbandoned },
    ...present({ key }),
  });
  const [first] = [reply].flat();
  const { name, email = '' } = body.attendee;
  return first && deps.attendeeBookings.findSame(first.uid, { name, email });
}
