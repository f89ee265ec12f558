/*
 * Calls URLs that users or providers chose. The IP address is checked where the socket connects, after the name was
 * resolved and on the very result that is used, so that a name cannot change its address between check and use.
 * Redirects are followed only as often as the request allows, and to the same host only.
 */
import { lookup as resolve } from 'node:dns/promises';
import { request as plainRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { callableAddresses, literalAddress, type MayBeCalled } from '../src/outbound/addresses.js';
import { OutboundError, outboundUrlFault } from '../src/outbound/outbound.js';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../src/outbound/outbound.js';

const refused = (): OutboundError =>
  new OutboundError('refused', 'the address is private or reserved and cannot be called from here');

/** Returns only addresses that may be called; fails when there are none. */
function guardedLookup(mayBeCalled: MayBeCalled): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }).then(
      (addresses) => {
        const callable = addresses.filter(({ address }) => mayBeCalled(address));
        const [first] = callable;
        if (first === undefined) done(refused(), '', 0);
        else if (options.all === true) done(null, callable);
        else done(null, first.address, first.family);
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error('the name was not resolved'), '', 0);
      },
    );
  };
}

const CODES = new Map([
  ['ENOTFOUND', 'the name does not exist'],
  ['EAI_AGAIN', 'the name cannot be resolved now'],
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', 'the connection ended early'],
  ['HPE_INVALID_CONSTANT', 'the answer is not HTTP'],
]);

const TLS_ERROR = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function failureOf(error: unknown, timeoutMs: number, { aborted }: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  // An abort while the body is received appears as a reset.
  if (aborted)
    return new OutboundError('timeout', `there was no whole answer within ${timeoutMs / 1000} seconds`);
  const { code = '' } = error as { readonly code?: string };
  const reason = TLS_ERROR.test(code) ? 'its certificate is not trusted' : CODES.get(code);
  return new OutboundError('unreachable', reason ?? 'it cannot be reached');
}

async function readBody(
  answer: IncomingMessage,
  { maxBytes, cut = false }: Pick<OutboundRequest, 'maxBytes' | 'cut'>,
): Promise<string> {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new OutboundError('unreachable', 'it answered in an encoding that was not asked for');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes && cut) return Buffer.concat([...chunks, chunk]).toString('utf8', 0, maxBytes);
    if (size > maxBytes) throw new OutboundError('too_large', `the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  if (!answer.complete) throw new OutboundError('unreachable', 'the connection ended early');
  return Buffer.concat(chunks).toString('utf8');
}

const headersOf = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
    ),
  );

const responseTo = (sent: ClientRequest, body: string | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(body);
  });

/** The target of a redirect; undefined for any other answer. */
function redirection({ status, headers, url }: OutboundAnswer): URL | undefined {
  const { location } = headers;
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, url))
    return undefined;
  return new URL(location, url);
}

export interface OutboundOptions {
  /** CIDRs that may be called although they are private. */
  readonly allow: readonly string[];
}

export function createOutbound({ allow }: OutboundOptions): Outbound {
  const mayBeCalled = callableAddresses(allow);
  const lookup = guardedLookup(mayBeCalled);

  async function once(request: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const fault = outboundUrlFault(request.url);
    if (fault !== undefined) throw new OutboundError('refused', `the URL ${fault}`);
    const url = new URL(request.url);
    // An IP literal is not looked up.
    const literal = literalAddress(url);
    if (literal !== undefined && !mayBeCalled(literal)) throw refused();
    const length =
      request.body === undefined ? {} : { 'content-length': `${Buffer.byteLength(request.body)}` };
    const options: RequestOptions = {
      method: request.method,
      headers: { 'user-agent': 'Slotkey', ...request.headers, ...length, 'accept-encoding': 'identity' },
      lookup,
      signal,
      agent: false,
    };
    const sent = url.protocol === 'https:' ? secureRequest(url, options) : plainRequest(url, options);
    const answer = await responseTo(sent, request.body);
    // Once the answer has begun, errors are reported by the reader of its body.
    sent.on('error', () => undefined);
    try {
      const body = await readBody(answer, request);
      return { status: answer.statusCode ?? 0, headers: headersOf(answer), body, url: url.href };
    } finally {
      sent.destroy();
    }
  }

  async function follow(
    request: OutboundRequest,
    signal: AbortSignal,
    left: number,
  ): Promise<OutboundAnswer> {
    const answer = await once(request, signal);
    const next = redirection(answer);
    if (next === undefined || request.redirects === undefined) return answer;
    if (left === 0) throw new OutboundError('redirect', 'it redirects too often');
    if (next.host !== new URL(request.url).host)
      throw new OutboundError('redirect', 'it redirects to another host');
    return follow({ ...request, url: next.href }, signal, left - 1);
  }

  return async (request) => {
    const signal = AbortSignal.timeout(request.timeoutMs);
    try {
      return await follow(request, signal, request.redirects ?? 0);
    } catch (error) {
      throw failureOf(error, request.timeoutMs, signal);
    }
  };
}
