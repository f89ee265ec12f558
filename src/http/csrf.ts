/*
 * A form is accepted only from the browser it was rendered for, and only for the account it was rendered for: a keyed
 * hash over a random browser cookie and the account id, nothing stored. `Origin` and `Sec-Fetch-Site` are checked too.
 *
 * Why the account and not the session: a session id changes at every sign-in and sessions end by themselves, while forms
 * are open in other tabs. Another site has neither the cookie nor the key, whatever the session is. With the account in
 * the hash, a form cannot be sent in the name of the next user of the same browser, and an attacker who has read the
 * browser cookie gets forms for their own account only. Forms without a signed-in user (sign-in, sign-up, recovery,
 * sign-out) are bound to the browser alone, so that a second tab does not invalidate the first.
 */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { CSRF_FIELD } from '../../views/parts/forms/form.js';
import { forbidden } from '../errors.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Cookies } from './cookies.js';
import type { Form } from './forms.js';
import { requestState } from './request-state.js';

export interface CsrfField {
  /** The value for the hidden field of every form; sets the browser cookie when it is missing. */
  csrfField(ctx: Context): string;
}

export interface Csrf extends CsrfField {
  /**
   * Throws 403 unless we rendered the form for this browser. Call it before anything else. Returns the account it was
   * rendered for, undefined without one; src/web/session/require-user.ts compares it with the session.
   */
  verifyCsrf(ctx: Context, form: Form): number | undefined;
}

interface CsrfDeps {
  readonly keys: KeyRing;
  readonly cookies: Cookies;
  readonly appUrl: string;
}

const BROWSER_ID = /^[\w-]{43}$/;
/** The account id, 0 without one, and the hash. */
const FIELD = /^(0|[1-9]\d{0,15})\.(.+)$/;
const OWN_SITES: readonly string[] = ['same-origin', 'same-site', 'none'];

const refused = (): Error =>
  forbidden(
    'This form did not come from a page we showed in this browser, or the page is out of date.',
    'Go back, reload the page and try again. Your browser must keep the cookies of this site.',
  );

/** Only browsers send these headers, and no page can forge them; absent ones mean nothing. */
function isCrossSite(ctx: Context, appOrigin: string): boolean {
  const { origin } = ctx.headers;
  const site = ctx.headers['sec-fetch-site'];
  return (
    (origin !== undefined && origin !== appOrigin) || (typeof site === 'string' && !OWN_SITES.includes(site))
  );
}

export function createCsrf({ keys, cookies, appUrl }: CsrfDeps): Csrf {
  const appOrigin = new URL(appUrl).origin;
  const browserOf = (ctx: Context): string | undefined => {
    const browser = cookies.read(ctx, 'browser');
    return browser !== undefined && BROWSER_ID.test(browser) ? browser : undefined;
  };
  return {
    csrfField(ctx) {
      const browser = browserOf(ctx) ?? randomBytes(32).toString('base64url');
      if (browserOf(ctx) === undefined) cookies.write(ctx, 'browser', browser);
      const account = String(requestState(ctx).accountId ?? 0);
      return `${account}.${keys.hash('csrf', `${browser} ${account}`)}`;
    },
    verifyCsrf(ctx, form) {
      const browser = browserOf(ctx);
      if (browser === undefined || isCrossSite(ctx, appOrigin)) throw refused();
      const [, account = '', hash = ''] = FIELD.exec(form.text(CSRF_FIELD)) ?? [];
      if (!keys.matches('csrf', `${browser} ${account}`, hash)) throw refused();
      return account === '0' ? undefined : Number(account);
    },
  };
}
