/* What the request log keeps of an authorization request, and of its answer after the consent page. */
import type { Context } from 'koa';
import { present } from '../../present.js';
import type { Cause } from '../../request-log/causes.js';
import type { Sent } from '../../request-log/entry.js';
import { beginNote, noteCause, noteOf } from '../../request-log/note.js';
import { redirectDifference } from '../../request-log/redirect-difference.js';
import { familyIdOf } from '../grants/tokens.js';
import { CHALLENGE_MISSING, METHOD_UNKNOWN } from './authorization-messages.js';
import type { RegisteredClient } from './client-metadata.js';
import type { ProviderFailure } from './error-translation.js';

type ProviderContext = Context & { readonly oidc?: { readonly client?: { readonly clientId: string } } };

const single = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function sentIn({ query }: Context): Sent {
  const {
    scope,
    redirect_uri: redirectUri,
    code_challenge_method: method,
    code_challenge: challenge,
  } = query;
  return {
    parameters: Object.keys(query),
    ...present({
      scope: single(scope),
      redirectUri: single(redirectUri),
      challengeMethod: single(method) ?? (challenge === undefined ? undefined : 'S256'),
    }),
  };
}

/** Before the request is normalized. */
export function beginAuthorizationNote(ctx: Context): void {
  beginNote(ctx, { endpoint: 'authorization', sent: sentIn(ctx) });
}

const BY_ERROR: Readonly<Record<string, Cause>> = {
  access_denied: { code: 'denied' },
  login_required: { code: 'prompt_none' },
  consent_required: { code: 'prompt_none' },
  interaction_required: { code: 'prompt_none' },
  account_selection_required: { code: 'prompt_none' },
  temporarily_unavailable: { code: 'outage' },
  server_error: { code: 'our_fault' },
};

const BY_DESCRIPTION: Readonly<Record<string, Cause>> = {
  [CHALLENGE_MISSING]: { code: 'pkce_missing' },
  [METHOD_UNKNOWN]: { code: 'pkce_method' },
};

const redirectedCause = (error: string, fault: string): Cause =>
  BY_ERROR[error] ?? BY_DESCRIPTION[fault] ?? { code: 'invalid_request', fault };

/** With the redirect to the client as it is sent. To the consent page there is none of its parameters. */
export function endAuthorizationNote(ctx: ProviderContext): void {
  const note = noteOf(ctx);
  if (note === undefined) return;
  const clientId = ctx.oidc?.client?.clientId;
  if (clientId !== undefined) note.clientId = clientId;
  const answer = URL.parse(ctx.response.get('location'))?.searchParams;
  const [error, code] = [answer?.get('error'), answer?.get('code')];
  if (typeof code === 'string') Object.assign(note, present({ grantId: familyIdOf('code', code) }));
  if (typeof error !== 'string') return;
  note.error = error;
  noteCause(ctx, redirectedCause(error, answer?.get('error_description') ?? error));
}

function pageCause(
  failure: ProviderFailure,
  query: Context['query'],
  client: RegisteredClient | undefined,
): Cause {
  const { status = 500, error, reason } = failure;
  if (typeof reason === 'string') return { code: 'not_usable', reason };
  if (status === 429) return { code: 'too_many_failures' };
  if (status >= 500) return { code: status === 503 ? 'outage' : 'our_fault' };
  if (failure.name === 'SessionNotFound') return { code: 'request_over' };
  if (client === undefined)
    return { code: 'unknown_client', ...present({ clientId: single(query['client_id']) }) };
  const redirectUri = single(query['redirect_uri']);
  if (redirectUri === undefined) return { code: 'redirect_uri_missing' };
  if (error === 'invalid_redirect_uri')
    return { code: 'redirect_uri_unregistered', ...redirectDifference(redirectUri, client.redirectUris) };
  return { code: 'invalid_request', ...present({ fault: single(failure.error_description) }) };
}

/** Of a request that is answered with a page. */
export function noteFailurePage(
  ctx: Context,
  failure: ProviderFailure,
  client: RegisteredClient | undefined,
): void {
  const note = noteOf(ctx);
  if (note === undefined) return;
  note.error = single(failure.error) ?? 'server_error';
  noteCause(ctx, pageCause(failure, ctx.query, client));
}
