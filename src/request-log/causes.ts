/*
 * Why a request was refused, as a code with its facts. The places that decide attach one; explanations.ts has the words.
 * Stored for days: a code or fact is never renamed, only added. Times are milliseconds since the epoch.
 */
import type { RedirectDifference } from './redirect-difference.js';

type None = object;

export interface CauseFacts {
  readonly wrong_secret: None;
  readonly removed_secret: { readonly hint: string; readonly removedAt: number };
  readonly secret_missing: None;
  readonly secret_of_public_client: None;
  readonly secret_sent_twice: None;
  readonly unknown_client: { readonly clientId?: string };
  readonly not_usable: { readonly reason: string };
  readonly too_many_failures: None;

  readonly redirect_uri_missing: None;
  readonly redirect_uri_unregistered: RedirectDifference;
  readonly redirect_uri_changed: RedirectDifference;
  readonly pkce_missing: None;
  readonly pkce_method: None;
  readonly denied: None;
  readonly prompt_none: None;
  readonly request_over: None;

  readonly verifier_missing: None;
  readonly verifier_malformed: None;
  readonly verifier_unexpected: None;
  readonly verifier_mismatch: None;
  readonly code_unknown: None;
  readonly code_expired: { readonly expiredAt: number };
  readonly code_reused: { readonly redeemedAt?: number };
  readonly code_repeated: None;
  readonly refresh_unknown: None;
  readonly refresh_reused: { readonly usedAt?: number; readonly clientIp?: string };
  readonly other_client: None;
  readonly grant_ended: None;

  readonly scope_required: None;
  readonly scope_unknown: { readonly scopes: readonly string[] };
  readonly scope_not_enabled: { readonly scopes: readonly string[] };
  readonly scope_beyond_grant: { readonly scopes: readonly string[] };
  readonly scope_removed: None;

  readonly token_invalid: None;
  readonly scope_missing: { readonly scope: string };
  readonly role_too_low: { readonly role: string };
  readonly outside_grant: None;
  readonly not_admitted: None;
  readonly invalid_input: { readonly properties: readonly string[] };

  /** Any other fault, in the words that the client was answered with. */
  readonly invalid_request: { readonly fault?: string };
  readonly outage: None;
  readonly our_fault: None;
}

export type CauseCode = keyof CauseFacts;
export type Cause = { readonly [Code in CauseCode]: { readonly code: Code } & CauseFacts[Code] }[CauseCode];
