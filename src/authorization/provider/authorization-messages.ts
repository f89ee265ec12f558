/* The error_description of a refused authorization request, with the fix. */

const NO_REQUEST_OBJECTS = 'request objects are not supported: send the parameters in the query';
/** Errors that the provider sends without a description. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  request_not_supported: NO_REQUEST_OBJECTS,
  request_uri_not_supported: NO_REQUEST_OBJECTS,
};

export const CHALLENGE_MISSING =
  'code_challenge is missing: send the S256 hash of a code_verifier (RFC 7636); public clients must';
export const METHOD_UNKNOWN = 'code_challenge_method must be S256';
/** Descriptions with the fix, by the description of the provider. */
const PROVIDER_MESSAGES: Readonly<Record<string, string>> = {
  'Authorization Server policy requires PKCE to be used for this request': CHALLENGE_MISSING,
  'code_challenge must be provided with code_challenge_method': CHALLENGE_MISSING,
  'not supported value of code_challenge_method': METHOD_UNKNOWN,
  'unsupported response_type requested': 'response_type must be code',
  'unsupported prompt value requested': 'prompt must be none, login, consent or select_account',
  'prompt none must only be used alone': 'prompt=none must be used alone',
};

/** For the developer of the client: the parameter and the fix. */
export function description(error: string, sent: string | null): string | undefined {
  if (sent === null) return DESCRIPTIONS[error];
  return PROVIDER_MESSAGES[sent] ?? sent;
}
