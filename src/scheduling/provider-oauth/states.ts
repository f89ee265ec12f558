/*
 * The `state` of a connection that somebody began (RFC 6749 section 10.12), with the verifier of its PKCE inside. It is
 * sealed, so that nobody on its way reads or changes it, and stored nowhere; using it leaves a mark, so that of any
 * number of uses, on any replicas, the first alone counts.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MINUTE } from '../../durations.js';
import type { ArtifactStore } from '../../artifacts/store.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { OAuthProvider } from './provider.js';

const claims = z.object({
  /** What is connected: `conferencing:zoom`. */
  purpose: z.string(),
  /** Who began it. */
  accountId: z.number(),
  /** For which team; absent where it is for the person. */
  teamId: z.number().exactOptional(),
  /** Where the browser goes when it is done, and when it failed. */
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
  /** The address of the provider's consent page. */
  begin(provider: OAuthProvider, redirectUri: string, claims: ConnectClaims): string;
  /** What is in a state, once; undefined for one that is none, is for something else, is old, or was used. */
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
/** Clocks of replicas may differ: the mark outlives the state on each of them. */
const CLOCK_SKEW = MINUTE;
const MAX_LENGTH = 8_192;

function opened(keys: KeyRing, state: string): SpentState | undefined {
  const text = state.length > MAX_LENGTH ? undefined : keys.open(state);
  if (text === undefined) return undefined;
  try {
    const { success, data } = sealedState.safeParse(JSON.parse(text));
    return success ? data : undefined;
  } catch {
    // Something else that we sealed.
    return undefined;
  }
}

/** S256, RFC 7636 section 4.2. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

function consentUrl(provider: OAuthProvider, params: Readonly<Record<string, string>>): string {
  const url = new URL(provider.authorizeUrl);
  const scope = provider.scopes.join(' ');
  const all = { ...params, ...(scope && { scope }), ...provider.extras };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
}

export function createConnectStates({ keys, artifacts, clock, random }: StateDeps): ConnectStates {
  const text = (bytes: number): string => random(bytes).toString('base64url');
  return {
    begin(provider, redirectUri, claims) {
      const verifier = text(32);
      const state: SpentState = {
        ...claims,
        kind: 'provider-state',
        issuedAt: clock(),
        nonce: text(16),
        verifier,
      };
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
      const state = opened(keys, sealed);
      if (state === undefined || state.purpose !== purpose) return undefined;
      const end = state.issuedAt + STATE_LIFE;
      if (clock() >= end) return undefined;
      const mark = { version: text(16), value: 'spent', expiresAt: end + CLOCK_SKEW };
      const first = await artifacts.create('interaction', `provider.${state.nonce}`, mark);
      return first ? state : undefined;
    },
  };
}
