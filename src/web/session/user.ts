/* The person in front of the browser, as pages of other rooms see it. */
import type { Context } from 'koa';
import type { Form } from '../../http/forms.js';
import type { Account } from '../../accounts/store.js';

export interface SignedInUser {
  readonly account: Account;
  /** Stable for one browser session, not a credential: things may be bound to it. */
  readonly sessionRef: string;
  readonly signedInAt: Date;
  /** When they last proved who they are; not before `signedInAt`. */
  readonly confirmedAt: Date;
}

/** Undefined when nobody is signed in, or the account was disabled. One read per request, remembered in ctx.state. */
export type CurrentUser = (ctx: Context) => Promise<SignedInUser | undefined>;

/**
 * Who sent a form that was shown to them; the first question of every form of somebody who is signed in. Throws 403 for
 * one that did not come from a page of ours in this browser. Undefined when the browser was answered instead with a page
 * that asks for a proof; that page sends the same form to the same address again.
 */
export type RequireUser = (ctx: Context, form: Form) => Promise<SignedInUser | undefined>;

/**
 * The person, when they proved lately who they are, or do so with this form. Undefined when the browser was answered
 * instead with a page that asks for it; that page sends the same form to the same address again.
 */
export type RequireRecentSignIn = (ctx: Context, form: Form) => Promise<SignedInUser | undefined>;
