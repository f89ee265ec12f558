/* The one way into a session, for every page that proves who somebody is. */
import type { Context } from 'koa';
import { network } from '../http/proxies.js';
import type { AccountPagesDeps } from './page-deps.js';
import { ABSOLUTE_LIMIT } from './session-record.js';
import { browserFamily } from './user-agent.js';

/** A new session id at each change of privilege; the session the browser had before is over. */
export async function enter(
  ctx: Context,
  { sessions, cookies, currentPerson }: AccountPagesDeps,
  accountId: number,
): Promise<void> {
  const before = await currentPerson(ctx);
  if (before !== undefined) await sessions.end(before.sessionRef);
  const origin = { network: network(ctx), browser: browserFamily(ctx.get('user-agent')) };
  cookies.write(ctx, 'session', await sessions.start(accountId, origin), ABSOLUTE_LIMIT / 1000);
}
