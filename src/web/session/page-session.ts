/* The ways into a session, for every page that proves who somebody is. */
import type { Context } from 'koa';
import { clientIp } from '../../http/proxies.js';
import { forgetUser } from './current-user.js';
import type { AccountPagesDeps } from './page-deps.js';
import type { SignedInUser } from './user.js';
import type { Origin } from '../../accounts/session.js';
import { ABSOLUTE_LIMIT } from '../../accounts/session-record.js';
import { browserFamily } from './user-agent.js';

export type SessionDeps = Pick<AccountPagesDeps, 'sessions' | 'cookies' | 'currentUser'>;

const originOf = (ctx: Context): Origin => ({
  clientIp: clientIp(ctx),
  browser: browserFamily(ctx.get('user-agent')),
});

/** A new session id at each change of privilege; the session the browser had before is over. */
export async function enter(
  ctx: Context,
  { sessions, cookies, currentUser }: SessionDeps,
  accountId: number,
): Promise<void> {
  const before = await currentUser(ctx);
  if (before !== undefined) await sessions.end(before.sessionRef);
  cookies.write(ctx, 'session', await sessions.start(accountId, originOf(ctx)), ABSOLUTE_LIMIT / 1000);
  forgetUser(ctx);
}

export type SignInMethod = 'password' | 'passkey';

/** Signing in, with its line in the audit log. */
export async function signInAs(
  ctx: Context,
  deps: SessionDeps & Pick<AccountPagesDeps, 'audit'>,
  accountId: number,
  method: SignInMethod,
): Promise<void> {
  const subject = `account:${accountId}`;
  await deps.audit.append({
    actor: subject,
    clientIp: clientIp(ctx),
    action: 'account.signed_in',
    subject,
    facts: { method },
  });
  await enter(ctx, deps, accountId);
}

/** The person has proved again who they are: their session goes on under a new id. Undefined when it is over. */
export async function confirmSession(
  ctx: Context,
  { sessions, cookies, currentUser }: SessionDeps,
  { sessionRef, signedInAt }: SignedInUser,
  now: number,
): Promise<SignedInUser | undefined> {
  const cookie = await sessions.renew(sessionRef, originOf(ctx));
  if (cookie === undefined) return undefined;
  cookies.write(ctx, 'session', cookie, (signedInAt.getTime() + ABSOLUTE_LIMIT - now) / 1000);
  forgetUser(ctx);
  return currentUser(ctx);
}
