/* Jobs of kind `revocation`: what a provider has given is taken back there, once its connection is gone here. */
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
    // Kept before they are used: whoever comes after this process can go on with them.
    if (outcome.kind === 'renewed') await deps.jobs.add(revocationJob(outcome.task));
  };
}
