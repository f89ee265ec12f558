/* `/settings/security`: where somebody is signed in, and the password. */
import { EVERY_OTHER_SESSION, SESSION_FIELD } from '../../../views/security/security.js';
import { changePassword } from '../../accounts/change-password.js';
import { definePage, type Page, type UserPost } from '../page.js';
import { type PageReply, redirect, retryAfter } from '../reply.js';
import { type AccountDeps, tooManyTries } from '../session/account-deps.js';
import { ACTIONS, DONE, done, SECURITY_PATH, securityPage } from './security-page.js';

/** Sessions may live outside the database, so the audit entry comes after their end. */
async function signOut(
  { user: { account, sessionRef }, actor, form }: UserPost,
  { sessions, audit }: AccountDeps,
): Promise<PageReply> {
  const chosen = form.text(SESSION_FIELD);
  const others = chosen === EVERY_OTHER_SESSION;
  const own = await sessions.list(account.id);
  const ended = own.filter(({ id }) => (others ? id !== sessionRef : id === chosen));
  if (others) await sessions.endAll(account.id, sessionRef);
  else await Promise.all(ended.map(({ id }) => sessions.end(id)));
  if (ended.length === 0) return redirect(done(others ? 'others' : 'before'));
  const facts = { browsers: ended.map(({ browser }) => browser), others };
  await audit.append({ ...actor, action: 'account.sessions_ended', subject: `account:${account.id}`, facts });
  return redirect(done(others ? 'others' : 'one'));
}

async function setPassword(request: UserPost, deps: AccountDeps): Promise<PageReply> {
  const { form, user, clientIp, session } = request;
  const { account } = user;
  const change = { account, current: form.text('current_password'), password: form.text('password') };
  const outcome = await changePassword(deps, change, clientIp);
  if (outcome.kind === 'changed') {
    await deps.sessions.endAll(account.id);
    await session.start(account.id);
    return redirect(done('password'));
  }
  if (outcome.kind === 'faulty') {
    return securityPage(request, deps, { faults: outcome.faults }, { status: 422 });
  }
  const { retryAfterSeconds: seconds } = outcome;
  const refusal = tooManyTries(seconds);
  return securityPage(request, deps, { refusal }, { status: 429, headers: retryAfter(seconds) });
}

export const createSecurityPages = (deps: AccountDeps): readonly Page[] => [
  definePage({
    method: 'GET',
    path: SECURITY_PATH,
    who: 'user',
    handle: (request) => securityPage(request, deps, { done: DONE[request.query('done')] }),
  }),
  definePage({
    method: 'POST',
    path: ACTIONS.signOut,
    who: 'user',
    handle: (request) => signOut(request, deps),
  }),
  definePage({
    method: 'POST',
    path: ACTIONS.password,
    who: 'user',
    handle: (request) => setPassword(request, deps),
  }),
];
