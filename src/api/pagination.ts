/* A page of a list, and its position in the whole list. */
import { z } from 'zod';

const count = z.int().min(0);
const ordinal = z.int().min(1);

/** In the names of the public API. */
export const pagination = z.object({
  totalItems: count,
  remainingItems: count,
  returnedItems: count,
  itemsPerPage: ordinal,
  currentPage: ordinal,
  totalPages: count,
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
});

export type Pagination = Readonly<z.output<typeof pagination>>;

export interface Page<D> {
  readonly data: D;
  readonly pagination: Pagination;
}

export interface PageAsked {
  readonly take: number;
  readonly skip: number;
}

/** A `skip` that is no multiple of `take` lies on the page that it begins in. */
export function paginationOf(
  totalItems: number,
  returnedItems: number,
  { take, skip }: PageAsked,
): Pagination {
  const remainingItems = Math.max(0, totalItems - skip - returnedItems);
  return {
    totalItems,
    remainingItems,
    returnedItems,
    itemsPerPage: take,
    currentPage: Math.floor(skip / take) + 1,
    totalPages: Math.ceil(totalItems / take),
    hasNextPage: remainingItems > 0,
    hasPreviousPage: skip > 0,
  };
}
