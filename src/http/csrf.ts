/*
 * Forms are taken back only from the browser they were shown in, and only in the name of whom they were shown to: a
 * keyed hash over a random browser cookie and the account, nothing stored. The browser's own word about where a request
 * comes from is checked besides.
 *
 * Why the account and not the session: a session changes its id when somebody signs in again or confirms who they are,
 * and ends by itself, all while forms stand open in other tabs. Another site knows neither cookie nor key, whatever the
 * session is. The account keeps a form out of the name of the next person at the same browser, and whoever once read
 * the browser's cookie can have forms made for it in no name but their own. Forms that nobody is signed in for (sign-in,
 * sign-up, recovery, leaving) ask for the browser alone, so that a second tab does not void the first.
 */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { CSRF_FIELD } from '../../views/parts/form.js';
import { forbidden } from '../errors.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Cookies } from './cookies.js';
import type { Form } from './forms.js';
import { requestState } from './request-state.js';

export interface CsrfField {
  /** The value for the hidden field of every form; gives the browser its cookie when it has none. */
  csrfField(ctx: Context): string;
}

export interface Csrf extends CsrfField {
  /**
   * Throws 403 unless the form was shown by us in this browser. Call it before anything else. Returns the account it was
   * shown to, undefined for nobody: whether that is who is signed in now is asked by src/web/session/require-user.ts.
   */
  verifyCsrf(ctx: Context, form: Form): number | undefined;
}

interface CsrfDeps {
  readonly keys: KeyRing;
  readonly cookies: Cookies;
  readonly appUrl: string;
}

const BROWSER_ID = /^[\w-]{43}$/;
/** The account, 0 for nobody, and the hash over it. */
const FIELD = /^(0|[1-9]\d{0,15})\.(.+)$/;
const OWN_SITES: readonly string[] = ['same-origin', 'same-site', 'none'];

const refused = (): Error =>
  forbidden(
    'This form did not come from a page we showed in this browser, or the page is out of date.',
    'Go back, reload the page and try again. Your browser must keep the cookies of this site.',
  );

/** Headers that only browsers send, and that no page can forge; absent ones say nothing. */
function fromElsewhere(ctx: Context, appOrigin: string): boolean {
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
      if (browser === undefined || fromElsewhere(ctx, appOrigin)) throw refused();
      const [, account = '', hash = ''] = FIELD.exec(form.text(CSRF_FIELD)) ?? [];
      if (!keys.matches('csrf', `${browser} ${account}`, hash)) throw refused();
      return account === '0' ? undefined : Number(account);
    },
  };
}
