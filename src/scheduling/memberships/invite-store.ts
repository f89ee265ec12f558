/*
 * The port of invite links. A user with the link may join its team as a member, until it expires, is used up, or its
 * inviter may not invite any more. Only a keyed hash of the token is stored. Adapter:
 * adapters/knex/memberships/team-invites.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { GroupView } from './own-store.js';

export interface NewInvite {
  readonly tokenHash: string;
  readonly expiresAt: Date;
  readonly maxUses: number;
  /** How many links that have not expired the team may have, including this one. */
  readonly most: number;
  readonly now: Date;
}

/** What invites.ts decides on. */
export interface InviteFacts {
  readonly expiresAt: Date;
  readonly uses: number;
  readonly maxUses: number;
  readonly inviterMayInvite: boolean;
  /** Of the user who has the link. */
  readonly membership: 'none' | 'waiting' | 'agreed';
  /** The team belongs to an organization that the user is not in. */
  readonly outside: boolean;
}

export interface Invite {
  readonly group: GroupView;
  readonly inviter: string;
  readonly facts: InviteFacts;
}

/** The user who has the link, and the possible hashes of its token: one for each key of the ring. */
export interface InviteHolder {
  readonly accountId: number;
  readonly tokenHashes: readonly string[];
  readonly now: Date;
}

export interface InviteStore {
  /** Undefined when the team does not exist, or the caller is not in it any more. */
  open(
    groupId: number,
    by: number,
    input: NewInvite,
    actor: Actor,
  ): Promise<'opened' | 'too_many' | undefined>;
  find(holder: InviteHolder): Promise<Invite | undefined>;
  /** Joins if the invite is open at that moment; returns the invite as it was before. */
  join(holder: InviteHolder, actor: Actor): Promise<Invite | undefined>;
}
