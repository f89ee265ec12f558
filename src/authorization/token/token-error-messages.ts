/*
 * What the clients' door says about a refusal, for the developer of the client: the parameter and what to do. Whoever
 * has not proven to be the client hears nothing of a code or token that they could not say themselves.
 */
import { createHash } from 'node:crypto';
import { parseScope } from '../../scopes/policy.js';
import { UNRESTRICTED } from '../grants/bearer.js';
import type { Family } from '../grants/token-family.js';

export interface Refusal {
  /** RFC 6749 section 5.2. */
  readonly error: string;
  readonly description: string;
}

export interface Asking {
  readonly fields: ReadonlyMap<string, string>;
  /** Its secret was right. A public client has none. */
  readonly proven: boolean;
  /** What the presented code or refresh token belongs to; absent unless that was given to this client. */
  readonly family: Family | undefined;
}

/** What the engine says in words of its own, pinned by the tests that read ours. */
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

const ENDED = 'the authorization has ended: send the person through a new one';
const UNKNOWN_CODE =
  'the code is unknown, expired or of another client: send the person through a new authorization';
const UNKNOWN_REFRESH =
  'the refresh token is unknown, expired, revoked or of another client: send the person through a new authorization';
const UNFIT_VERIFIER = 'code_verifier does not fit the code_challenge of the authorization request';

/** RFC 7636 section 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/;

const fits = (verifier: string, challenge: string): boolean =>
  createHash('sha256').update(verifier).digest('base64url') === challenge;

/** Without a secret the verifier is the proof, so what is wrong with it is told of every code alike. */
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

function codeMailText({ fields, proven, family }: Asking): string {
  const verifier = fields.get('code_verifier') ?? '';
  const code = family?.code;
  const unproven = proven ? undefined : publicVerifierFault(verifier, code?.challenge);
  if (unproven !== undefined) return unproven;
  if (code === undefined) return UNKNOWN_CODE;
  const unfit = verifierFault(verifier, code.challenge);
  if (unfit !== undefined) return unfit;
  if (fields.get('redirect_uri') === code.redirectUri) return ENDED;
  return 'redirect_uri must equal the one of the authorization request, to the character';
}

const SHOWN_LENGTH = 200;

function scopeSentences({ fields, family }: Asking): string {
  const { names, unknown } = parseScope(fields.get('scope') ?? '');
  const granted = family?.scope ?? '';
  const held = granted === UNRESTRICTED ? names : parseScope(granted).names;
  const missing = [...names.filter((name) => !held.includes(name)), ...unknown].join(' ');
  return `scope can only narrow what was granted, which has no ${missing.slice(0, SHOWN_LENGTH)}`;
}

function grantSentences(asking: Asking): string {
  if (asking.fields.get('grant_type') !== 'refresh_token') return codeMailText(asking);
  return asking.family === undefined ? UNKNOWN_REFRESH : ENDED;
}

/** RFC 7636 section 4.6: a verifier that does not fit is `invalid_grant`, also when it has not even the right form. */
const isVerifierFault = ({ error, description }: Refusal): boolean =>
  error === 'invalid_request' && description.includes('code_verifier');

export function toTokenErrorMessage(engine: Refusal, asking: Asking): Refusal {
  const { error, description } = engine;
  if (error === 'invalid_grant' || isVerifierFault(engine))
    return { error: 'invalid_grant', description: grantSentences(asking) };
  if (error === 'invalid_scope') return { error, description: scopeSentences(asking) };
  return { error, description: PROVIDER_MESSAGES[description] ?? description };
}

/** RFC 6749 section 5.2: what a description may be made of. */
export const printable = (text: string): string => text.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
