/* From the session cookie to the person, once a request. */
import type { Context } from 'koa';
import type { Cookies } from '../../http/cookies.js';
import { requestState } from '../../http/request-state.js';
import type { CurrentPerson, Person } from './user.js';
import type { Sessions } from '../../accounts/session.js';
import type { AccountStore } from '../../accounts/store.js';

interface CurrentPersonDeps {
  readonly sessions: Sessions;
  readonly accounts: AccountStore;
  readonly cookies: Cookies;
}

interface PersonState {
  person?: Promise<Person | undefined> | undefined;
}

/** After the session of a request changed, the next question is answered from the new one. */
export function forgetPerson(ctx: Context): void {
  const state: PersonState = ctx.state;
  state.person = undefined;
}

async function known(ctx: Context, asked: Promise<Person | undefined>): Promise<Person | undefined> {
  const person = await asked;
  requestState(ctx).accountId = person?.account.id;
  return person;
}

export function createCurrentPerson({ sessions, accounts, cookies }: CurrentPersonDeps): CurrentPerson {
  const find = async (cookie: string | undefined): Promise<Person | undefined> => {
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
    const state: PersonState = ctx.state;
    state.person ??= known(ctx, find(cookies.read(ctx, 'session')));
    return state.person;
  };
}
