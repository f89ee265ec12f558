/* `/settings/bookings`: the bookings that a user hosts or attends, and those of a team that they administer. */
import { MyBookingsPage } from '../../../views/my-bookings/list.js';
import { signedInUser, viewerOf } from '../../scheduling/bookings/caller.js';
import { publicPath } from '../../scheduling/event-types/public-url.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { MY_BOOKINGS_PATH, type MyBookingsDeps } from './deps.js';
import {
  bookingQuery,
  isFiltered,
  LIST_FIELDS,
  listPath,
  type ListQuery,
  listQuery,
  TABS,
  PAGE_LENGTH,
} from './list-query.js';
import { bookingUserOf, bookingDays } from './presenter.js';

/** To choose from in the filter. */
const MOST_EVENT_TYPES = 250;
const ALL = { take: MOST_EVENT_TYPES, skip: 0 };

interface Choices {
  readonly teams: readonly { readonly id: number; readonly name: string }[];
  readonly eventTypes: readonly { readonly id: number; readonly title: string }[];
}

/** The event types of the user, or those of the chosen team. */
async function choicesFor(deps: MyBookingsDeps, accountId: number, { teamId }: ListQuery): Promise<Choices> {
  const teams = await deps.conferencing.administeredTeams(accountId);
  const listed = teams.some(({ id }) => id === teamId)
    ? await deps.teamEventTypes.list({ teamId }, { hidden: true, ...ALL })
    : await deps.eventTypes.list({ viewerId: accountId, ...ALL });
  return { teams, eventTypes: (listed ?? []).map(({ eventType: { id, title } }) => ({ id, title })) };
}

const pagesOf = (query: ListQuery, total: number) => {
  const pages = Math.max(1, Math.ceil(total / PAGE_LENGTH));
  return {
    pages,
    previous: query.page > 1 ? listPath({ ...query, page: query.page - 1 }) : undefined,
    next: query.page < pages ? listPath({ ...query, page: query.page + 1 }) : undefined,
  };
};

function filterProps(query: ListQuery, { teams, eventTypes }: Choices) {
  const { tab, attendee, eventTypeId, teamId } = query;
  return {
    tabs: TABS.map((name) => ({
      name,
      to: listPath({ ...query, tab: name, page: 1 }),
      chosen: name === tab,
    })),
    filter: {
      action: MY_BOOKINGS_PATH,
      fields: LIST_FIELDS,
      tab,
      attendee,
      eventTypeId,
      teamId,
      teams,
      eventTypes,
    },
    clearTo: isFiltered(query)
      ? listPath({ ...query, attendee: '', eventTypeId: 0, teamId: 0, page: 1 })
      : undefined,
  };
}

export async function listBookings(deps: MyBookingsDeps, request: UserRequest): Promise<PageReply> {
  const { account } = request.user;
  const [query, now] = [listQuery(request), deps.clock()];
  const viewer = viewerOf(signedInUser(account.id), 'BOOKING_READ');
  const { bookings, total } = await deps.bookings.list({ ...bookingQuery(query), ...viewer, now });
  const { pages, ...links } = pagesOf(query, total);
  if (query.page > pages) return redirect(listPath({ ...query, page: pages }));
  const timeZone = request.user.account.timeZone;
  const props = {
    user: account,
    ...filterProps(query, await choicesFor(deps, account.id, query)),
    days: bookingDays(bookings, { user: bookingUserOf(account), timeZone, now }),
    timeZone,
    total,
    page: { number: query.page, of: pages, ...links },
    done: request.session.takeMessage(),
    publicUrl: `${deps.appUrl}${publicPath(account)}`,
  };
  return page(<MyBookingsPage {...props} />);
}
