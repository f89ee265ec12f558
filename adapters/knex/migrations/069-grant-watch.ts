import type { Step } from './source.js';

export const grantWatch: Step = {
  name: '069-grant-watch',
  up: [
    `alter table job drop constraint if exists job_kind_check`,
    `alter table job add constraint job_kind_check check (kind in ('letter', 'recovery', 'booking', 'webhook', 'sms',
       'workflow', 'calendar', 'conference', 'verification', 'grant'))`,
  ],
};
