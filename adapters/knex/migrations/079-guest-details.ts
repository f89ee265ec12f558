import type { Step } from './source.js';

export const guestDetails: Step = {
  name: '079-guest-details',
  up: [
    // What was said of guests beside their address, which stands in guests.
    `alter table booking add column if not exists guest_details jsonb not null default '[]'`,
    // Slots keep to their grid: what was said otherwise never had an effect.
    `update event_type set settings = jsonb_set(settings, '{appearance,showOptimizedSlots}', 'false')
     where settings -> 'appearance' ->> 'showOptimizedSlots' = 'true'`,
  ],
};
