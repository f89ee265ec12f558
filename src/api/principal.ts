/* Who calls `/v2`: handed in by the authorization server as a function, so that the API knows nothing of tokens. */
import type { GrantedScope } from '../scopes/policy.js';
import type { GrantedResources } from '../scopes/granted-resources.js';

export interface Principal {
  readonly accountId: number;
  readonly clientId: string;
  /** The authorization (family) the token belongs to. */
  readonly familyId: string;
  readonly scope: GrantedScope;
  /** When the token expires, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Of an unrestricted token everywhere. */
  readonly resources: GrantedResources;
}

/**
 * Undefined for a token that is unknown, expired or revoked, or whose client or account may not act.
 * Throws `storeUnavailable` (503) when the store does not answer, never undefined. `onRefused` is told whose token it was,
 * where that is known.
 */
export type VerifyToken = (
  token: string,
  onRefused?: (clientId: string) => void,
) => Promise<Principal | undefined>;

/** Valid access tokens of one authorization; one more ends the oldest. Callers are told (docs/clients.md). */
export const MAX_ACCESS_TOKENS = 16;
