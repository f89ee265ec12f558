/* What is remembered of a request while it is served; the edge and the guard write it, the log reads it. */
import type { Context } from 'koa';

export interface RequestState {
  /** Ours alone, never the caller's: the reference on error pages and in the log. */
  requestId?: string;
  /** Address of the caller behind trusted proxies. */
  clientIp?: string;
  clientId?: string;
  /** Who is signed in at the browser, once that was asked: what is shown to them is theirs. */
  accountId?: number | undefined;
}

export const requestState = (ctx: Context): RequestState => ctx.state;

export const requestId = (ctx: Context): string => requestState(ctx).requestId ?? '';
