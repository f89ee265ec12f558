/*
 * Who came to the clients' door and with which secret: noted while the engine compares secrets, told when the request is
 * over. A secret that matched was used, whatever the answer; a public client, whose id everybody knows, has shown
 * something only when it got tokens.
 */
import type { Context } from 'koa';
import Provider from 'oidc-provider';
import { present } from '../../present.js';
import { programFamily } from '../../clients/program-family.js';
import type { TokenUse } from '../../clients/usage-recorder.js';

interface EngineContext extends Context {
  readonly oidc?: { readonly client?: { readonly clientId: string } };
  readonly state: { secretId?: string };
}

/** Called while the engine works on the request of whoever presented it. */
export function noteSecret(secretId: string): void {
  const ctx = Provider.ctx as EngineContext | undefined;
  if (ctx !== undefined) ctx.state.secretId = secretId;
}

/** Which secret the request has shown to be right. */
export const provenSecret = ({ state }: Pick<Context, 'state'>): string | undefined =>
  (state as EngineContext['state']).secretId;

/** Undefined for a request that proved nothing. */
export function tokenUse(ctx: EngineContext, clientIp: string, gotTokens: boolean): TokenUse | undefined {
  const clientId = ctx.oidc?.client?.clientId;
  const { secretId } = ctx.state;
  if (clientId === undefined || (secretId === undefined && !gotTokens)) return undefined;
  const from = { clientIp, agent: programFamily(ctx.req.headers['user-agent']) };
  return { clientId, ...present({ secretId }), from };
}
