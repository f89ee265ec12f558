/* The address of a list of bookings: its tab, filters and page. Pure. */
import { present } from '../../present.js';
import type { BookingQuery, BookingStatusFilter } from '../../scheduling/bookings/lists/list-store.js';
import type { UserRequest } from '../page.js';
import { idOf } from '../request-values.js';
import { MY_BOOKINGS_PATH } from './deps.js';

export const TABS = [
  'upcoming',
  'unconfirmed',
  'recurring',
  'past',
  'cancelled',
] as const satisfies readonly BookingStatusFilter[];
export type Tab = (typeof TABS)[number];

const isTab = (text: string): text is Tab => TABS.some((tab) => tab === text);

export const PAGE_LENGTH = 25;

export interface ListQuery {
  readonly tab: Tab;
  /** The whole name or address of an attendee. */
  readonly attendee: string;
  /** 0: of all. */
  readonly eventTypeId: number;
  /** 0: the user's own. */
  readonly teamId: number;
  /** From 1 on. */
  readonly page: number;
}

export const LIST_FIELDS = {
  tab: 'tab',
  attendee: 'attendee',
  eventTypeId: 'eventType',
  teamId: 'team',
  page: 'page',
} as const satisfies Readonly<Record<keyof ListQuery, string>>;

/** What is not valid has its default. */
export function listQuery({ query }: Pick<UserRequest, 'query'>): ListQuery {
  const tab = query(LIST_FIELDS.tab);
  return {
    tab: isTab(tab) ? tab : 'upcoming',
    attendee: query(LIST_FIELDS.attendee).trim(),
    eventTypeId: idOf(query(LIST_FIELDS.eventTypeId)),
    teamId: idOf(query(LIST_FIELDS.teamId)),
    page: idOf(query(LIST_FIELDS.page)) || 1,
  };
}

export const isFiltered = ({ attendee, eventTypeId, teamId }: ListQuery): boolean =>
  attendee !== '' || eventTypeId !== 0 || teamId !== 0;

const DEFAULTS: readonly string[] = ['', '0'];

export function listPath(query: ListQuery): string {
  const { tab, page } = query;
  const shown = { ...query, tab: tab === 'upcoming' ? '' : tab, page: page === 1 ? 0 : page };
  const parameters = Object.entries(shown).map(([name, value]): [string, string] => [
    LIST_FIELDS[name as keyof ListQuery],
    String(value),
  ]);
  const search = new URLSearchParams(parameters.filter(([, value]) => !DEFAULTS.includes(value)));
  return search.size === 0 ? MY_BOOKINGS_PATH : `${MY_BOOKINGS_PATH}?${search.toString()}`;
}

const LATEST_FIRST: readonly Tab[] = ['past', 'cancelled'];

/** The query of the endpoint. */
export function bookingQuery({
  tab,
  attendee,
  eventTypeId,
  teamId,
  page,
}: ListQuery): Pick<BookingQuery, 'filter' | 'sort' | 'take' | 'skip'> {
  const named = attendee.includes('@') ? { attendeeEmail: attendee } : { attendeeName: attendee };
  return {
    filter: {
      statuses: [tab],
      ...(attendee !== '' && named),
      ...present({
        eventTypeIds: eventTypeId === 0 ? undefined : [eventTypeId],
        teamIds: teamId === 0 ? undefined : [teamId],
      }),
    },
    sort: LATEST_FIRST.includes(tab) ? [{ by: 'start', order: 'desc' }] : [],
    take: PAGE_LENGTH,
    skip: (page - 1) * PAGE_LENGTH,
  };
}
