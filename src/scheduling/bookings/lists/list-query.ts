/* The filters of a list of bookings, in the names of the public API. */
import { z } from 'zod';
import { present } from '../../../present.js';
import { momentInUtc } from '../../instants.js';
import { listInQuery, page } from '../../../api/values.js';
import { SORT_KEYS, STATUS_FILTERS } from './list-store.js';
import type { BookingQuery, BookingSort, BookingViewer, SortKey } from './list-store.js';

const DEFAULT_PAGE_SIZE = 100;
const MAX_IDS = 100;

const ONCE_RULE = 'must be given once';
const text = z.string(ONCE_RULE).trim().min(1, 'must not be empty');

const several = (rule: string) => listInQuery(rule).transform((all) => [...new Set(all)]);

const STATUS_RULE = `must be some of ${STATUS_FILTERS.join(', ')}, separated by commas`;
const status = several(STATUS_RULE).pipe(z.array(z.enum(STATUS_FILTERS, STATUS_RULE)));

const ID_RULE = 'must be the number of an id';
const idOf = (rule: string) =>
  z
    .string(rule)
    .regex(/^\d{1,15}$/, rule)
    .transform(Number);
const id = idOf(ID_RULE);
const IDS_RULE = `must be at most ${MAX_IDS} numbers of ids, separated by commas`;
export const ids = several(IDS_RULE).pipe(z.array(idOf(IDS_RULE)).max(MAX_IDS, IDS_RULE));

const order = z.enum(['asc', 'desc'], 'must be asc or desc');

export const bookingsQuery = z.object({
  status: status.exactOptional(),
  attendeeEmail: text.exactOptional(),
  attendeeName: text.exactOptional(),
  bookingUid: text.exactOptional(),
  eventTypeIds: ids.exactOptional(),
  eventTypeId: id.exactOptional(),
  teamsIds: ids.exactOptional(),
  teamId: id.exactOptional(),
  afterStart: momentInUtc('first').exactOptional(),
  beforeEnd: momentInUtc('last').exactOptional(),
  afterCreatedAt: momentInUtc('first').exactOptional(),
  beforeCreatedAt: momentInUtc('last').exactOptional(),
  afterUpdatedAt: momentInUtc('first').exactOptional(),
  beforeUpdatedAt: momentInUtc('last').exactOptional(),
  sortStart: order.exactOptional(),
  sortEnd: order.exactOptional(),
  sortCreated: order.exactOptional(),
  sortUpdatedAt: order.exactOptional(),
  take: page.take.unwrap().default(DEFAULT_PAGE_SIZE),
  skip: page.skip,
});

type Query = z.output<typeof bookingsQuery>;

/** With one id and several, both apply. */
function both(one: number | undefined, some: readonly number[] | undefined): readonly number[] | undefined {
  if (one === undefined) return some;
  return some === undefined || some.includes(one) ? [one] : [];
}

const SORTS = {
  start: 'sortStart',
  end: 'sortEnd',
  created: 'sortCreated',
  updated: 'sortUpdatedAt',
} as const satisfies Readonly<Record<SortKey, keyof Query>>;

const sortOf = (query: Query): readonly BookingSort[] =>
  SORT_KEYS.flatMap((by) => {
    const order = query[SORTS[by]];
    return order === undefined ? [] : [{ by, order }];
  });

export function queryFrom(query: Query): Omit<BookingQuery, keyof BookingViewer | 'now'> {
  const { status: statuses, eventTypeId, eventTypeIds, teamId, teamsIds, take, skip, ...rest } = query;
  const { sortStart: _1, sortEnd: _2, sortCreated: _3, sortUpdatedAt: _4, ...filter } = rest;
  const ids = { eventTypeIds: both(eventTypeId, eventTypeIds), teamIds: both(teamId, teamsIds) };
  return { filter: { ...filter, ...present({ statuses, ...ids }) }, sort: sortOf(query), take, skip };
}
