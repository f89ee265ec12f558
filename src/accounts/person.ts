/* The person in front of the browser, as pages of other rooms see it. */
import type { Context } from 'koa';
import type { Account } from './store.js';

export interface Person {
  readonly account: Account;
  /** Stable for one browser session, not a credential: things may be bound to it. */
  readonly sessionRef: string;
  readonly signedInAt: Date;
}

/** Undefined when nobody is signed in, or the account was disabled. One read per request, remembered in ctx.state. */
export type CurrentPerson = (ctx: Context) => Promise<Person | undefined>;
