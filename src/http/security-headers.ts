/*
 * What browsers are told to refuse. Pages start from nothing and are opened one source at a time; programs under /v2
 * get the few headers that matter for JSON.
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

/**
 * Chromium holds a redirect after a form post to `form-action`, so the consent page names where Allow leads: the
 * origin of an http(s) redirect URI, the scheme of a private-use one (RFC 8252 section 7.1). An IPv6 address has no
 * spelling in CSP; there its scheme has to do.
 */
function formTarget({ protocol, hostname, origin }: URL): string {
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && !hostname.startsWith('[') ? origin : protocol;
}

/** Call it while answering with the page whose form leads away; `redirectUri` is one the client registered. */
export function allowFormTarget(ctx: Context, redirectUri: string): void {
  const target = formTarget(new URL(redirectUri));
  ctx.set('Content-Security-Policy', POLICY.replace(FORM_ACTION, `${FORM_ACTION} ${target}`));
}

/** For a page that runs a script of ours, which may talk to these origins besides its own. */
export function allowScript(ctx: Context, origins: readonly string[]): void {
  ctx.set('Content-Security-Policy', `${POLICY}; script-src 'self'; connect-src 'self' ${origins.join(' ')}`);
}

const pageHeaders = (https: boolean): Middleware =>
  helmet({
    contentSecurityPolicy: false,
    // A client may open the sign-in in a window of its own and wait for it; `same-origin` would cut that tie.
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
