/* The filters of a list of bookings, in the names of the public API. */
import { z } from 'zod';
import { present } from '../../../present.js';
import { instant, page } from '../../../api/values.js';
import { SORT_KEYS, STATUS_FILTERS } from './list-store.js';
import type { BookingFilter, BookingQuery, BookingSort, SortKey } from './list-store.js';

const USUAL_PAGE = 100;
const MAX_IDS = 100;

const ONCE = 'must be given once';
const text = z.string(ONCE).trim().min(1, 'must not be empty');

/** Commas between them, or the name repeated. */
const several = (rule: string) =>
  z
    .union([z.string(), z.array(z.string())], rule)
    .transform((sent) => [...new Set([sent].flat().join(',').split(','))])
    .meta({ type: 'array', items: { type: 'string' }, anyOf: undefined });

const STATUS_RULE = `must be some of ${STATUS_FILTERS.join(', ')}, separated by commas`;
const status = several(STATUS_RULE).pipe(z.array(z.enum(STATUS_FILTERS, STATUS_RULE)));

const ID_RULE = 'must be the number of an id';
const id = z
  .string(ID_RULE)
  .regex(/^\d{1,15}$/, ID_RULE)
  .transform(Number);
const IDS_RULE = `must be at most ${MAX_IDS} numbers of ids, separated by commas`;
export const ids = several(IDS_RULE).pipe(
  z
    .array(
      z
        .string()
        .regex(/^\d{1,15}$/, IDS_RULE)
        .transform(Number),
    )
    .max(MAX_IDS, IDS_RULE),
);

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
  afterStart: instant.exactOptional(),
  beforeEnd: instant.exactOptional(),
  afterCreatedAt: instant.exactOptional(),
  beforeCreatedAt: instant.exactOptional(),
  afterUpdatedAt: instant.exactOptional(),
  beforeUpdatedAt: instant.exactOptional(),
  sortStart: order.exactOptional(),
  sortEnd: order.exactOptional(),
  sortCreated: order.exactOptional(),
  sortUpdatedAt: order.exactOptional(),
  take: page.take.unwrap().default(USUAL_PAGE),
  skip: page.skip,
});

type Query = z.output<typeof bookingsQuery>;

/** Whoever names one id and several asks for what fits both. */
function both(one: number | undefined, some: readonly number[] | undefined): readonly number[] | undefined {
  if (one === undefined) return some;
  return some === undefined || some.includes(one) ? [one] : [];
}

function filterOf(query: Query): BookingFilter {
  const { status: statuses, eventTypeId, eventTypeIds: types, teamId, teamsIds: teams, ...rest } = query;
  const {
    take: _take,
    skip: _skip,
    sortStart: _1,
    sortEnd: _2,
    sortCreated: _3,
    sortUpdatedAt: _4,
    ...named
  } = rest;
  const [eventTypeIds, teamIds] = [both(eventTypeId, types), both(teamId, teams)];
  return {
    ...named,
    ...present({ statuses, eventTypeIds, teamIds }),
  };
}

const SORTS = {
  start: 'sortStart',
  end: 'sortEnd',
  created: 'sortCreated',
  updated: 'sortUpdatedAt',
} as const satisfies Readonly<Record<SortKey, keyof Query>>;

function sortOf(query: Query): readonly BookingSort[] {
  return SORT_KEYS.flatMap((by) => {
    const asked = query[SORTS[by]];
    return asked === undefined ? [] : [{ by, order: asked }];
  });
}

export const queryFrom = (query: Query): Omit<BookingQuery, 'viewerId' | 'now'> => ({
  filter: filterOf(query),
  sort: sortOf(query),
  take: query.take,
  skip: query.skip,
});
