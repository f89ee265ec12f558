/* Turns a request into the values its route declared, naming every property that does not fit. */
import type { Context } from 'koa';
import type { z } from 'zod';
import { invalidInput } from '../errors.js';
import type { PropertyFault } from '../errors.js';
import { readJson } from './bodies.js';
import { readQuery } from './query.js';
import { inputFaults, validationMessages } from './validation-messages.js';
import type { CheckedInput } from './route.js';
import type { Match } from './router.js';

const FAULT_LIMIT = 20;

const NOTHING: CheckedInput = Object.freeze({
  params: undefined,
  query: undefined,
  body: undefined,
  headers: undefined,
  text: '',
});

export type Checked<T> = { readonly data: T } | { readonly faults: readonly PropertyFault[] };

/** `whole`: what the value itself is called, `body`. */
export function checkValue<S extends z.ZodType>(
  schema: S,
  value: unknown,
  whole: string,
): Checked<z.output<S>> {
  const { success, data, error } = schema.safeParse(value, { error: validationMessages });
  return success ? { data } : { faults: inputFaults(error, whole) };
}

function check(
  schema: z.ZodType | undefined,
  value: unknown,
  whole: string,
  faults: PropertyFault[],
): unknown {
  if (schema === undefined) return undefined;
  const checked = checkValue(schema, value, whole);
  if ('data' in checked) return checked.data;
  faults.push(...checked.faults);
  return undefined;
}

function checkQuery(schema: z.ZodObject, text: string, faults: PropertyFault[]): unknown {
  const read = readQuery(text, Object.keys(schema.shape));
  faults.push(...read.faults);
  return check(schema, read.values, 'query', faults);
}

/** Unknown properties of a body are left out by the schemas, and never refused. */
export async function readInput({ route, params }: Match, ctx: Context): Promise<CheckedInput> {
  if (!(route.params ?? route.query ?? route.body ?? route.headers)) return NOTHING;
  const faults: PropertyFault[] = [];
  const body = route.body && (await readJson(ctx.req));
  const input = {
    params: check(route.params, params, 'path', faults),
    query: route.query && checkQuery(route.query, ctx.querystring, faults),
    headers: check(route.headers, ctx.req.headers, 'headers', faults),
    body: check(route.body, body?.value, 'body', faults),
    text: body?.text ?? '',
  };
  if (faults.length > 0) throw invalidInput(faults.slice(0, FAULT_LIMIT));
  return input;
}
