/* Every page in every state a person can meet it in. Each scene leads a fresh visit to it, by the ways a person has. */
import { ACCOUNT_SCENES } from './account-scenes.js';
import { AUDIT_SCENES } from './audit-scenes.js';
import { CALENDAR_SCENES } from './calendar-scenes.js';
import { CLIENT_SCENES } from './client-scenes.js';
import { CONFERENCING_SCENES } from './conferencing-scenes.js';
import { CONSENT_SCENES, SETTINGS_SCENES } from './consent-scenes.js';
import { ERROR_SCENES } from './error-scenes.js';
import { PASSKEY_SCENES } from './passkey-scenes.js';
import { PLAYGROUND_SCENES } from './playground-scenes.js';
import { REACH_SCENES } from './reach-scenes.js';
import { ROUTING_SCENES } from './routing-scenes.js';
import { SECURITY_SCENES } from './security-scenes.js';
import type { Scene } from './stage.js';
import { TEAM_SCENES } from './team-scenes.js';
import { USAGE_SCENES } from './usage-scenes.js';
import { WEBHOOK_SCENES } from './webhook-scenes.js';

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
