/* Values that many routes take: ids in a path, numbers and lists in a query, pages of a list. */
import { z } from 'zod';

const MAX_PAGE_SIZE = 250;

/** In a path or query. */
export const numberInQuery = (rule: string, least: number, most: number) =>
  z
    .string(rule)
    .regex(/^\d{1,15}$/, rule)
    .transform(Number)
    .pipe(z.number().min(least, rule).max(most, rule))
    // In the OpenAPI document it is a number, though a URL carries text.
    .meta({ type: 'integer', minimum: least, maximum: most, pattern: undefined });

/** The store decides whether it exists: an unknown id is not found, not refused. */
export const idInPath = numberInQuery('must be the number of an id', 1, Number.MAX_SAFE_INTEGER);

/** `take` and `skip`, to be spread into the query of a list. */
export const page = {
  take: numberInQuery(`must be a number from 1 to ${MAX_PAGE_SIZE}`, 1, MAX_PAGE_SIZE).default(MAX_PAGE_SIZE),
  skip: numberInQuery('must be a number from 0 on', 0, Number.MAX_SAFE_INTEGER).default(0),
};

/**
 * The texts of a list in a query. They are separated by commas, or sent one by one: `a=1&a=2`, `a[]=1&a[]=2`,
 * `a[0]=1&a[1]=2`.
 */
export const listInQuery = (rule?: string) =>
  z
    .union([z.string(rule), z.array(z.string(rule), rule)], rule)
    .transform((sent) => [sent].flat().flatMap((text) => text.split(',')))
    .meta({ type: 'array', items: { type: 'string' }, anyOf: undefined });

export const flag = z.boolean('must be true or false');

export function whole(least: number, most: number) {
  const rule = `must be a whole number from ${least} to ${most}`;
  return z.number(rule).int(rule).min(least, rule).max(most, rule);
}

export const sortOrder = z.enum(['asc', 'desc'], 'must be asc or desc');
