/* The session of a browser, for pages that start, confirm or end one. */
import type { Context } from 'koa';
import { DEVICE_LIFE, rememberDevice } from '../../accounts/device-cookie.js';
import { ABSOLUTE_LIMIT } from '../../accounts/session-record.js';
import type { Origin, Sessions } from '../../accounts/session.js';
import type { AccountAccess } from '../../accounts/store.js';
import type { AuditLog } from '../../events/audit-log.js';
import type { Cookies } from '../../http/cookies.js';
import { clientIp } from '../../http/proxies.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { forgetUser } from './current-user.js';
import { browserFamily } from './user-agent.js';
import type { CurrentUser, SignedInUser } from './user.js';

export interface PageSession {
  /** The random cookie that ties forms and passkey ceremonies to a browser; undefined without one. */
  browserId(): string | undefined;
  /** '' without one. */
  deviceCookie(): string;
  current(): Promise<SignedInUser | undefined>;
  /** A new session id at each change of privilege; ends the previous session of the browser. */
  start(account: AccountAccess): Promise<void>;
  /** `start`, with its entry in the audit log. */
  signIn(account: AccountAccess, method: 'password' | 'passkey'): Promise<void>;
  /** After a new proof of the user: the session continues under a new id. Undefined when it is over. */
  confirm(user: SignedInUser): Promise<SignedInUser | undefined>;
  end(): Promise<void>;
  /** Remembers a path of ours in this browser, until it closes. */
  keepReturn(path: string): void;
  /** Once. Undefined when there is none; not checked, as it comes from the browser. */
  takeReturn(): string | undefined;
  /** The outcome of a form, for the next page: it names what that page cannot find any more. */
  keepMessage(text: string): void;
  /** Once. Undefined when there is none; from the browser, as `takeReturn`. */
  takeMessage(): string | undefined;
}

export interface PageSessionDeps {
  readonly sessions: Sessions;
  readonly cookies: Cookies;
  readonly currentUser: CurrentUser;
  readonly audit: AuditLog;
  readonly keys: KeyRing;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const originOf = (ctx: Context): Origin => ({
  clientIp: clientIp(ctx),
  browser: browserFamily(ctx.get('user-agent')),
});

const deviceCookie = ({ cookies }: PageSessionDeps, ctx: Context): string =>
  cookies.read(ctx, 'device') ?? '';

function remember(deps: PageSessionDeps, ctx: Context, account: AccountAccess): void {
  const value = rememberDevice(deps, deviceCookie(deps, ctx), account);
  deps.cookies.write(ctx, 'device', value, DEVICE_LIFE / 1000);
}

async function start(deps: PageSessionDeps, ctx: Context, account: AccountAccess): Promise<void> {
  const { sessions, cookies, currentUser } = deps;
  const before = await currentUser(ctx);
  if (before !== undefined) await sessions.end(before.sessionRef);
  const cookie = await sessions.start(account.id, originOf(ctx), account.accessGeneration);
  cookies.write(ctx, 'session', cookie, ABSOLUTE_LIMIT / 1000);
  remember(deps, ctx, account);
  forgetUser(ctx);
}

async function confirm(
  deps: PageSessionDeps,
  ctx: Context,
  { sessionRef, signedInAt, account }: SignedInUser,
): Promise<SignedInUser | undefined> {
  const { sessions, cookies, currentUser, clock } = deps;
  const cookie = await sessions.renew(sessionRef, originOf(ctx));
  if (cookie === undefined) return undefined;
  cookies.write(ctx, 'session', cookie, (signedInAt.getTime() + ABSOLUTE_LIMIT - clock()) / 1000);
  remember(deps, ctx, account);
  forgetUser(ctx);
  return currentUser(ctx);
}

/** Browsers keep 4,096 bytes of a cookie (RFC 6265 section 6.1); a character takes up to three, encoded four. */
const MAX_MESSAGE = 1_000;

function take({ cookies }: PageSessionDeps, ctx: Context, name: 'return' | 'message'): string | undefined {
  const kept = cookies.read(ctx, name);
  if (kept !== undefined) cookies.clear(ctx, name);
  return kept;
}

export const pageSession = (deps: PageSessionDeps, ctx: Context): PageSession => ({
  browserId: () => deps.cookies.read(ctx, 'browser'),
  deviceCookie: () => deviceCookie(deps, ctx),
  current: () => deps.currentUser(ctx),
  start: (account) => start(deps, ctx, account),
  async signIn(account, method) {
    const subject = `account:${account.id}`;
    const actor = { actor: subject, clientIp: clientIp(ctx) };
    await deps.audit.append({ ...actor, action: 'account.signed_in', subject, facts: { method } });
    await start(deps, ctx, account);
  },
  confirm: (user) => confirm(deps, ctx, user),
  async end() {
    const user = await deps.currentUser(ctx);
    if (user !== undefined) await deps.sessions.end(user.sessionRef);
    deps.cookies.clear(ctx, 'session');
    forgetUser(ctx);
  },
  keepReturn: (path) => deps.cookies.write(ctx, 'return', encodeURIComponent(path)),
  takeReturn() {
    const kept = take(deps, ctx, 'return') ?? '';
    return /^(?:%2F|[\w.~-])+$/i.test(kept) ? decodeURIComponent(kept) : undefined;
  },
  keepMessage: (text) =>
    deps.cookies.write(ctx, 'message', Buffer.from(text.slice(0, MAX_MESSAGE)).toString('base64url')),
  takeMessage() {
    const kept = take(deps, ctx, 'message');
    return kept === undefined ? undefined : Buffer.from(kept, 'base64url').toString();
  },
});
