import type { NewJob } from '../../jobs/store.js';
import type { RevocationTask } from './store.js';

/** All those at one provider are one party. */
export const revocationJob = (task: RevocationTask): NewJob => ({
  kind: 'revocation',
  payload: { ...task },
  party: `provider:${task.provider}`,
});
