/* `/recover`: requesting a link by mail, and setting a new password with it. */
import {
  NewPasswordPage,
  RecoverPage,
  RecoverSentPage,
  RecoveryOverPage,
} from '../../../views/sign-in/recover.js';
import type { AccountDeps } from '../../accounts/deps.js';
import { PASSWORD_MIN } from '../../accounts/password.js';
import { findRecovery, recover, requestRecovery } from '../../accounts/recovery.js';
import { tidyEmailAddress } from '../../email-address.js';
import { definePage, handlerWith, type Page, type VisitorPost, type VisitorRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { ACCESS_PATH } from '../security/access-pages.js';
import { throttled, tooManyAttempts } from '../session/too-many-attempts.js';

const RECOVER_PATH = '/recover';

const recoveryOver = (): PageReply => page(<RecoveryOverPage />, { status: 404 });

/** Opening a link uses nothing up: mail programs open links too. */
async function showLink(deps: AccountDeps, { csrf, query }: VisitorRequest): Promise<PageReply> {
  const token = query('token');
  if ((await findRecovery(deps, token)) === undefined) return recoveryOver();
  return page(<NewPasswordPage token={token} passwordMinimum={PASSWORD_MIN} csrf={csrf()} />);
}

async function showRecovery(deps: AccountDeps, request: VisitorRequest): Promise<PageReply> {
  if (/[?&]token=/.test(request.url)) return showLink(deps, request);
  if (request.query('sent') === '1') return page(<RecoverSentPage />);
  return page(<RecoverPage csrf={request.csrf()} email="" />);
}

async function requestLink(
  deps: AccountDeps,
  { form, clientIp, csrf, session }: VisitorPost,
): Promise<PageReply> {
  const email = tidyEmailAddress(form.text('email'));
  const outcome = await requestRecovery(deps, email, { clientIp, deviceCookie: session.deviceCookie() });
  if (outcome.kind === 'accepted') return redirect(`${RECOVER_PATH}?sent=1`);
  const values = { email, csrf: csrf() };
  return outcome.kind === 'faulty'
    ? page(<RecoverPage {...values} fault={outcome.fault} />, { status: 422 })
    : page(<RecoverPage {...values} refusal={tooManyAttempts(outcome)} />, throttled(outcome));
}

async function setPassword(
  deps: AccountDeps,
  { form, clientIp, csrf, session }: VisitorPost,
): Promise<PageReply> {
  const [token, password] = [form.text('token'), form.text('password')];
  const outcome = await recover(deps, { token, password, clientIp });
  if (outcome.kind === 'recovered') {
    await deps.sessions.endAll(outcome.accountId);
    await session.end();
    const query = new URLSearchParams({
      recovered: '1',
      return_to: `${ACCESS_PATH}?since=${outcome.firstProof ? 'first-proof' : 'recovery'}`,
    });
    return redirect(`/sign-in?${query.toString()}`);
  }
  if (outcome.kind !== 'faulty') return recoveryOver();
  const props = { token, passwordMinimum: PASSWORD_MIN, csrf: csrf() };
  return page(<NewPasswordPage {...props} fault={outcome.fault} />, { status: 422 });
}

export function createRecoveryPages(deps: AccountDeps): readonly Page[] {
  const by = handlerWith(deps);
  const path = RECOVER_PATH;
  return [
    definePage({ method: 'GET', path, who: 'anyone', handle: by(showRecovery) }),
    definePage({ method: 'POST', path, who: 'anyone', handle: by(requestLink) }),
    definePage({ method: 'POST', path: `${path}/password`, who: 'anyone', handle: by(setPassword) }),
  ];
}
