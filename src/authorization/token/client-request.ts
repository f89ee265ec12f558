/*
 * Phase 1 of every endpoint that clients post to: the request is decoded once, into a value. The provider gets the same
 * parameters as a form it cannot misread.
 */
import type { Context } from 'koa';
import { present } from '../../present.js';
import { programFamily } from '../../clients/usage/program-family.js';
import type { TokenUse } from '../../clients/usage/usage-recorder.js';
import { bodyTooLarge } from '../../errors.js';
import { type ParsedScope, parseScope } from '../../scopes/policy.js';
import { isOldScope } from '../provider/requested-scope.js';
import type { ProviderResult } from '../provider/provider-call.js';
import { readClientHeader } from './client-credentials.js';
import { type EndpointResponse, errorResponse } from './endpoint-response.js';
import { decodeBody, MAX_BYTES, presentAsForm, readBody } from './token-request.js';

/** The parameters of RFC 6749 sections 4.1.3 and 6 and RFC 7636 section 4.5; undefined where one was not sent. */
export interface ClientRequest {
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly clientIp: string;
  readonly userAgent: string | undefined;
  /** Who the client says it is; empty when it does not say. Nothing is proven yet. */
  readonly clientId: string;
  readonly grantType: string | undefined;
  readonly code: string | undefined;
  readonly redirectUri: string | undefined;
  readonly codeVerifier: string | undefined;
  readonly refreshToken: string | undefined;
  readonly scope: ParsedScope | undefined;
}

export interface DecodeDeps {
  readonly issuerUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly clientIp: (ctx: Context) => string;
}

export type DecodedRequest =
  | { readonly kind: 'request'; readonly request: ClientRequest }
  | { readonly kind: 'refused'; readonly response: EndpointResponse };

type Fields = ReadonlyMap<string, string>;
type DecodedFields = { readonly kind: 'fields'; readonly fields: Fields } | EndpointRefusal;
type EndpointRefusal = Extract<DecodedRequest, { kind: 'refused' }>;

const refused = (response: EndpointResponse): EndpointRefusal => ({ kind: 'refused', response });

async function decodeFields({ req }: Context): Promise<DecodedFields> {
  const { headers } = req;
  const body = await readBody(req);
  if (body === undefined)
    return refused(errorResponse(413, 'invalid_request', bodyTooLarge(MAX_BYTES).message));
  const decoded = decodeBody(body, headers['content-type'], headers['content-encoding']);
  return decoded.kind === 'fields'
    ? decoded
    : refused(errorResponse(decoded.status, 'invalid_request', decoded.why));
}

/** Undefined for none, and for the names from before there were scopes. */
function requestedNames(scope = ''): ParsedScope | undefined {
  const parsed = parseScope(scope);
  const isNone = parsed.names.length === 0 && parsed.unknown.length === 0;
  return isNone || isOldScope(parsed) ? undefined : parsed;
}

function presentToProvider({ req }: Context, fields: Fields, scope: ParsedScope | undefined): void {
  const form = new Map(fields);
  if (scope === undefined) form.delete('scope');
  else form.set('scope', [...scope.names, ...scope.unknown].join(' '));
  presentAsForm(req, form);
  // For some clients' default Accept header the provider would answer with an HTML page.
  req.headers.accept = 'application/json';
}

/** Reads the body of `ctx` and puts a form in its place. The Authorization header is checked for its form only. */
export async function decodeRequest(ctx: Context, deps: DecodeDeps): Promise<DecodedRequest> {
  const receivedAt = deps.clock();
  const decoded = await decodeFields(ctx);
  if (decoded.kind === 'refused') return decoded;
  const { fields } = decoded;
  const scope = requestedNames(fields.get('scope'));
  presentToProvider(ctx, fields, scope);
  const header = readClientHeader(ctx.req.headers.authorization);
  if (header.kind === 'refused') {
    const challenge = `Basic realm="${deps.issuerUrl}", error="invalid_client"`;
    return refused(errorResponse(401, 'invalid_client', header.why, { 'www-authenticate': challenge }));
  }
  const request: ClientRequest = {
    receivedAt,
    clientIp: deps.clientIp(ctx),
    userAgent: ctx.req.headers['user-agent'],
    clientId: header.kind === 'basic' ? header.clientId : (fields.get('client_id') ?? ''),
    grantType: fields.get('grant_type'),
    code: fields.get('code'),
    redirectUri: fields.get('redirect_uri'),
    codeVerifier: fields.get('code_verifier'),
    refreshToken: fields.get('refresh_token'),
    scope,
  };
  return { kind: 'request', request };
}

/** The use of a client; undefined for a request that names none. */
export function tokenUse(
  { clientIp, userAgent }: ClientRequest,
  { clientId, secretId }: Pick<ProviderResult, 'clientId' | 'secretId'>,
): TokenUse | undefined {
  if (clientId === undefined) return undefined;
  const from = { clientIp, agent: programFamily(userAgent) };
  return { clientId, ...present({ secretId }), from };
}
