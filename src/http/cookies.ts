/*
 * The cookies of the pages. The application's own URL, not the connection, decides about Secure: TLS may end at a
 * proxy. `__Host-` (RFC 6265bis section 4.1.3.2) keeps neighbours under the same domain from planting one.
 */
import type { Context } from 'koa';

/** `session`: who is signed in. `browser`: random, ties forms to the browser they were shown in. */
export type CookieName = 'session' | 'browser';

export interface Cookies {
  read(ctx: Context, name: CookieName): string | undefined;
  /** Until the browser closes when no age is given. */
  write(ctx: Context, name: CookieName, value: string, maxAgeSeconds?: number): void;
  clear(ctx: Context, name: CookieName): void;
}

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
  };
  return {
    read: (ctx, name) => ctx.cookies.get(fullName(name), { signed: false }),
    write: (ctx, name, value, maxAgeSeconds) =>
      set(ctx, name, value, maxAgeSeconds === undefined ? undefined : maxAgeSeconds * 1000),
    clear: (ctx, name) => set(ctx, name, '', 0),
  };
}
