/* Where a person goes after signing in: only ever a page of this application. */

const LONGEST = 4096;

const isPath = (text: string): boolean => /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text);

/** Path and query on the application's origin; `/` for everything else, whatever a link tried to say. */
export function safeReturnTo(typed: string, appUrl: string): string {
  if (!isPath(typed) || typed.length > LONGEST || !URL.canParse(typed, appUrl)) return '/';
  const target = new URL(typed, appUrl);
  const path = `${target.pathname}${target.search}`;
  // Looked at again, because `/.//host` is a path that is written down as `//host`, another origin.
  return target.origin === new URL(appUrl).origin && isPath(path) ? path : '/';
}
