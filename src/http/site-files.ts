/* Files that browsers, search engines and researchers of security ask every site for, at fixed paths. */
import type { Middleware } from 'koa';
import { assetFile } from '../../views/asset-files.js';
import { setRoute } from '../request-route.js';

export interface SiteFilesDeps {
  readonly appUrl: string;
  /** First segments of the paths that are not for everybody: `settings`. */
  readonly closedSegments: readonly string[];
  /** As a URI. Absent: there is no security.txt. */
  readonly securityContact?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface SiteFile {
  readonly type: string;
  readonly body: string | Buffer;
}

const SECURITY_PATH = '/.well-known/security.txt';

/**
 * RFC 9309. Search engines find the pages where people book, and none of their steps, which are in the query. A segment is
 * named whole: a person may have a name that begins with it.
 */
const robotsText = ({ closedSegments }: SiteFilesDeps): string =>
  ['User-agent: *', ...closedSegments.flatMap((name) => [`/${name}$`, `/${name}/`]), '/*?']
    .map((line, at) => (at === 0 ? line : `Disallow: ${line}`))
    .join('\n')
    .concat('\n');

/** RFC 9116 section 2.5.5 recommends less than a year. */
const SECURITY_LIFE = 90 * 24 * 60 * 60 * 1000;
const ONE_DAY_SECONDS = 86_400;

/** RFC 9116. */
const securityText = (contact: string, { appUrl, clock }: SiteFilesDeps): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${new Date(clock() + SECURITY_LIFE).toISOString()}`,
    `Canonical: ${appUrl}${SECURITY_PATH}`,
    '',
  ].join('\n');

function siteFile(path: string, deps: SiteFilesDeps): SiteFile | undefined {
  const text = 'text/plain; charset=utf-8';
  if (path === '/robots.txt') return { type: text, body: robotsText(deps) };
  if (path === '/favicon.ico') {
    const { mediaType, body } = assetFile('favicon.ico');
    return { type: mediaType, body };
  }
  const { securityContact } = deps;
  if (path !== SECURITY_PATH || securityContact === undefined) return undefined;
  return { type: text, body: securityText(securityContact, deps) };
}

export const createSiteFiles =
  (deps: SiteFilesDeps): Middleware =>
  (ctx, next) => {
    const file = ['GET', 'HEAD'].includes(ctx.method) ? siteFile(ctx.path, deps) : undefined;
    if (file === undefined) return next();
    setRoute(ctx, ctx.path);
    ctx.type = file.type;
    ctx.set('cache-control', `public, max-age=${ONE_DAY_SECONDS}`);
    ctx.body = file.body;
    return Promise.resolve();
  };
