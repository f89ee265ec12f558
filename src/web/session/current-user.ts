/* Finds the user of the session cookie, once per request. */
import type { Context } from 'koa';
import type { Cookies } from '../../http/cookies.js';
import { requestState } from '../../http/request-state.js';
import type { CurrentUser, SignedInUser } from './user.js';
import type { Sessions } from '../../accounts/session.js';
import type { AccountStore } from '../../accounts/store.js';

interface CurrentUserDeps {
  readonly sessions: Sessions;
  readonly accounts: AccountStore;
  readonly cookies: Cookies;
}

interface UserState {
  user?: Promise<SignedInUser | undefined> | undefined;
}

/** After a change of the session, so that the next read sees the new one. */
export function forgetUser(ctx: Context): void {
  const state: UserState = ctx.state;
  state.user = undefined;
}

export function createCurrentUser({ sessions, accounts, cookies }: CurrentUserDeps): CurrentUser {
  const find = async (cookie: string | undefined): Promise<SignedInUser | undefined> => {
    const session = cookie === undefined ? undefined : await sessions.resume(cookie);
    if (session === undefined) return undefined;
    const account = await accounts.findById(session.accountId);
    if (account === undefined || account.disabledAt !== undefined) return undefined;
    if ((session.accessGeneration ?? 0) !== account.accessGeneration) return undefined;
    return {
      account,
      sessionRef: session.id,
      signedInAt: new Date(session.createdAt),
      confirmedAt: new Date(session.confirmedAt),
    };
  };
  const read = async (ctx: Context): Promise<SignedInUser | undefined> => {
    const user = await find(cookies.read(ctx, 'session'));
    requestState(ctx).accountId = user?.account.id;
    return user;
  };
  return (ctx) => {
    const state: UserState = ctx.state;
    state.user ??= read(ctx);
    return state.user;
  };
}
