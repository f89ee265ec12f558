/*
 * `/v2/docs`: the reference of the API for people, on the API's own host. It shows what `/v2/openapi.json` says, and
 * outside production tries calls as the playground's client. Without a token, and without anything from elsewhere.
 */
import type { Context, Middleware } from 'koa';
import { renderPage } from '../../../views/render.js';
import { ReferencePage, ReferenceReturn } from '../../../views/reference/reference.js';
import { methodNotAllowed, notFound } from '../../errors.js';
import { createFiles, REFERENCE_PATH } from './files.js';
import type { ReferenceFile, ReferenceFiles } from './files.js';

export interface ReferencePageDeps {
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly documentPath: string;
  /** The client with which calls are tried, when it may come back to this address; never in production. */
  readonly tryingClient: (redirectUrl: string) => Promise<string | undefined>;
}

const RETURN_PATH = `${REFERENCE_PATH}/oauth2-redirect`;

/** Swagger UI carries its icons as data; styles and scripts come from here alone, and it calls nobody else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

function sendPage(ctx: Context, html: string): void {
  ctx.set({
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
  });
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}

function sendFile(ctx: Context, file: ReferenceFile | undefined): void {
  if (file === undefined) throw notFound();
  const compressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  ctx.set({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
  if (compressed) ctx.set('Content-Encoding', 'gzip');
  ctx.type = file.mediaType;
  ctx.body = compressed ? file.gzipped : file.body;
}

const urlsOf = ({ favicon, swaggerStyle, style, swagger, script }: ReferenceFiles) => ({
  favicon: favicon.url,
  swaggerStyle: swaggerStyle.url,
  style: style.url,
  swagger: swagger.url,
  script: script.url,
});

export function createReferencePage(deps: ReferencePageDeps): Middleware {
  const { baseUrl, appUrl, documentPath, tryingClient } = deps;
  const redirectUrl = baseUrl + RETURN_PATH;
  const readFiles = createFiles();
  const page = async (files: ReferenceFiles): Promise<string> => {
    const clientId = await tryingClient(redirectUrl);
    const trying = clientId === undefined ? undefined : { redirectUrl, clientId };
    return renderPage(
      <ReferencePage files={urlsOf(files)} documentUrl={documentPath} homeUrl={appUrl} trying={trying} />,
    );
  };
  return async (ctx, next) => {
    if (ctx.path !== REFERENCE_PATH && !ctx.path.startsWith(`${REFERENCE_PATH}/`)) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
    const files = await readFiles();
    if (ctx.path === REFERENCE_PATH) sendPage(ctx, await page(files));
    else if (ctx.path === RETURN_PATH)
      sendPage(ctx, renderPage(<ReferenceReturn script={files.comeBack.url} />));
    else
      sendFile(
        ctx,
        Object.values(files).find(({ url }) => url === ctx.path),
      );
  };
}
