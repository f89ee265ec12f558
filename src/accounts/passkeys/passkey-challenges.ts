/*
 * Challenges of WebAuthn ceremonies (Level 3 section 13.4.3). Giving one out stores nothing: it carries its time and a
 * keyed hash that binds it to a purpose and to a browser. Using one leaves a mark in the artifact store, so that of any
 * number of uses, on any replicas, the first alone counts.
 */
import { MINUTE } from '../../durations.js';
import type { ArtifactStore } from '../../artifacts/store.js';
import type { KeyRing } from '../../keys/key-ring.js';

export type CeremonyPurpose = 'sign-in' | 'confirmation' | 'registration';

/** What a challenge is good for: a purpose, in one browser (and session, where there is one). */
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

interface ChallengeDeps {
  readonly keys: KeyRing;
  readonly artifacts: ArtifactStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Buffer;
}

export const CHALLENGE_LIFE = 5 * MINUTE;
/** Clocks of replicas may differ: the mark outlives the challenge on each of them. */
const CLOCK_SKEW = MINUTE;
const CHALLENGE = /^([\da-z]{1,11})\.([\w-]{22})\.([\w-]{1,20}\.[\w-]{43})$/;

const bound = ({ purpose, browser }: Binding, issuedAt: string, nonce: string): string =>
  `${purpose} ${issuedAt} ${nonce} ${browser}`;

export function createChallenges({ keys, artifacts, clock, random }: ChallengeDeps): Challenges {
  const nonce = (): string => random(16).toString('base64url');
  return {
    issue(binding) {
      const [issuedAt, own] = [clock().toString(36), nonce()];
      const hash = keys.hash('passkey', bound(binding, issuedAt, own));
      return Buffer.from(`${issuedAt}.${own}.${hash}`).toString('base64url');
    },
    async spend(challenge, binding) {
      const text = Buffer.from(challenge, 'base64url').toString();
      const [, issuedAt, own, hash] = CHALLENGE.exec(text) ?? [];
      if (issuedAt === undefined || own === undefined || hash === undefined) return false;
      if (!keys.matches('passkey', bound(binding, issuedAt, own), hash)) return false;
      const end = Number.parseInt(issuedAt, 36) + CHALLENGE_LIFE;
      if (clock() >= end) return false;
      const mark = { version: nonce(), value: 'spent', expiresAt: end + CLOCK_SKEW };
      return artifacts.create('interaction', `passkey.${hash}`, mark);
    },
  };
}
