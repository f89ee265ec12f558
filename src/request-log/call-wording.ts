/* Causes in a call of the API, and those of every request. */
import { listed, type Wording } from './wording.js';

export const CALL_WORDING = {
  token_invalid: () => [
    'The access token has expired, was revoked, or was replaced by newer ones.',
    'Refresh when a call answers 401, then call once more. An access token is valid for 30 minutes.',
  ],
  scope_missing: ({ scope }) => [
    `The call needs the scope ${scope}, which its token does not carry.`,
    `Enable ${scope} for the client, and send the user through an authorization that asks for it.`,
  ],
  role_too_low: ({ role }) => [
    `The call needs the role “${role}”, which the user does not have.`,
    'Let an owner or administrator of the team or organization raise the role, or call for a user who has it. No scope replaces a role.',
  ],
  outside_grant: () => [
    'The call is about a team or organization that the user did not grant to the application.',
    'The details of the answer name what was granted. The user can choose others in a new authorization.',
  ],
  not_admitted: () => [
    'The organization admits only the applications on its list, and this one is not on it.',
    'Ask an administrator of the organization to add the application.',
  ],
  invalid_input: ({ properties }) => [
    properties.length === 0
      ? 'The request is not valid.'
      : `The request is not valid in: ${listed(properties)}.`,
    'The answer says for each property what is wrong with it. Compare with the API reference.',
  ],
  invalid_request: ({ fault }) => [
    fault === undefined ? 'The request was refused.' : `The request was refused: ${fault}.`,
    'Change the request as the answer says. Compare with the documentation.',
  ],
  outage: () => [
    'The service could not answer at that moment.',
    'Nothing was used up. Send the same request again after the seconds in Retry-After.',
  ],
  our_fault: () => [
    'Something failed on the side of the service.',
    'Tell its operators the request id: their log names the error under it.',
  ],
} satisfies Partial<Wording>;
