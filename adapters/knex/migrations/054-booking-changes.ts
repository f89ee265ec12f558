import type { Step } from './source.js';

export const bookingChanges: Step = {
  name: '054-booking-changes',
  up: [
    // The host asks for another time: until one is chosen, the cancelled booking may be moved.
    `alter table booking add column if not exists reschedule_requested boolean not null default false`,
    `alter table job drop constraint if exists job_kind_check`,
    `alter table job add constraint job_kind_check check (kind in ('letter', 'recovery', 'booking'))`,
  ],
};
