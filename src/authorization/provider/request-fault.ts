/*
 * A fault of an authorization request that the provider does not check. It waits until client and redirect URI are
 * verified, because only then may the browser be redirected with it [docs/contract.md section 4].
 */
import type { Context } from 'koa';
import { errors } from 'oidc-provider';
import { noteCause } from '../../request-log/note.js';

type Faulty = Pick<Context, 'state'>;

interface RequestFault {
  readonly error: 'invalid_request' | 'invalid_target';
  readonly fault: string;
}

const faultOf = ({ state }: Faulty) => state as { requestFault?: RequestFault };

export function noteFault(
  ctx: Faulty,
  fault: string,
  error: RequestFault['error'] = 'invalid_request',
): void {
  faultOf(ctx).requestFault = { error, fault };
}

/** For the callbacks of the provider that run after client and redirect URI were checked. */
export function refuseFaulty(ctx: Faulty): void {
  const { requestFault } = faultOf(ctx);
  if (requestFault === undefined) return;
  const { error, fault } = requestFault;
  noteCause(ctx, { code: 'invalid_request', fault });
  throw error === 'invalid_target' ? new errors.InvalidTarget(fault) : new errors.InvalidRequest(fault);
}
