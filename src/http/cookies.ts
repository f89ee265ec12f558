/*
 * The cookies of the pages. The application's own URL, not the connection, decides about Secure: TLS may end at a
 * proxy. `__Host-` (RFC 6265bis section 4.1.3.2) keeps neighbours under the same domain from planting one.
 */
import type { Context } from 'koa';

/** `session`: who is signed in. `browser`: random, ties forms to the browser they were shown in. */
export type CookieName = 'session' | 'browser';

export interface Cookies {
  /** What this answer writes counts already: a form shown after the session changed belongs to the new one. */
  read(ctx: Context, name: CookieName): string | undefined;
  /** Until the browser closes when no age is given. */
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
