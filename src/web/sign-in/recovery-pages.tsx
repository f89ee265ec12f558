/* `/recover`: asking for a link by mail, and setting a new password with it. */
import {
  NewPasswordPage,
  RecoverPage,
  RecoverSentPage,
  RecoveryOverPage,
} from '../../../views/sign-in/recover.js';
import { PASSWORD_MIN } from '../../accounts/password.js';
import { askForRecovery, findRecovery, recover } from '../../accounts/recovery.js';
import { tidyEmail } from '../../accounts/rules.js';
import { definePage, type Page, type VisitorPost, type VisitorRequest } from '../page.js';
import { page, type PageReply, redirect, retryAfter } from '../reply.js';
import { type AccountDeps, tooManyTries } from '../session/account-deps.js';

const RECOVER_PATH = '/recover';

const recoveryOver = (): PageReply => page(<RecoveryOverPage />, { status: 404 });

/** Opening a link uses nothing up: mail programs open links too. */
async function showLink({ csrf }: VisitorRequest, deps: AccountDeps, token: string): Promise<PageReply> {
  if ((await findRecovery(deps, token)) === undefined) return recoveryOver();
  return page(<NewPasswordPage token={token} passwordMinimum={PASSWORD_MIN} csrf={csrf()} />);
}

async function show(request: VisitorRequest, deps: AccountDeps): Promise<PageReply> {
  if (/[?&]token=/.test(request.url)) return showLink(request, deps, request.query('token'));
  if (request.query('sent') === '1') return page(<RecoverSentPage />);
  return page(<RecoverPage csrf={request.csrf()} email="" />);
}

async function ask({ form, clientIp, csrf }: VisitorPost, deps: AccountDeps): Promise<PageReply> {
  const email = tidyEmail(form.text('email'));
  const outcome = await askForRecovery(deps, email, clientIp);
  if (outcome.kind === 'accepted') return redirect(`${RECOVER_PATH}?sent=1`);
  const values = { email, csrf: csrf() };
  if (outcome.kind === 'faulty') {
    return page(<RecoverPage {...values} fault={outcome.fault} />, { status: 422 });
  }
  const { retryAfterSeconds: seconds } = outcome;
  return page(<RecoverPage {...values} refusal={tooManyTries(seconds)} />, {
    status: 429,
    headers: retryAfter(seconds),
  });
}

async function setPassword(request: VisitorPost, deps: AccountDeps): Promise<PageReply> {
  const { form, clientIp, csrf, session } = request;
  const [token, password] = [form.text('token'), form.text('password')];
  const outcome = await recover(deps, { token, password, clientIp });
  if (outcome.kind === 'recovered') {
    await deps.sessions.endAll(outcome.accountId);
    await session.end();
    return redirect('/sign-in?recovered=1');
  }
  if (outcome.kind !== 'faulty') return recoveryOver();
  const props = { token, passwordMinimum: PASSWORD_MIN, csrf: csrf() };
  return page(<NewPasswordPage {...props} fault={outcome.fault} />, { status: 422 });
}

export const createRecoveryPages = (deps: AccountDeps): readonly Page[] => [
  definePage({
    method: 'GET',
    path: RECOVER_PATH,
    who: 'anyone',
    handle: (request) => show(request, deps),
  }),
  definePage({
    method: 'POST',
    path: RECOVER_PATH,
    who: 'anyone',
    handle: (request) => ask(request, deps),
  }),
  definePage({
    method: 'POST',
    path: `${RECOVER_PATH}/password`,
    who: 'anyone',
    handle: (request) => setPassword(request, deps),
  }),
];
