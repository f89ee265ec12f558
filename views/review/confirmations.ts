/* The question before a client is suspended. */
import type { Confirmation } from '../parts/confirmation.js';
import { counted } from '../parts/text/counted.js';
import { isolated } from '../parts/text/isolated.js';

/** `requests`: token requests of the last 7 days. */
export const confirmSuspension = (
  name: string,
  requests: number,
  verdict: { readonly label: string; readonly consequence: string },
): Confirmation => ({
  title: `Suspend ${isolated(name)}?`,
  consequence: verdict.consequence,
  details: [
    `It made ${counted(requests, 'token request')} in the last 7 days.`,
    'Those who manage it get a mail about it. You can resume it later, with its existing tokens.',
  ],
  submit: verdict.label,
});
