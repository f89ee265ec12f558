/*
 * The `state` of an authorization request to a provider (RFC 6749 section 10.12), with its PKCE verifier. It is sealed,
 * so that nobody can read or change it, and not stored. The first use of a state creates a record, so it works once, on
 * any number of replicas.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MINUTE } from '../../durations.js';
import type { ArtifactStore } from '../../artifacts/store.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { parseJson } from './call-provider.js';
import type { OAuthProvider } from './provider.js';

const claims = z.object({
  /** What is connected: `conferencing:zoom`. */
  purpose: z.string(),
  /** The user who connects. */
  accountId: z.number(),
  /** The owner, if it is a team. */
  teamId: z.number().exactOptional(),
  /** Where the browser goes after success, and after a failure. */
  returnTo: z.string(),
  onErrorReturnTo: z.string(),
});
const sealedState = claims.extend({
  kind: z.literal('provider-state'),
  issuedAt: z.number(),
  nonce: z.string(),
  verifier: z.string(),
});

export type ConnectClaims = z.output<typeof claims>;
export type SpentState = z.output<typeof sealedState>;

export interface ConnectStates {
  /** URL of the provider's consent page. */
  begin(provider: OAuthProvider, redirectUri: string, claims: ConnectClaims): string;
  /** Undefined for a state that is invalid, has another purpose, is expired or was used before. */
  spend(purpose: string, state: string): Promise<SpentState | undefined>;
}

export interface StateDeps {
  readonly keys: KeyRing;
  readonly artifacts: Pick<ArtifactStore, 'create'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Buffer;
}

/** Long enough to sign in at the provider. */
const STATE_LIFE = 10 * MINUTE;
/** Clocks of replicas may differ: the record outlives the state on each of them. */
const CLOCK_SKEW = MINUTE;
const MAX_LENGTH = 8_192;

function open(keys: KeyRing, state: string): SpentState | undefined {
  const text = state.length > MAX_LENGTH ? undefined : keys.open(state);
  return text === undefined ? undefined : sealedState.safeParse(parseJson(text)).data;
}

/** S256, RFC 7636 section 4.2. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

function consentUrl(provider: OAuthProvider, params: Readonly<Record<string, string>>): string {
  const url = new URL(provider.authorizeUrl);
  const scope = provider.scopes.join(' ');
  const all = { ...params, ...(scope && { scope }), ...provider.extraParams };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
}

export function createConnectStates({ keys, artifacts, clock, random }: StateDeps): ConnectStates {
  const text = (bytes: number): string => random(bytes).toString('base64url');
  return {
    begin(provider, redirectUri, claims) {
      const [verifier, nonce] = [text(32), text(16)];
      const state: SpentState = { ...claims, kind: 'provider-state', issuedAt: clock(), nonce, verifier };
      return consentUrl(provider, {
        response_type: 'code',
        client_id: provider.clientId,
        redirect_uri: redirectUri,
        state: keys.seal(JSON.stringify(state)),
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
      });
    },
    async spend(purpose, sealed) {
      const state = open(keys, sealed);
      if (state === undefined || state.purpose !== purpose) return undefined;
      const end = state.issuedAt + STATE_LIFE;
      if (clock() >= end) return undefined;
      const record = { version: text(16), value: 'spent', expiresAt: end + CLOCK_SKEW };
      const isFirst = await artifacts.create('interaction', `provider.${state.nonce}`, record);
      return isFirst ? state : undefined;
    },
  };
}

/** `url` with the error code of RFC 6749 section 4.1.2.1. */
export function withError(url: string, error: string): string {
  const target = new URL(url);
  target.searchParams.set('error', error);
  return target.href;
}
