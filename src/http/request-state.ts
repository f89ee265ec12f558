/* The state of a request: the edge and the guard write it, the log reads it. */
import type { Context } from 'koa';

export interface RequestState {
  /** Generated here, never by the caller: the reference on error pages and in the log. */
  requestId?: string;
  /** Address of the caller behind trusted proxies. */
  clientIp?: string;
  clientId?: string;
  /** The signed-in account, once the session was read. */
  accountId?: number | undefined;
}

export const requestState = (ctx: Context): RequestState => ctx.state;

export const requestId = (ctx: Context): string => requestState(ctx).requestId ?? '';
