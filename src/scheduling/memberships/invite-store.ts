/*
 * The port of invite links. Whoever has a link may join its team as a member, until it expires, is used up, or its maker
 * may not invite any more. The token is known by its keyed hash alone. Adapter: adapters/knex/memberships/team-invites.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { GroupView } from './own-store.js';

export interface NewInvite {
  readonly tokenHash: string;
  readonly expiresAt: Date;
  readonly maxUses: number;
  /** How many links the team may have with it that have not expired. */
  readonly most: number;
  readonly now: Date;
}

/** What is decided on; see invites.ts. */
export interface InviteFacts {
  readonly expiresAt: Date;
  readonly uses: number;
  readonly maxUses: number;
  readonly inviterMayInvite: boolean;
  /** Of the person who has the link. */
  readonly membership: 'none' | 'waiting' | 'agreed';
  /** The team belongs to an organization that the person is not in. */
  readonly outside: boolean;
}

export interface Invite {
  readonly place: GroupView;
  readonly inviter: string;
  readonly facts: InviteFacts;
}

/** Who has the link, and under which hashes it may stand: one for each key of the ring. */
export interface InviteHolder {
  readonly accountId: number;
  readonly tokenHashes: readonly string[];
  readonly now: Date;
}

export interface InviteStore {
  /** Undefined when the team is gone, or the maker is not in it any more. */
  open(
    groupId: number,
    by: number,
    input: NewInvite,
    actor: Actor,
  ): Promise<'opened' | 'too_many' | undefined>;
  find(holder: InviteHolder): Promise<Invite | undefined>;
  /** Joins if the invite is open then; gives it as it was found. */
  join(holder: InviteHolder, actor: Actor): Promise<Invite | undefined>;
}
