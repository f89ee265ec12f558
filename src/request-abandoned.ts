/* Whether anybody waits for the response: what has not begun when the client closes its connection never begins. */
import type { IncomingMessage } from 'node:http';
import { abandoned } from './errors.js';

/** Koa's context. */
interface Requested {
  readonly req: IncomingMessage;
}

export const isAbandoned = ({ req }: Requested): boolean => req.socket.destroyed;

export function refuseAbandoned(ctx: Requested): void {
  if (isAbandoned(ctx)) throw abandoned();
}
