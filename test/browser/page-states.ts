/* Every page in every state. Each entry opens it in a new browser, with the steps of a user. */
import { ACCOUNT_STATES } from './account-states.js';
import { AUDIT_STATES } from './audit-states.js';
import { AVAILABILITY_STATES } from './availability-states.js';
import { BOOKING_STATES } from './booking-states.js';
import { CALENDAR_STATES } from './calendar-states.js';
import { CLIENT_STATES } from './client-states.js';
import { CONFERENCING_STATES } from './conferencing-states.js';
import { CONSENT_STATES, SETTINGS_STATES } from './consent-states.js';
import { ERROR_STATES } from './error-states.js';
import { MY_BOOKING_STATES } from './my-booking-states.js';
import { EVENT_TYPE_STATES } from './event-type-states.js';
import { PASSKEY_STATES } from './passkey-states.js';
import { PLAYGROUND_STATES } from './playground-states.js';
import { PROFILE_STATES } from './profile-states.js';
import { GRANTED_RESOURCES_STATES } from './granted-resources-states.js';
import { PUBLIC_PAGE_STATES } from './public-page-states.js';
import { REQUEST_LOG_STATES } from './request-log-states.js';
import { ROUTING_STATES } from './routing-states.js';
import { SECURITY_STATES } from './security-states.js';
import type { PageState } from './browser-fixture.js';
import { TEAM_PAGE_STATES } from './team-page-states.js';
import { TEAM_STATES } from './team-states.js';
import { USAGE_STATES } from './usage-states.js';
import { WEBHOOK_STATES } from './webhook-states.js';

export const PAGE_STATES: readonly PageState[] = [
  ...ACCOUNT_STATES,
  ...PROFILE_STATES,
  ...SECURITY_STATES,
  ...PASSKEY_STATES,
  ...CONSENT_STATES,
  ...GRANTED_RESOURCES_STATES,
  ...SETTINGS_STATES,
  ...ERROR_STATES,
  ...PLAYGROUND_STATES,
  ...CLIENT_STATES,
  ...AUDIT_STATES,
  ...REQUEST_LOG_STATES,
  ...USAGE_STATES,
  ...TEAM_STATES,
  ...TEAM_PAGE_STATES,
  ...ROUTING_STATES,
  ...WEBHOOK_STATES,
  ...AVAILABILITY_STATES,
  ...CALENDAR_STATES,
  ...CONFERENCING_STATES,
  ...BOOKING_STATES,
  ...MY_BOOKING_STATES,
  ...EVENT_TYPE_STATES,
  ...PUBLIC_PAGE_STATES,
];
