/* What these pages are made of, and how they are entered. */
import type { Context } from 'koa';
import type { CurrentUser, SignedInUser, RequireUser } from '../session/user.js';
import type { Actor } from '../../events/audit-log.js';
import type { CsrfField } from '../../http/csrf.js';
import { redirectAfterPost } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { InviteStore } from '../../scheduling/memberships/invite-store.js';
import type { OwnMembershipStore } from '../../scheduling/memberships/own-store.js';
import type { AppsInUseDeps } from '../../organization-apps/apps-in-use.js';

export interface TeamPagesDeps extends AppsInUseDeps {
  readonly ownMemberships: OwnMembershipStore;
  readonly invites: InviteStore;
  readonly keys: KeyRing;
  readonly csrf: CsrfField;
  readonly currentUser: CurrentUser;
  readonly requireUser: RequireUser;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Undefined when the browser was sent to sign in first; it comes back to this address, or to the one that is given. */
export async function signedIn(
  ctx: Context,
  { currentUser }: TeamPagesDeps,
  returnTo = ctx.path,
): Promise<SignedInUser | undefined> {
  const user = await currentUser(ctx);
  if (user === undefined) {
    redirectAfterPost(ctx, `/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`);
  }
  return user;
}

export const actorOf = (ctx: Context, { account }: SignedInUser): Actor => ({
  actor: `account:${account.id}`,
  clientIp: clientIp(ctx),
});

/** 0, which names nothing, for what is no id. */
export const idIn = (text: string): number => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);
