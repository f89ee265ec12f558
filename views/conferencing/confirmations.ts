/* The question before an account for meetings is disconnected. */
import type { Confirmation } from '../parts/confirmation.js';
import { isolated } from '../parts/text/isolated.js';
import { CONFERENCING_TEXT } from './messages.js';

/** `team`: its name, undefined for an account of the user. */
export const confirmAppDisconnecting = (app: string, team: string | undefined): Confirmation => ({
  title: team === undefined ? `Disconnect ${app}?` : `Disconnect ${app} from ${isolated(team)}?`,
  consequence: 'New bookings no longer get a meeting there.',
  details: [
    'Meeting links that were created in it stay in their bookings, but are no longer moved or deleted with them.',
  ],
  submit: CONFERENCING_TEXT.disconnect(app),
});
