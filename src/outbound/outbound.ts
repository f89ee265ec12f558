/*
 * The only HTTP client for URLs that users or providers chose: webhooks, feeds, calendars, providers. The address is
 * checked where the socket connects (adapters/outbound.ts), so that no host name can resolve to a private address.
 */

export interface OutboundRequest {
  /** http or https, without user info. */
  readonly url: string;
  /** `POST`; also those of WebDAV: `PROPFIND`, `REPORT`. */
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole call, from name resolution to the last byte. */
  readonly timeoutMs: number;
  /** Of the body of the answer. */
  readonly maxBytes: number;
  /** The body is cut at `maxBytes`; when absent, a longer one makes the call fail. */
  readonly cut?: boolean;
  /** How many redirects are followed, each to the same host only. None when absent: a 3xx is an answer. */
  readonly redirects?: number;
}

export interface OutboundAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** UTF-8. */
  readonly body: string;
  /** After redirects. */
  readonly url: string;
}

/**
 * `refused`: the address may not be called. `unreachable`: no connection, or it ended early. `timeout`, `too_large`: the
 * limits of the request. `redirect`: to another host, or too many.
 */
export type OutboundFailure = 'refused' | 'unreachable' | 'timeout' | 'too_large' | 'redirect';

export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  /** `message` may be shown to the owner of the URL: it names no address that they did not enter. */
  constructor(
    readonly failure: OutboundFailure,
    message: string,
  ) {
    super(message);
  }
}

/** Resolves with any answer, whatever its status; rejects with an OutboundError. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>;

const MAX_CHARACTERS = 2048;

/** The fault of a URL before it is resolved, as the end of "the URL …"; undefined for a valid one. */
export function outboundUrlFault(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return `is longer than ${MAX_CHARACTERS} characters`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'is not a URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'is neither http nor https';
  if (url.username !== '' || url.password !== '') return 'carries a user name or a password';
  return undefined;
}
