/* `/settings/security`: the sessions of a user, and their password. */
import { EVERY_OTHER_SESSION, SECURITY_TEXT, SESSION_FIELD } from '../../../views/security/security.js';
import { changePassword } from '../../accounts/change-password.js';
import type { AccountDeps } from '../../accounts/deps.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { doneReply, type PageReply, redirect } from '../reply.js';
import { doneText } from '../request-values.js';
import { throttled, tooManyAttempts } from '../session/too-many-attempts.js';
import { ACTIONS, DONE, done, SECURITY_PATH, securityPage } from './security-page.js';

const showSecurity = (deps: AccountDeps, request: UserRequest): Promise<PageReply> =>
  securityPage(deps, request, { done: doneText(request, DONE) });

/** Sessions may live outside the database, so the audit entry is written after their end. */
async function signOut({ sessions, audit }: AccountDeps, request: UserPost): Promise<PageReply> {
  const { actor, form } = request;
  const { account, sessionRef } = request.user;
  const chosen = form.text(SESSION_FIELD);
  const others = chosen === EVERY_OTHER_SESSION;
  const own = await sessions.list(account.id);
  const ended = own.filter(({ id }) => (others ? id !== sessionRef : id === chosen));
  if (others) await sessions.endAll(account.id, sessionRef);
  else await Promise.all(ended.map(({ id }) => sessions.end(id)));
  if (ended.length === 0) return redirect(done(others ? 'others' : 'before'));
  const facts = { browsers: ended.map(({ browser }) => browser), others };
  await audit.append({ ...actor, action: 'account.sessions_ended', subject: `account:${account.id}`, facts });
  return others
    ? redirect(done('others'))
    : doneReply(request, SECURITY_PATH, SECURITY_TEXT.signedOut(ended[0]?.browser ?? ''));
}

async function setPassword(deps: AccountDeps, request: UserPost): Promise<PageReply> {
  const { form, user, clientIp, session } = request;
  const { account } = user;
  const change = { account, current: form.text('current_password'), password: form.text('password') };
  const outcome = await changePassword(deps, change, { clientIp, deviceCookie: session.deviceCookie() });
  switch (outcome.kind) {
    case 'changed':
      await deps.sessions.endAll(account.id);
      await session.start((await deps.accounts.findById(account.id)) ?? account);
      return redirect(done('password'));
    case 'faulty':
      return securityPage(deps, request, { faults: outcome.faults }, { status: 422 });
    case 'too_many_attempts':
      return securityPage(deps, request, { refusal: tooManyAttempts(outcome) }, throttled(outcome));
  }
}

export function createSecurityPages(deps: AccountDeps): readonly Page[] {
  const by = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: SECURITY_PATH, who: 'user', handle: by(showSecurity) }),
    definePage({ method: 'POST', path: ACTIONS.signOut, who: 'user', handle: by(signOut) }),
    definePage({ method: 'POST', path: ACTIONS.password, who: 'user', handle: by(setPassword) }),
  ];
}
