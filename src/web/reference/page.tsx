/*
 * `/v2/docs`: the API reference, made from `/v2/openapi.json`. It is on the host of the API, without a session, so it is
 * not in the tables of pages. With demonstration data it can try calls as the client of the playground.
 */
import type { Context, Middleware } from 'koa';
import { DEVELOPER_TEXT } from '../../../views/developer/my-clients.js';
import { WEBHOOKS_TEXT } from '../../../views/webhooks/webhooks.js';
import { ReferencePage, ReferenceCallback } from '../../../views/reference/reference.js';
import { methodNotAllowed, notFound } from '../../errors.js';
import { setRoute } from '../../request-route.js';
import { file, page, type PageReply, sendReply } from '../reply.js';
import { WEBHOOKS_PATH } from '../webhooks/own-webhook.js';
import { createFiles, REFERENCE_PATH } from './files.js';
import type { ReferenceFile, ReferenceFiles } from './files.js';

export interface ReferencePageDeps {
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly settingsUrl: string;
  readonly documentPath: string;
  /** Id of the client that the page calls the API as, if the URL is one of its redirect URIs; undefined in production. */
  readonly tryOutClient: (redirectUrl: string) => Promise<string | undefined>;
}

const FILE_ROUTE = `${REFERENCE_PATH}/:file`;
const CALLBACK_PATH = `${REFERENCE_PATH}/oauth2-redirect`;

/** Swagger UI has its icons as data URLs. Everything else comes from this origin. */
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

const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

function sendFile(ctx: Context, asset: ReferenceFile | undefined): void {
  if (asset === undefined) throw notFound();
  const isCompressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...(isCompressed && { 'content-encoding': 'gzip' }),
  };
  sendReply(ctx, file(asset.mediaType, isCompressed ? asset.gzipped : asset.body, headers));
}

export function createReferencePage(deps: ReferencePageDeps): Middleware {
  const { baseUrl, appUrl, settingsUrl, documentPath, tryOutClient } = deps;
  const redirectUrl = baseUrl + CALLBACK_PATH;
  const readFiles = createFiles();
  const links = [
    { to: settingsUrl, label: DEVELOPER_TEXT.title },
    { to: appUrl + WEBHOOKS_PATH, label: WEBHOOKS_TEXT.title },
  ];
  const referencePage = async (files: ReferenceFiles): Promise<PageReply> => {
    const clientId = await tryOutClient(redirectUrl);
    const tryOut = clientId === undefined ? undefined : { redirectUrl, clientId };
    const props = { files, documentUrl: documentPath, homeUrl: appUrl, links, tryOut };
    return page(<ReferencePage {...props} />, { headers: PAGE_HEADERS });
  };
  return async (ctx, next) => {
    if (ctx.path !== REFERENCE_PATH && !ctx.path.startsWith(`${REFERENCE_PATH}/`)) {
      await next();
      return;
    }
    setRoute(ctx, ctx.path === REFERENCE_PATH ? REFERENCE_PATH : FILE_ROUTE);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
    const files = await readFiles();
    if (ctx.path === REFERENCE_PATH) sendReply(ctx, await referencePage(files));
    else if (ctx.path === CALLBACK_PATH)
      sendReply(ctx, page(<ReferenceCallback script={files.callback.url} />, { headers: PAGE_HEADERS }));
    else
      sendFile(
        ctx,
        Object.values(files).find(({ url }) => url === ctx.path),
      );
  };
}
