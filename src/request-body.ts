/*
 * Reads the body of a request as bytes up to a limit, and decodes the pairs of a form or a query. Decoding is strict,
 * because a lenient decoder turns a malformed form into a different one.
 */
import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { badRequest, bodyTooLarge } from './errors.js';

/** Throws 413, and 400 for a body that ends early. Node discards the rest, so the connection stays usable. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  try {
    return await getRawBody(request, { length: request.headers['content-length'] ?? null, limit });
  } catch (error) {
    const { status } = error as { readonly status?: number };
    throw status === 413 ? bodyTooLarge(limit) : badRequest('The body ended before it was complete.');
  }
}

/** `application/x-www-form-urlencoded`, in the order of the text. Throws URIError when it is not percent-encoded UTF-8. */
export function* formPairs(text: string): Generator<readonly [name: string, value: string]> {
  for (const part of text.split('&')) {
    if (part === '') continue;
    const [name = '', ...rest] = part.replaceAll('+', ' ').split('=');
    yield [decodeURIComponent(name), decodeURIComponent(rest.join('='))];
  }
}
