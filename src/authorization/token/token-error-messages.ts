/*
 * The error_description of a refused token request, for the developer of the client: the parameter and the fix. A caller
 * that has not authenticated learns nothing about a code or token beyond what it sent.
 */
import { createHash } from 'node:crypto';
import { grantedScope } from '../../scopes/policy.js';
import type { Family } from '../grants/token-family.js';
import type { ClientRequest } from './client-request.js';

export interface Refusal {
  /** RFC 6749 section 5.2. */
  readonly error: string;
  readonly description: string;
}

export interface RefusedRequest {
  readonly request: Pick<ClientRequest, 'grantType' | 'redirectUri' | 'codeVerifier' | 'scope'>;
  /** Its secret was right. A public client has none. */
  readonly authenticated: boolean;
  /** Of the presented code or refresh token; absent unless it was issued to this client. */
  readonly family: Family | undefined;
}

/** By the description of the provider, pinned by the tests that read ours. */
const PROVIDER_MESSAGES: Readonly<Record<string, string>> = {
  'client authentication failed':
    'client authentication failed: check client_id and client_secret; a public client sends no secret',
  'no client authentication mechanism provided':
    'client_id is missing: send it, with client_secret unless the client is public',
  'client authentication must only be provided using one mechanism':
    'send the secret once: in the Authorization header or as client_secret',
  'client_id mismatch': 'client_id is not the one in the Authorization header',
  'unsupported grant_type requested': 'grant_type must be authorization_code or refresh_token',
};

const ENDED = 'the authorization has ended: send the user through a new one';
const UNKNOWN_CODE =
  'the code is unknown, expired or of another client: send the user through a new authorization';
const UNKNOWN_REFRESH =
  'the refresh token is unknown, expired, revoked or of another client: send the user through a new authorization';
const UNFIT_VERIFIER = 'code_verifier does not fit the code_challenge of the authorization request';

/** RFC 7636 section 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/;

const fits = (verifier: string, challenge: string): boolean =>
  createHash('sha256').update(verifier).digest('base64url') === challenge;

/** Without a secret the verifier is the proof, so its faults are reported alike for every code. */
function publicVerifierFault(verifier: string, challenge: string | undefined): string | undefined {
  if (verifier === '') return 'code_verifier is missing: a public client must send it';
  if (!VERIFIER.test(verifier)) return 'code_verifier must be 43 to 128 letters, digits and - . _ ~';
  if (challenge !== undefined && fits(verifier, challenge)) return undefined;
  return 'the code is unknown, expired or of another client, or code_verifier does not fit its code_challenge';
}

function verifierFault(verifier: string, challenge: string | undefined): string | undefined {
  if (challenge === undefined) {
    if (verifier === '') return undefined;
    return 'code_verifier was sent, but the authorization request had no code_challenge: leave it out, or send both';
  }
  if (verifier === '') return 'code_verifier is missing: the authorization request had a code_challenge';
  return fits(verifier, challenge) ? undefined : UNFIT_VERIFIER;
}

function codeMessage({ request, authenticated, family }: RefusedRequest): string {
  const { codeVerifier: verifier = '', redirectUri } = request;
  const code = family?.code;
  const publicFault = authenticated ? undefined : publicVerifierFault(verifier, code?.challenge);
  if (publicFault !== undefined) return publicFault;
  if (code === undefined) return UNKNOWN_CODE;
  const fault = verifierFault(verifier, code.challenge);
  if (fault !== undefined) return fault;
  if (redirectUri === code.redirectUri) return ENDED;
  return 'redirect_uri must equal the one of the authorization request, to the character';
}

const MAX_EXCERPT = 200;

function scopeMessage({ request, family }: RefusedRequest): string {
  const { names, unknown } = request.scope ?? { names: [], unknown: [] };
  const granted = family?.scope ?? grantedScope([]);
  const beyond = granted.kind === 'unrestricted' ? [] : names.filter((name) => !granted.names.has(name));
  const missing = [...beyond, ...unknown].join(' ');
  return `scope can only narrow what was granted, which has no ${missing.slice(0, MAX_EXCERPT)}`;
}

function grantMessage(refused: RefusedRequest): string {
  if (refused.request.grantType !== 'refresh_token') return codeMessage(refused);
  return refused.family === undefined ? UNKNOWN_REFRESH : ENDED;
}

/** RFC 7636 section 4.6: a verifier that does not fit is `invalid_grant`, also when it has not even the right form. */
const isVerifierFault = ({ error, description }: Refusal): boolean =>
  error === 'invalid_request' && description.includes('code_verifier');

/** `provider`: the error and description of oidc-provider. */
export function toTokenErrorMessage(provider: Refusal, refused: RefusedRequest): Refusal {
  const { error, description } = provider;
  if (error === 'invalid_grant' || isVerifierFault(provider))
    return { error: 'invalid_grant', description: grantMessage(refused) };
  if (error === 'invalid_scope') return { error, description: scopeMessage(refused) };
  return { error, description: PROVIDER_MESSAGES[description] ?? description };
}
