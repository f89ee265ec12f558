/*
 * Forms are taken back only from the browser they were shown in: a keyed hash over a random browser cookie and the
 * session, nothing stored. The browser's own word about where a request comes from is checked besides.
 */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { CSRF_FIELD } from '../../views/parts/form.js';
import { forbidden } from '../errors.js';
import type { KeyRing } from '../key-ring.js';
import type { Cookies } from './cookies.js';
import type { Form } from './forms.js';

export interface Csrf {
  /** The value for the hidden field of every form; gives the browser its cookie when it has none. */
  csrfField(ctx: Context): string;
  /** Throws 403 unless the form was shown by us, in this browser and session. Call it before anything else. */
  verifyCsrf(ctx: Context, form: Form): void;
}

interface CsrfDeps {
  readonly keys: KeyRing;
  readonly cookies: Cookies;
  readonly appUrl: string;
}

const BROWSER_ID = /^[\w-]{43}$/;
const OWN_SITES: readonly string[] = ['same-origin', 'same-site', 'none'];

const refused = (): Error =>
  forbidden('This form did not come from a page we showed in this browser, or the page is out of date.');

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
  const bound = (ctx: Context, browser: string): string => `${browser} ${cookies.read(ctx, 'session') ?? ''}`;
  return {
    csrfField(ctx) {
      const browser = browserOf(ctx) ?? randomBytes(32).toString('base64url');
      if (browserOf(ctx) === undefined) cookies.write(ctx, 'browser', browser);
      return keys.hash('csrf', bound(ctx, browser));
    },
    verifyCsrf(ctx, form) {
      const browser = browserOf(ctx);
      if (browser === undefined || fromElsewhere(ctx, appOrigin)) throw refused();
      if (!keys.matches('csrf', bound(ctx, browser), form.text(CSRF_FIELD))) throw refused();
    },
  };
}
