/* Opens invite links of teams, for the API and for pages. The page that a link leads to belongs to src/web/teams/. */
import type { Actor } from '../../events/audit-log.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { InviteStore } from './invite-store.js';
import { DEFAULT_LIFETIME_MS, INVITES_PER_TEAM, MAX_LIFETIME_MS } from './invites.js';

export interface InviteDeps {
  readonly invites: InviteStore;
  readonly keys: KeyRing;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Buffer;
}

const TOKEN_BYTES = 32;

function expiryOf(expiresAt: number | undefined, now: number): Date {
  const end = expiresAt ?? now + DEFAULT_LIFETIME_MS;
  if (end > now && end <= now + MAX_LIFETIME_MS) return new Date(end);
  throw invalidInput([{ property: 'expiresAt', message: 'must be in the future, at most 90 days from now' }]);
}

const tooMany = () =>
  conflict(`This team has ${INVITES_PER_TEAM} invite links, the maximum. Wait until one has expired.`);

export interface InviteTerms {
  readonly teamId: number;
  /** Account id of the inviter. */
  readonly by: number;
  /** Milliseconds since the epoch; seven days from now when absent. */
  readonly expiresAt?: number | undefined;
  readonly maxUses: number;
}

/** The token is in the reply alone. */
export async function openInvite(
  { invites, keys, appUrl, clock, random }: InviteDeps,
  { teamId, by, expiresAt, maxUses }: InviteTerms,
  actor: Actor,
): Promise<{ readonly token: string; readonly inviteLink: string }> {
  const token = random(TOKEN_BYTES).toString('base64url');
  const now = clock();
  const invite = {
    tokenHash: keys.hash('invite', token),
    expiresAt: expiryOf(expiresAt, now),
    ...{ maxUses, most: INVITES_PER_TEAM, now: new Date(now) },
  };
  const outcome = await invites.open(teamId, by, invite, actor);
  if (outcome === undefined) throw notFound();
  if (outcome === 'too_many') throw tooMany();
  return { token, inviteLink: `${appUrl}/teams/join/${token}` };
}
