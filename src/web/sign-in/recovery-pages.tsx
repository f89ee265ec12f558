/* `/recover`: asking for a link by mail, and setting a new password with it. */
import type { Context } from 'koa';
import type Router from 'koa-router';
import {
  NewPasswordPage,
  RecoverPage,
  RecoverSentPage,
  RecoveryOverPage,
} from '../../../views/sign-in/recover.js';
import { readForm } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import { tooManyTries } from '../session/page-deps.js';
import type { AccountPagesDeps } from '../session/page-deps.js';
import { PASSWORD_MIN } from '../../accounts/password.js';
import { askForRecovery, findRecovery, recover } from '../../accounts/recovery.js';
import { tidyEmail } from '../../accounts/rules.js';
import { createTries, TRY_LIMITS } from '../../accounts/sign-in-rate-limit.js';

const RECOVER_PATH = '/recover';

/** Opening a link uses nothing up: mail programs open links too. */
async function showLink(ctx: Context, deps: AccountPagesDeps, token: string): Promise<void> {
  const recovery = await findRecovery(deps, token);
  if (recovery === undefined) {
    sendPage(ctx, 404, <RecoveryOverPage />);
    return;
  }
  const props = { token, passwordMinimum: PASSWORD_MIN, csrf: deps.csrf.csrfField(ctx) };
  sendPage(ctx, 200, <NewPasswordPage {...props} />);
}

function addAsking(router: Router, deps: AccountPagesDeps): void {
  const tries = createTries(deps.throttle, deps.keys, deps.limits ?? TRY_LIMITS);
  router.get(RECOVER_PATH, async (ctx) => {
    const { token, sent } = ctx.query;
    if (typeof token === 'string') await showLink(ctx, deps, token);
    else if (sent === '1') sendPage(ctx, 200, <RecoverSentPage />);
    else sendPage(ctx, 200, <RecoverPage csrf={deps.csrf.csrfField(ctx)} email="" />);
  });
  router.post(RECOVER_PATH, async (ctx) => {
    const form = await readForm(ctx);
    deps.csrf.verifyCsrf(ctx, form);
    const email = tidyEmail(form.text('email'));
    const outcome = await askForRecovery({ ...deps, tries }, email, clientIp(ctx));
    const shown = { email, csrf: deps.csrf.csrfField(ctx) };
    if (outcome.kind === 'accepted') {
      redirectAfterPost(ctx, `${RECOVER_PATH}?sent=1`);
    } else if (outcome.kind === 'faulty') {
      sendPage(ctx, 422, <RecoverPage {...shown} fault={outcome.fault} />);
    } else {
      ctx.set('retry-after', String(outcome.retryAfterSeconds));
      sendPage(ctx, 429, <RecoverPage {...shown} refusal={tooManyTries(outcome.retryAfterSeconds)} />);
    }
  });
}

function addSetting(router: Router, deps: AccountPagesDeps): void {
  router.post(`${RECOVER_PATH}/password`, async (ctx) => {
    const form = await readForm(ctx);
    deps.csrf.verifyCsrf(ctx, form);
    const [token, password] = [form.text('token'), form.text('password')];
    const outcome = await recover(deps, { token, password, clientIp: clientIp(ctx) });
    if (outcome.kind === 'recovered') {
      await deps.sessions.endAll(outcome.accountId);
      deps.cookies.clear(ctx, 'session');
      redirectAfterPost(ctx, '/sign-in?recovered=1');
    } else if (outcome.kind === 'faulty') {
      const props = { token, passwordMinimum: PASSWORD_MIN, csrf: deps.csrf.csrfField(ctx) };
      sendPage(ctx, 422, <NewPasswordPage {...props} fault={outcome.fault} />);
    } else {
      sendPage(ctx, 404, <RecoveryOverPage />);
    }
  });
}

export function addRecovery(router: Router, deps: AccountPagesDeps): void {
  addAsking(router, deps);
  addSetting(router, deps);
}
