/*
 * Phase 1 of every endpoint that clients post to: the request is decoded once, into a value. The provider gets the same
 * parameters, and reads no body.
 */
import type { Context } from 'koa';
import { isSentTwice } from '../../request-headers.js';
import { type ParsedScope, parseScope } from '../../scopes/policy.js';
import { readClientHeader } from './client-credentials.js';
import { type EndpointResponse, errorResponse } from './endpoint-response.js';
import { decodeFields } from './token-request.js';

/** The parameters of RFC 6749 sections 4.1.3 and 6 and RFC 7636 section 4.5; undefined where one was not sent. */
export interface ClientRequest {
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** All of them, `scope` with single spaces: for the provider. */
  readonly fields: Readonly<Record<string, string>>;
  /** The code or token. */
  readonly presented: string | undefined;
  readonly clientIp: string;
  readonly userAgent: string | undefined;
  /** As the client claims; empty when it sends none. Nothing is proven yet. */
  readonly clientId: string;
  readonly grantType: string | undefined;
  readonly code: string | undefined;
  readonly redirectUri: string | undefined;
  readonly codeVerifier: string | undefined;
  readonly refreshToken: string | undefined;
  /** As it was sent: what retired names mean depends on the client (provider/hooks.ts). */
  readonly scope: ParsedScope | undefined;
  /** RFC 8707 section 2.2. */
  readonly resource: string | undefined;
}

export interface DecodeDeps {
  readonly issuerUrl: string;
  /** Origin of the API, without a slash at its end. */
  readonly baseUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly clientIp: (ctx: Context) => string;
}

export type DecodedRequest =
  | { readonly kind: 'request'; readonly request: ClientRequest }
  | { readonly kind: 'refused'; readonly response: EndpointResponse };

type Fields = ReadonlyMap<string, string>;

const refused = (response: EndpointResponse): DecodedRequest => ({ kind: 'refused', response });

/** Undefined for none. */
function requestedNames(scope = ''): ParsedScope | undefined {
  const parsed = parseScope(scope);
  return parsed.names.length === 0 && parsed.unknown.length === 0 ? undefined : parsed;
}

const fieldsFor = (fields: Fields, scope: ParsedScope | undefined): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(fields),
  scope: scope === undefined ? '' : [...scope.names, ...scope.unknown].join(' '),
});

function hideBody({ headers }: Context['req']): void {
  delete headers['content-type'];
  // For some clients' default Accept header the provider would answer with an HTML page.
  headers.accept = 'application/json';
}

/** Reads the body of `ctx`. Of the Authorization header only the syntax is checked. */
export async function decodeRequest(ctx: Context, deps: DecodeDeps): Promise<DecodedRequest> {
  const receivedAt = deps.clock();
  const decoded = await decodeFields(ctx.req);
  if (decoded.kind === 'refused')
    return refused(errorResponse(decoded.status, 'invalid_request', decoded.why));
  const { fields } = decoded;
  const scope = requestedNames(fields.get('scope'));
  hideBody(ctx.req);
  if (isSentTwice(ctx.req, 'authorization'))
    return refused(errorResponse(400, 'invalid_request', 'there is more than one Authorization header'));
  const header = readClientHeader(ctx.req.headers.authorization);
  if (header.kind === 'refused') {
    const challenge = `Basic realm="${deps.issuerUrl}", error="invalid_client"`;
    return refused(errorResponse(401, 'invalid_client', header.why, { 'www-authenticate': challenge }));
  }
  const request: ClientRequest = {
    receivedAt,
    fields: fieldsFor(fields, scope),
    presented: fields.get('code') ?? fields.get('refresh_token') ?? fields.get('token'),
    clientIp: deps.clientIp(ctx),
    userAgent: ctx.req.headers['user-agent'],
    clientId: header.kind === 'basic' ? header.clientId : (fields.get('client_id') ?? ''),
    grantType: fields.get('grant_type'),
    code: fields.get('code'),
    redirectUri: fields.get('redirect_uri'),
    codeVerifier: fields.get('code_verifier'),
    refreshToken: fields.get('refresh_token'),
    scope,
    resource: fields.get('resource') || undefined,
  };
  return { kind: 'request', request };
}
