/*
 * One strict decoder in front of the endpoints that clients post to: form and JSON bodies yield the same fields, every
 * field is a string and occurs once (RFC 6749 appendix B). koa-body is not used: it makes lists and objects of field
 * names and passes broken percent-encoding on.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.js';
import { repeatedMember } from '../../repeated-members.js';
import { formPairs, readBytes } from '../../request-body.js';

export type DecodedBody =
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, string> }
  | { readonly kind: 'refused'; readonly status: 400 | 413 | 415; readonly why: string };

const MAX_FIELDS = 64;
const MAX_BYTES = 16 * 1024;
const FORM = 'application/x-www-form-urlencoded';

const refused = (why: string, status: 400 | 413 | 415 = 400): DecodedBody => ({
  kind: 'refused',
  status,
  why,
});

function collect(pairs: Iterable<readonly [string, string]>): DecodedBody {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (fields.has(name)) return refused(`${name.slice(0, 64)} must not be sent twice`);
    if (name.includes('\0') || value.includes('\0'))
      return refused('a NUL character is not part of any parameter');
    fields.set(name, value);
    if (fields.size > MAX_FIELDS) return refused(`more than ${MAX_FIELDS} parameters`);
  }
  return { kind: 'fields', fields };
}

function decodeForm(text: string): DecodedBody {
  try {
    return collect(formPairs(text));
  } catch {
    return refused('the body is not percent-encoded UTF-8');
  }
}

function decodeJson(text: string): DecodedBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refused('the body is not a JSON object');
  const entries = Object.entries(value);
  for (const [name, member] of entries) {
    if (typeof member !== 'string') return refused(`${name.slice(0, 64)} must be a string`);
  }
  const repeated = repeatedMember(text);
  if (repeated !== undefined) return refused(`${repeated.slice(0, 64)} must not be sent twice`);
  return collect(entries as [string, string][]);
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Whether the headers name UTF-8, which is the default, and no compression. */
function isPlainUtf8(contentType = '', contentEncoding = 'identity'): boolean {
  const [, charset = 'utf-8'] = CHARSET.exec(contentType) ?? [];
  return /^utf-?8$/i.test(charset) && contentEncoding.toLowerCase() === 'identity';
}

/** The headers as sent; a missing content type is refused unless the body is empty. */
export function decodeBody(
  body: Buffer,
  contentType: string | undefined,
  contentEncoding?: string,
): DecodedBody {
  if (!isPlainUtf8(contentType, contentEncoding))
    return refused('send the body in UTF-8 and not compressed', 415);
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return refused('the body is not UTF-8');
  }
  if (mediaType === 'application/json') return decodeJson(text);
  if (mediaType === FORM || (mediaType === undefined && text === '')) return decodeForm(text);
  return refused(`send ${FORM} or application/json`);
}

/** Reads the body and decodes it; 413 when it is too large. */
export async function decodeFields(request: IncomingMessage): Promise<DecodedBody> {
  const { headers } = request;
  try {
    const body = await readBytes(request, MAX_BYTES);
    return decodeBody(body, headers['content-type'], headers['content-encoding']);
  } catch (error) {
    if (error instanceof AppError && error.status === 413) return refused(error.message, 413);
    throw error;
  }
}
