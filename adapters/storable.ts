/* Text that every backend keeps as it is: PostgreSQL has no NUL, and a lone surrogate has no UTF-8. */
import { badRequest } from '../src/errors.js';

export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...texts(part)]);
}

/** Beyond it there is no row, and PostgreSQL would call the comparison an error. */
export const isId = (id: number): boolean => Number.isInteger(id) && Math.abs(id) < 2 ** 31;

/** Throws 400 when any text in `value`, at any depth, cannot be kept. Called by every method that writes. */
export function mustBeStorable(value: unknown): void {
  if (!texts(value).every(isStorable)) throw badRequest('Text holds a character that cannot be stored.');
}
