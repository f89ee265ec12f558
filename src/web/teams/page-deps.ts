/* What these pages are made of, and how they are entered. */
import type { Context } from 'koa';
import type { CurrentPerson, Person, PostedBy } from '../session/user.js';
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
  readonly currentPerson: CurrentPerson;
  readonly postedBy: PostedBy;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Undefined when the browser was sent to sign in first; it comes back to this address, or to the one that is given. */
export async function signedIn(
  ctx: Context,
  { currentPerson }: TeamPagesDeps,
  returnTo = ctx.path,
): Promise<Person | undefined> {
  const person = await currentPerson(ctx);
  if (person === undefined) {
    redirectAfterPost(ctx, `/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`);
  }
  return person;
}

export const actorOf = (ctx: Context, { account }: Person): Actor => ({
  actor: `account:${account.id}`,
  clientIp: clientIp(ctx),
});

/** 0, which names nothing, for what is no id. */
export const idIn = (text: string): number => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);
