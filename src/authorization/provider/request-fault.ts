/*
 * A fault of an authorization request that the provider does not check. It waits until client and redirect URI are
 * verified, because only then may the browser be redirected with it [docs/contract.md section 4].
 */
import type { Context } from 'koa';
import { errors } from 'oidc-provider';

type Faulty = Pick<Context, 'state'>;
const faultOf = ({ state }: Faulty) => state as { requestFault?: string };

export function noteFault(ctx: Faulty, fault: string): void {
  faultOf(ctx).requestFault = fault;
}

/** For the callbacks of the provider that run after client and redirect URI were checked. */
export function refuseFaulty(ctx: Faulty): void {
  const { requestFault } = faultOf(ctx);
  if (requestFault !== undefined) throw new errors.InvalidRequest(requestFault);
}
