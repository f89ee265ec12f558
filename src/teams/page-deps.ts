/* What these pages are made of, and how they are entered. */
import type { Context } from 'koa';
import type { CurrentPerson, Person } from '../accounts/person.js';
import type { Cause } from '../audit.js';
import type { Csrf } from '../http/csrf.js';
import { redirectAfterPost } from '../http/pages.js';
import { network } from '../http/proxies.js';
import type { KeyRing } from '../key-ring.js';
import type { InviteStore } from '../scheduling/memberships/invite-store.js';
import type { OwnMembershipStore } from '../scheduling/memberships/own-store.js';

export interface TeamPagesDeps {
  readonly ownMemberships: OwnMembershipStore;
  readonly invites: InviteStore;
  readonly keys: KeyRing;
  readonly csrf: Csrf;
  readonly currentPerson: CurrentPerson;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Undefined when the browser was sent to sign in first; it comes back to this address. */
export async function signedIn(ctx: Context, { currentPerson }: TeamPagesDeps): Promise<Person | undefined> {
  const person = await currentPerson(ctx);
  if (person === undefined) {
    redirectAfterPost(ctx, `/sign-in?${new URLSearchParams({ return_to: ctx.path }).toString()}`);
  }
  return person;
}

export const causeOf = (ctx: Context, { account }: Person): Cause => ({
  actor: `account:${account.id}`,
  network: network(ctx),
});
