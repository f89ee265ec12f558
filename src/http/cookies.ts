/*
 * The cookies of the pages. APP_URL, not the connection, decides about Secure: TLS may end at a proxy. `__Host-` (RFC
 * 6265bis section 4.1.3.2) prevents other hosts of the same domain from setting them.
 */
import type { Context } from 'koa';

/**
 * `session`: the session id. `browser`: random, binds forms to the browser they were rendered for. `device`: the accounts
 * that have signed in here. `return`: the page to go back to once the address is confirmed. `message`:
 * the outcome of a form, for the next page.
 */
export type CookieName = 'session' | 'browser' | 'device' | 'return' | 'message';

export interface Cookies {
  /** Sees what this response writes: a form that is rendered after a session change belongs to the new session. */
  read(ctx: Context, name: CookieName): string | undefined;
  /** Without an age, until the browser closes. */
  write(ctx: Context, name: CookieName, value: string, maxAgeSeconds?: number): void;
  clear(ctx: Context, name: CookieName): void;
}

interface WrittenCookies {
  writtenCookies?: Partial<Readonly<Record<CookieName, string>>>;
}

const written = (ctx: Context): WrittenCookies => ctx.state;

export function createCookies(appUrl: string): Cookies {
  const secure = appUrl.startsWith('https:');
  const fullName = (name: CookieName): string => `${secure ? '__Host-' : ''}slotkey_${name}`;
  const options = {
    signed: false,
    overwrite: true,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
  } as const;
  const set = (ctx: Context, name: CookieName, value: string, maxAge?: number): void => {
    ctx.cookies.secure = secure;
    ctx.cookies.set(fullName(name), value, maxAge === undefined ? options : { ...options, maxAge });
    written(ctx).writtenCookies = { ...written(ctx).writtenCookies, [name]: value };
  };
  return {
    read(ctx, name) {
      const value = written(ctx).writtenCookies?.[name];
      return value === undefined ? ctx.cookies.get(fullName(name), { signed: false }) : value || undefined;
    },
    write: (ctx, name, value, maxAgeSeconds) =>
      set(ctx, name, value, maxAgeSeconds === undefined ? undefined : maxAgeSeconds * 1000),
    clear: (ctx, name) => set(ctx, name, '', 0),
  };
}
