/* Jobs of kind `revocation`: revokes tokens at a provider after the connection was deleted here. */
import { revocationJob, revokeTokens } from '../scheduling/provider-oauth/revocation.js';
import type { RevocationDeps } from '../scheduling/provider-oauth/revocation.js';
import type { JobStore } from '../jobs/store.js';
import type { JobHandler } from '../jobs/worker.js';

export interface RevocationHandlerDeps extends RevocationDeps {
  readonly jobs: Pick<JobStore, 'add'>;
}

export function createRevocationHandler(deps: RevocationHandlerDeps): JobHandler<'revocation'> {
  return async ({ payload }) => {
    const outcome = await revokeTokens(deps, payload);
    // Stored before they are used: after a crash another process goes on with them.
    if (outcome.kind === 'renewed') await deps.jobs.add(revocationJob(outcome.task));
  };
}
