/*
 * The one decoder of posted forms: strings only, no repeated field unless it is a list, bounded, strict UTF-8, no NUL.
 * koa-body only reads the bytes; they are decoded here, because a lenient decoder would turn a malformed form into a
 * different one.
 */
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import type { AppError } from '../errors.js';
import { badRequest, bodyTooLarge } from '../errors.js';
import { formPairs } from '../request-body.js';

export interface Form {
  /** The value of a field as entered, '' when it was not sent. */
  text(name: string): string;
  /** The values of a list field, in order. */
  list(name: string): readonly string[];
  /** All fields, in order, for a page that shows them again. */
  readonly entries: readonly (readonly [name: string, value: string])[];
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Ten redirect URIs of 2,048 characters, percent-encoded, fit. */
export const MAX_BYTES = 64 * 1024;
const MAX_FIELDS = 64;
const MAX_LIST_FIELDS = 200;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const malformed = (reason: string): AppError => badRequest(`The form cannot be read: ${reason}.`);

/** 'binary': one character per byte, so that the text is decoded here. */
const readBytes = koaBody({
  json: false,
  urlencoded: false,
  multipart: false,
  text: true,
  textTypes: [FORM_TYPE],
  textLimit: MAX_BYTES,
  encoding: 'binary',
  onError(error) {
    throw 'status' in error && error.status === 413
      ? bodyTooLarge(MAX_BYTES)
      : malformed('the body is broken');
  },
});

async function bodyOf(ctx: Context): Promise<string> {
  if (ctx.headers['content-encoding'] !== undefined) throw malformed('it must not be compressed');
  if (ctx.request.length === 0 || ctx.request.is() === null) return '';
  if (ctx.request.is(FORM_TYPE) !== FORM_TYPE) throw malformed(`it must be sent as ${FORM_TYPE}`);
  await readBytes(ctx, () => Promise.resolve());
  const { body } = ctx.request as { body?: unknown };
  return typeof body === 'string' ? body : '';
}

function utf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed('it is not UTF-8');
  }
}

export function strictText(bytes: Buffer): string {
  const text = utf8(bytes);
  if (text.includes('\0')) throw malformed('it contains a NUL character');
  return text;
}

function pairsOf(text: string): readonly (readonly [name: string, value: string])[] {
  try {
    return [...formPairs(text)];
  } catch {
    throw malformed('it is not percent-encoded UTF-8');
  }
}

function collect(
  pairs: readonly (readonly [string, string])[],
  lists: readonly string[],
): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = fields.get(name) ?? [];
    if (values.length > 0 && !lists.includes(name)) throw malformed('a field is repeated');
    fields.set(name, [...values, value]);
  }
  return fields;
}

export const MAX_PAIRS = MAX_FIELDS + MAX_LIST_FIELDS;
const tooMany = (): AppError => malformed('it has too many fields');

/** `lists`: fields that may be repeated. Throws 400. */
export function formOf(
  pairs: readonly (readonly [name: string, value: string])[],
  lists: readonly string[],
): Form {
  const listed = pairs.filter(([name]) => lists.includes(name)).length;
  if (listed > MAX_LIST_FIELDS || pairs.length - listed > MAX_FIELDS) throw tooMany();
  if (pairs.some((pair) => pair.join('').includes('\0'))) throw malformed('it contains a NUL character');
  const fields = collect(pairs, lists);
  return {
    text: (name) => fields.get(name)?.[0] ?? '',
    list: (name) => fields.get(name) ?? [],
    entries: pairs,
  };
}

/** The posted form. `lists`: fields that may be repeated. Throws 400 or 413. */
export async function readForm(ctx: Context, lists: readonly string[] = []): Promise<Form> {
  const text = strictText(Buffer.from(await bodyOf(ctx), 'latin1'));
  return formOf(pairsOf(text), lists);
}
