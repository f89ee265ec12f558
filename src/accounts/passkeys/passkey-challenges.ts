/*
 * Challenges of WebAuthn ceremonies (Level 3 section 13.4.3). Issuing one stores nothing: it carries its time and a
 * keyed hash that binds it to a purpose and to a browser. Using one creates a record in the artifact store, so that of
 * any number of uses, on any replicas, only the first counts.
 */
import { MINUTE } from '../../durations.js';
import type { AccountDeps } from '../deps.js';

export type CeremonyPurpose = 'sign-in' | 'confirmation' | 'registration';

/** A challenge is valid for one purpose, in one browser (and session, where there is one). */
export interface Binding {
  readonly purpose: CeremonyPurpose;
  readonly browser: string;
}

export interface Challenges {
  /** As WebAuthn takes it, base64url. */
  issue(binding: Binding): string;
  /** True once, for a challenge that was issued for this binding less than five minutes ago. */
  spend(challenge: string, binding: Binding): Promise<boolean>;
}

interface ChallengeDeps extends Pick<AccountDeps, 'keys' | 'artifacts' | 'clock'> {
  readonly random: (bytes: number) => Buffer;
}

export const CHALLENGE_LIFE = 5 * MINUTE;
/** Clocks of replicas may differ: the record outlives the challenge on each of them. */
const CLOCK_SKEW = MINUTE;
const CHALLENGE = /^([\da-z]{1,11})\.([\w-]{22})\.([\w-]{1,20}\.[\w-]{43})$/;

const boundText = ({ purpose, browser }: Binding, issuedAt: string, nonce: string): string =>
  `${purpose} ${issuedAt} ${nonce} ${browser}`;

export function createChallenges({ keys, artifacts, clock, random }: ChallengeDeps): Challenges {
  const randomNonce = (): string => random(16).toString('base64url');
  return {
    issue(binding) {
      const [issuedAt, nonce] = [clock().toString(36), randomNonce()];
      const hash = keys.hash('passkey', boundText(binding, issuedAt, nonce));
      return Buffer.from(`${issuedAt}.${nonce}.${hash}`).toString('base64url');
    },
    async spend(challenge, binding) {
      const text = Buffer.from(challenge, 'base64url').toString();
      const [, issuedAt, nonce, hash] = CHALLENGE.exec(text) ?? [];
      if (issuedAt === undefined || nonce === undefined || hash === undefined) return false;
      if (!keys.matches('passkey', boundText(binding, issuedAt, nonce), hash)) return false;
      const end = Number.parseInt(issuedAt, 36) + CHALLENGE_LIFE;
      if (clock() >= end) return false;
      const record = { version: randomNonce(), value: 'spent', expiresAt: end + CLOCK_SKEW };
      return artifacts.create('interaction', `passkey.${hash}`, record);
    },
  };
}
