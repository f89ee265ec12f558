/*
 * Reads what a request carries, strictly: JSON in valid UTF-8, bounded in size and depth, no member twice, without
 * characters no store can hold. What the values mean is the business of a route's schemas.
 */
import type { IncomingMessage } from 'node:http';
import { AppError, badRequest, invalidInput } from '../errors.js';
import type { PropertyFault } from '../errors.js';
import { repeatedMember } from '../repeated-members.js';
import { readBytes } from '../request-body.js';

export const BODY_LIMIT_BYTES = 100_000;
const DEPTH_LIMIT = 32;
const FAULT_LIMIT = 20;

const unsupportedMediaType = (): AppError =>
  new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8, not compressed.');

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

export interface Body {
  /** As it was sent, for what is signed over it. */
  readonly text: string;
  /** Undefined when the request has no body. */
  readonly value: unknown;
}

const NO_BODY: Body = Object.freeze({ text: '', value: undefined });

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Buffer): Body {
  try {
    const text = decoder.decode(bytes);
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw badRequest('The body is not JSON in valid UTF-8.');
  }
}

/** A NUL character, or half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const unstorable = (property: string): PropertyFault => ({
  property,
  message: 'holds a character that cannot be stored (NUL or half of a surrogate pair)',
});

function collectFaults(value: unknown, property: string, depth: number, faults: PropertyFault[]): void {
  if (typeof value === 'string' && UNSTORABLE.test(value)) faults.push(unstorable(property || 'body'));
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) throw badRequest(`The body is nested deeper than ${DEPTH_LIMIT} levels.`);
  for (const [key, child] of Object.entries(value)) {
    const path = property === '' ? key : `${property}.${key}`;
    if (UNSTORABLE.test(key)) faults.push(unstorable(path.replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd')));
    else collectFaults(child, path, depth - 1, faults);
  }
}

function refuseUnstorable(value: unknown): void {
  const faults: PropertyFault[] = [];
  collectFaults(value, '', DEPTH_LIMIT, faults);
  if (faults.length > 0) throw invalidInput(faults.slice(0, FAULT_LIMIT));
}

/** Of the pairs of a query. */
export function storableFaults(
  pairs: readonly (readonly [name: string, value: string])[],
): readonly PropertyFault[] {
  const faults: PropertyFault[] = [];
  for (const [name, value] of pairs) collectFaults({ [name]: value }, '', 1, faults);
  return faults.slice(0, FAULT_LIMIT);
}

export async function readJson(req: IncomingMessage): Promise<Body> {
  if (!hasBody(req)) return NO_BODY;
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = req.headers;
  if (!JSON_TYPE.test(type) || encoding.toLowerCase() !== 'identity') throw unsupportedMediaType();
  const body = parseJson(await readBytes(req, BODY_LIMIT_BYTES));
  refuseUnstorable(body.value);
  const repeated = repeatedMember(body.text);
  if (repeated !== undefined) throw invalidInput([{ property: repeated, message: 'must not be sent twice' }]);
  return body;
}
