/* Causes in a client authentication or an authorization request. */
import { duration, listed, redirectWhy, type Wording } from './wording.js';

export const REQUEST_WORDING = {
  wrong_secret: () => [
    'The client secret is wrong: it is none of this client’s secrets, and no removed one.',
    'Compare the end of your secret with those on the page of the client. Look for a cut-off copy, quotes or a line break. A lost secret cannot be shown again: add a new one.',
  ],
  removed_secret: ({ hint, removedAt }, { now }) => [
    `The request was signed with the secret ending in ${hint}, which was removed ${duration(now - removedAt)} ago.`,
    'Configure a secret that is still on the page of the client, everywhere your program runs.',
  ],
  secret_missing: () => [
    'The request has no client secret, and this client is confidential.',
    'Send client_id and client_secret in the Authorization header (Basic) or in the body.',
  ],
  secret_of_public_client: () => [
    'The request has a client secret, and this client is public: it has none.',
    'Send client_id alone. Choose “public client” or token_endpoint_auth_method “none” in your library.',
  ],
  secret_sent_twice: () => [
    'The client identified itself in two ways that do not fit together.',
    'Send client_id and client_secret once: in the Authorization header or in the body.',
  ],
  unknown_client: ({ clientId }) => [
    clientId === undefined || clientId === ''
      ? 'The request names no client.'
      : `The request names the client ${clientId}, which is not registered.`,
    'Send the client id exactly as the developer settings show it, once.',
  ],
  not_usable: ({ reason }) => [
    `The client cannot be used by this account: it is ${reason}.`,
    'The page of the client says what its status means. While a client waits for review, only its managers and testers can use it.',
  ],
  too_many_failures: () => [
    'There were too many requests, or too many refused ones, in the last minutes.',
    'Wait as long as Retry-After says. If requests before this one were refused, fix their cause first.',
  ],
  redirect_uri_missing: () => [
    'The authorization request has no redirect_uri, or it could not be read.',
    'Send redirect_uri once, percent-encoded, equal to a registered one.',
  ],
  redirect_uri_unregistered: (difference) => [
    redirectWhy(difference, 'the closest registered one'),
    'Send a registered redirect URI, equal to the character, or register this one on the page of the client.',
  ],
  pkce_missing: () => [
    'The authorization request has no code_challenge (PKCE), which public clients must send.',
    'Make a random code_verifier, and send its S256 hash as code_challenge with code_challenge_method=S256. Most libraries have an option “PKCE”.',
  ],
  pkce_method: () => [
    'The code_challenge_method is not S256, the only one there is.',
    'Send code_challenge_method=S256 and the SHA-256 hash of the verifier in base64url.',
  ],
  denied: () => [
    'The user did not allow the request.',
    'Nothing is wrong. Offer to try again, and say what the access is for.',
  ],
  prompt_none: () => [
    'The request has prompt=none, and the user would have had to sign in or to answer.',
    'Leave prompt out: every authorization asks the user.',
  ],
  request_over: () => [
    'The authorization was answered already, was open for too long, or belongs to another browser.',
    'Start a new authorization. Do not store or share addresses of a consent page.',
  ],
  scope_required: () => [
    'The authorization request names no scope.',
    'Send scope with the names of what your application needs.',
  ],
  scope_unknown: ({ scopes }) => [
    `The request names scopes that do not exist: ${listed(scopes)}.`,
    'Compare the names with the list of scopes: capital letters, separated by spaces.',
  ],
  scope_not_enabled: ({ scopes }) => [
    `The request names scopes that are not enabled for this client: ${listed(scopes)}.`,
    'Leave them out, or add them to the client on its page: that may need a review.',
  ],
} satisfies Partial<Wording>;
