/* Text that every backend can store: PostgreSQL has no NUL, and a lone surrogate has no UTF-8. */
import { badRequest } from '../src/errors.js';

export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...texts(part)]);
}

/** PostgreSQL refuses to compare larger numbers with an integer column. */
export const isId = (id: number): boolean => Number.isInteger(id) && Math.abs(id) < 2 ** 31;

/** Throws 400 when any text in `value`, at any depth, cannot be stored. Called by every method that writes. */
export function mustBeStorable(value: unknown): void {
  if (!texts(value).every(isStorable)) throw badRequest('Text holds a character that cannot be stored.');
}
