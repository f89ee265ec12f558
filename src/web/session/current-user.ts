/* From the session cookie to the user, once per request. */
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

/** After the session of a request changed, the next question is answered from the new one. */
export function forgetUser(ctx: Context): void {
  const state: UserState = ctx.state;
  state.user = undefined;
}

async function known(
  ctx: Context,
  asked: Promise<SignedInUser | undefined>,
): Promise<SignedInUser | undefined> {
  const user = await asked;
  requestState(ctx).accountId = user?.account.id;
  return user;
}

export function createCurrentUser({ sessions, accounts, cookies }: CurrentUserDeps): CurrentUser {
  const find = async (cookie: string | undefined): Promise<SignedInUser | undefined> => {
    const session = cookie === undefined ? undefined : await sessions.resume(cookie);
    if (session === undefined) return undefined;
    const account = await accounts.findById(session.accountId);
    if (account === undefined || account.disabledAt !== undefined) return undefined;
    return {
      account,
      sessionRef: session.id,
      signedInAt: new Date(session.createdAt),
      confirmedAt: new Date(session.confirmedAt),
    };
  };
  return (ctx) => {
    const state: UserState = ctx.state;
    state.user ??= known(ctx, find(cookies.read(ctx, 'session')));
    return state.user;
  };
}
