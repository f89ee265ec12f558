import type { Step } from './source.js';

export const requiredNumbers: Step = {
  name: '072-required-numbers',
  up: [
    // A text message to the attendee that no booking may go without.
    `alter table workflow_step add column if not exists phone_required boolean not null default false`,
  ],
};
