/* Responses of pages: HTML that is not cached, and a redirect after every accepted form. */
import type { Context } from 'koa';
import type { VNode } from 'preact';
import { type Frame, renderPage } from '../../views/render.js';

export function sendPage(ctx: Context, status: number, page: VNode, frame?: Frame): void {
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.set('cache-control', 'no-store');
  ctx.body = renderPage(page, frame);
}

/** 303 See Other (RFC 9110 section 15.4.4): the browser fetches the next page with GET, and a reload posts nothing. */
export function redirectAfterPost(ctx: Context, location: string): void {
  ctx.status = 303;
  ctx.set('cache-control', 'no-store');
  ctx.set('location', location);
  ctx.body = '';
}
