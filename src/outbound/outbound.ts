/*
 * The one way out by HTTP to addresses that somebody else chose: webhooks, feeds, calendars, providers. What may be
 * called is decided where the socket connects (adapters/outbound.ts), so that no name can turn into a private address.
 */

export interface OutboundRequest {
  /** http or https, without user info. */
  readonly url: string;
  /** `POST`, and what other protocols have: `PROPFIND`, `REPORT`. */
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all of it, from the name to the last byte. */
  readonly timeoutMs: number;
  /** Of the answer's body, as it is after decoding. */
  readonly maxBytes: number;
  /** What goes beyond `maxBytes` is left unread; when absent, it makes the call fail. */
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
  /** Where the answer came from, after redirects. */
  readonly url: string;
}

/**
 * `refused`: the address is not one that may be called. `unreachable`: no connection, or it ended early. `timeout`,
 * `too_large`: the limits of the request. `redirect`: to another host, or too many.
 */
export type OutboundFailure = 'refused' | 'unreachable' | 'timeout' | 'too_large' | 'redirect';

export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  /** `message` is fit for the people whose address it is: it names no address that they did not give. */
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

/** What is wrong with a URL before anything is resolved, as the end of "the URL …"; undefined when nothing is. */
export function outboundUrlFault(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return `is longer than ${MAX_CHARACTERS} characters`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'is not a URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'is neither http nor https';
  if (url.username !== '' || url.password !== '') return 'carries a user name or a password';
  return undefined;
}
