/* Every page in every state a person can meet it in. Each scene leads a fresh visit to it, by the ways a person has. */
import { ACCOUNT_SCENES } from './account-states.js';
import { AUDIT_SCENES } from './audit-states.js';
import { CALENDAR_SCENES } from './calendar-states.js';
import { CLIENT_SCENES } from './client-states.js';
import { CONFERENCING_SCENES } from './conferencing-states.js';
import { CONSENT_SCENES, SETTINGS_SCENES } from './consent-states.js';
import { ERROR_SCENES } from './error-states.js';
import { PASSKEY_SCENES } from './passkey-states.js';
import { PLAYGROUND_SCENES } from './playground-states.js';
import { REACH_SCENES } from './granted-resources-states.js';
import { ROUTING_SCENES } from './routing-states.js';
import { SECURITY_SCENES } from './security-states.js';
import type { Scene } from './browser-fixture.js';
import { TEAM_SCENES } from './team-states.js';
import { USAGE_SCENES } from './usage-states.js';
import { WEBHOOK_SCENES } from './webhook-states.js';

export const SCENES: readonly Scene[] = [
  ...ACCOUNT_SCENES,
  ...SECURITY_SCENES,
  ...PASSKEY_SCENES,
  ...CONSENT_SCENES,
  ...REACH_SCENES,
  ...SETTINGS_SCENES,
  ...ERROR_SCENES,
  ...PLAYGROUND_SCENES,
  ...CLIENT_SCENES,
  ...AUDIT_SCENES,
  ...USAGE_SCENES,
  ...TEAM_SCENES,
  ...ROUTING_SCENES,
  ...WEBHOOK_SCENES,
  ...CALENDAR_SCENES,
  ...CONFERENCING_SCENES,
];
