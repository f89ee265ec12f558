import type { Step } from './source.js';

/** A link that an operator hands over comes by no mail: using it says nothing of the address. */
export const issuedRecoveries: Step = {
  name: '078-issued-recoveries',
  up: [`alter table recovery add column if not exists mailed boolean not null default true`],
};
