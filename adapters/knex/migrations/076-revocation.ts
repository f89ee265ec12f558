import type { Step } from './source.js';

export const revocation: Step = {
  name: '076-revocation',
  up: [
    `alter table job drop constraint if exists job_kind_check`,
    `alter table job add constraint job_kind_check check (kind in ('letter', 'recovery', 'booking', 'webhook', 'sms',
       'workflow', 'calendar', 'conference', 'verification', 'grant', 'revocation'))`,
  ],
};
