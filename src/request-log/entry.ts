/*
 * What the request log keeps of one request: names of parameters and a few values that are no secrets, the answer, and
 * the true cause of a refusal. Never a secret, code, token or verifier: `keepable` masks what looks like one, wherever a
 * developer has put it by mistake.
 */
import type { Cause } from './causes.js';

export const ENDPOINTS = ['authorization', 'token', 'revocation', 'introspection', 'api', 'page'] as const;
/** `api`: a call of `/v2`; `page`: any other address, kept for administrators alone. */
export type Endpoint = (typeof ENDPOINTS)[number];

/** Under this id are the requests that belong to no client. */
export const NO_CLIENT = '';

export interface Sent {
  /** Names, without their values. */
  readonly parameters: readonly string[];
  readonly scope?: string;
  readonly redirectUri?: string;
  readonly grantType?: string;
  /** PKCE, RFC 7636 section 4.3. */
  readonly challengeMethod?: string;
}

export interface LoggedRequest {
  /** The reference on error pages, in the log and in `X-Request-Id`. */
  readonly id: string;
  readonly clientId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly endpoint: Endpoint;
  readonly method: string;
  /** The pattern of the path, whose segments may be secrets. */
  readonly route: string;
  readonly clientIp: string;
  readonly userAgent: string;
  readonly sent: Sent;
  readonly status: number;
  /** The error code of the answer; absent where nothing was refused. */
  readonly error?: string | undefined;
  readonly cause?: Cause | undefined;
  /** Of the authorization whose code or token was issued or presented. */
  readonly grantId?: string | undefined;
}

const CREDENTIAL = /\b(?:sk|sac|sat|srt)_[\w-]{8,}/g;
/** PostgreSQL has no NUL, and a lone surrogate has no UTF-8. */
const UNFIT = /[\p{Cc}\p{Surrogate}]/gu;
const MAX_TEXT = 500;
const MAX_MEMBERS = 40;

function keepableText(text: string): string {
  const plain = text
    .slice(0, 4 * MAX_TEXT)
    .replaceAll(CREDENTIAL, '(credential)')
    .replaceAll(UNFIT, '?');
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
}

/** The same with every text bounded and masked, at any depth. */
export function keepable<T>(value: T): T;
export function keepable(value: unknown): unknown {
  if (typeof value === 'string') return keepableText(value);
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((part: unknown) => keepable(part));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, keepable<unknown>(part)]));
}
