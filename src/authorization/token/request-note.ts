/* What the request log keeps of a request to the token, revocation or introspection endpoint. */
import type { Context } from 'koa';
import { present } from '../../present.js';
import type { Cause } from '../../request-log/causes.js';
import { noteCause, noteOf } from '../../request-log/note.js';
import { familyIdOf, type TokenKind } from '../grants/tokens.js';
import type { ProviderResult } from '../provider/provider-call.js';
import type { ClientRequest } from './client-request.js';

const KINDS: readonly TokenKind[] = ['code', 'refresh', 'access'];

const grantIdOf = ({ presented = '' }: ClientRequest): string | undefined =>
  KINDS.map((kind) => familyIdOf(kind, presented)).find((id) => id !== undefined);

/** Once it is decoded. The client is the one that is named; nothing is proven yet. */
export function noteRequest(ctx: Context, request: ClientRequest): void {
  const { fields, grantType, redirectUri, clientId } = request;
  const { scope, ...others } = fields;
  const parameters = Object.keys(scope === '' ? others : fields);
  const sent = {
    parameters,
    ...present({ grantType, redirectUri, scope: scope === '' ? undefined : scope }),
  };
  const note = noteOf(ctx);
  if (note !== undefined) Object.assign(note, { clientId, sent, grantId: grantIdOf(request) });
}

const sendsSecret = (ctx: Context, { fields }: ClientRequest): boolean =>
  ctx.req.headers.authorization !== undefined || fields['client_secret'] !== undefined;

const TWO_WAYS: readonly string[] = [
  'client authentication must only be provided using one mechanism',
  'client_id mismatch',
];

/** Of a failed client authentication where no secret was compared. By the description of the provider. */
function authenticationCause(ctx: Context, request: ClientRequest, description: string): Cause | undefined {
  if (TWO_WAYS.includes(description)) return { code: 'secret_sent_twice' };
  if (description !== 'client authentication failed') return undefined;
  return { code: sendsSecret(ctx, request) ? 'secret_of_public_client' : 'secret_missing' };
}

const isUnknownClient = ({ clientId, outcome }: ProviderResult): boolean =>
  clientId === undefined && outcome.kind === 'refused' && outcome.error === 'invalid_client';

function causeOf(ctx: Context, request: ClientRequest, result: ProviderResult): Cause | undefined {
  const { outcome, cause } = result;
  if (cause !== undefined || outcome.kind !== 'refused') return cause;
  if (isUnknownClient(result)) return { code: 'unknown_client', clientId: request.clientId };
  return authenticationCause(ctx, request, outcome.description);
}

/** Once the provider has handled it: a client that it has looked for and not found is none. */
export function noteResult(ctx: Context, request: ClientRequest, result: ProviderResult): void {
  const [note, cause] = [noteOf(ctx), causeOf(ctx, request, result)];
  const { secretHashes } = result;
  const clientId = isUnknownClient(result) ? undefined : request.clientId;
  if (note !== undefined) Object.assign(note, { clientId, secretHashes });
  if (cause !== undefined) noteCause(ctx, cause);
}
