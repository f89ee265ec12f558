/*
 * Security headers. Pages allow nothing by default and each source explicitly; /v2 gets the few headers that matter for
 * JSON.
 */
import helmet from 'koa-helmet';
import type { Context, Middleware } from 'koa';
import { sideOf } from './hosts.js';

const FORM_ACTION = "form-action 'self'";
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  FORM_ACTION,
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');
const ONE_YEAR_SECONDS = 31_536_000;

const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/;

/**
 * Chromium applies `form-action` to the redirect after a form post, so the consent page names its target: the origin of
 * an http(s) redirect URI, the scheme of a private-use one (RFC 8252 section 7.1). CSP cannot express an IPv6 address, and
 * another character than those of a DNS name could end the directive: then the scheme is used instead.
 */
function formTarget({ protocol, origin }: URL): string {
  return PLAIN_ORIGIN.test(origin) ? origin : protocol;
}

/** For a page whose form redirects to `redirectUri`, which the client has registered. */
export function allowFormTarget(ctx: Context, redirectUri: string): void {
  const target = formTarget(new URL(redirectUri));
  ctx.set('Content-Security-Policy', POLICY.replace(FORM_ACTION, `${FORM_ACTION} ${target}`));
}

/** For a page with a script of ours, which may call these origins besides its own. */
export function allowScript(ctx: Context, origins: readonly string[]): void {
  ctx.set('Content-Security-Policy', `${POLICY}; script-src 'self'; connect-src 'self' ${origins.join(' ')}`);
}

const pageHeaders = (https: boolean): Middleware =>
  helmet({
    contentSecurityPolicy: false,
    // A client may open the sign-in in a popup and wait for it; other pages set it (src/web/router.ts).
    crossOriginOpenerPolicy: false,
    // `no-referrer` would make form posts send `Origin: null`, which the CSRF check refuses.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: https && { maxAge: ONE_YEAR_SECONDS, includeSubDomains: false },
  });

export interface SecurityDeps {
  readonly baseUrl: string;
  readonly appUrl: string;
}

export function createSecurityHeaders({ baseUrl, appUrl }: SecurityDeps): Middleware {
  const setPageHeaders = pageHeaders(appUrl.startsWith('https:'));
  const apiIsHttps = baseUrl.startsWith('https:');
  return (ctx, next) => {
    const { res } = ctx;
    if (sideOf(ctx.path) === 'app') {
      res.setHeader('Content-Security-Policy', POLICY);
      return setPageHeaders(ctx, next) as Promise<unknown>;
    }
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Cache-Control', 'no-store');
    if (apiIsHttps) res.setHeader('Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}`);
    return next();
  };
}
