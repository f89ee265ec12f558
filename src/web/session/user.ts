/* The user who is signed in at a browser. */
import type { Context } from 'koa';
import type { Reader } from '../../../views/reader.js';
import type { Account } from '../../accounts/store.js';

export interface SignedInUser {
  readonly account: Account;
  /** Stable for one browser session, and not a credential. */
  readonly sessionRef: string;
  readonly signedInAt: Date;
  /** When they last proved who they are; not before `signedInAt`. */
  readonly confirmedAt: Date;
}

/** As their pages are written for them. */
export const readerOf = (user: SignedInUser | undefined): Reader | undefined =>
  user && {
    timeZone: user.account.timeZone,
    locale: user.account.locale,
    timeFormat: user.account.timeFormat,
  };

/** As the authorization server knows them. */
export const signedInOf = ({ account, signedInAt }: SignedInUser) => ({
  accountId: account.id,
  signedInAt,
  addressConfirmed: account.emailVerifiedAt !== undefined,
});

/** Undefined when no user is signed in, or the account is disabled. One read per request, cached in ctx.state. */
export type CurrentUser = (ctx: Context) => Promise<SignedInUser | undefined>;
