/* Rows of raw statements and counts, in plain types. */
import type { Knex } from 'knex';
import type { Database } from './connection.js';

/** `values`: by the names that the statement uses (`:groupId`). */
export async function selectRows<T>(db: Database, sql: string, values: object = {}): Promise<readonly T[]> {
  const { rows } = await db.raw<{ rows: readonly T[] }>(sql, { ...values } as Knex.ValueDict);
  return rows;
}

export async function countRows(rows: Knex.QueryBuilder): Promise<number> {
  const [row] = await rows.count<readonly { readonly count: string | number }[]>('* as count');
  return Number(row?.count ?? 0);
}

/** Null in `change` removes a member. Empty when nothing changes. */
export const mergedJson = (
  db: Database,
  column: string,
  change: object,
): Readonly<Record<string, Knex.Raw>> =>
  Object.keys(change).length === 0
    ? {}
    : { [column]: db.raw('jsonb_strip_nulls(?? || ?::jsonb)', [column, JSON.stringify(change)]) };

/** Each value once, without null and undefined. */
export const defined = <T>(values: readonly (T | null | undefined)[]): readonly T[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
];
