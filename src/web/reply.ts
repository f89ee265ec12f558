/* The replies of pages: a document, a redirect, or a file. `sendReply` writes it to the response. */
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { VNode } from 'preact';
import type { Frame } from '../../views/render.js';
import { redirectAfterPost, sendPage } from '../http/pages.js';
import { allowFormTarget, allowScript } from '../http/security-headers.js';
import type { PageSession } from './session/page-session.js';

type Headers = Readonly<Record<string, string>>;

export interface PageOptions {
  /** 200 when absent. */
  readonly status?: number;
  /** Origins besides ours that scripts of the page may call. Absent: the page has no script. */
  readonly scripts?: readonly string[];
  /** A registered redirect URI that forms of the page may redirect to, besides our own site. */
  readonly formTarget?: string;
  readonly headers?: Headers;
  /** A question that keeps a form: without the navigation, which would leave it. */
  readonly alone?: true;
}

export type PageReply =
  | { readonly kind: 'page'; readonly view: VNode; readonly options: PageOptions }
  | { readonly kind: 'redirect'; readonly location: string }
  | {
      readonly kind: 'file';
      readonly type: string;
      readonly body: string | Buffer | Readable;
      readonly headers: Headers;
    };

const NOT_STORED: Headers = { 'cache-control': 'no-store' };

export const page = (view: VNode, options: PageOptions = {}): PageReply => ({ kind: 'page', view, options });

/** 303: the browser fetches the next page with GET. */
export const redirect = (location: string): PageReply => ({ kind: 'redirect', location });

export const file = (
  type: string,
  body: string | Buffer | Readable,
  headers: Headers = NOT_STORED,
): PageReply => ({ kind: 'file', type, body, headers });

/** To a page that says what was done. */
export function doneReply(
  { session }: { readonly session: Pick<PageSession, 'keepMessage'> },
  location: string,
  message: string,
): PageReply {
  session.keepMessage(message);
  return redirect(location);
}

/** A file that the browser saves instead of showing it. */
export const download = (name: string, type: string, body: string | Readable): PageReply =>
  file(type, body, { ...NOT_STORED, 'content-disposition': `attachment; filename="${name}"` });

/** For scripts of our pages. */
export const json = (value: object): PageReply => file('application/json', JSON.stringify(value));

/** RFC 9110 section 10.2.3. */
export const retryAfter = (seconds: number): Headers => ({ 'retry-after': String(seconds) });

/** `frame`: of a page. */
export function sendReply(ctx: Context, reply: PageReply, frame?: Frame): void {
  if (reply.kind === 'redirect') {
    redirectAfterPost(ctx, reply.location);
  } else if (reply.kind === 'file') {
    ctx.type = reply.type;
    ctx.set(reply.headers);
    ctx.body = reply.body;
  } else {
    const { status = 200, scripts, formTarget, headers = {} } = reply.options;
    if (scripts !== undefined) allowScript(ctx, scripts);
    if (formTarget !== undefined) allowFormTarget(ctx, formTarget);
    ctx.set(headers);
    sendPage(ctx, status, reply.view, frame);
  }
}
