/* Where a user goes after signing in: always a page of this application. */

const MAX_LENGTH = 4096;

const isPath = (text: string): boolean => /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text);

/** Path and query on the application's origin; `/` for everything else, whatever a link tried to say. */
export function safeReturnTo(typed: string, appUrl: string): string {
  if (!isPath(typed) || typed.length > MAX_LENGTH || !URL.canParse(typed, appUrl)) return '/';
  const target = new URL(typed, appUrl);
  const path = `${target.pathname}${target.search}`;
  // Looked at again, because `/.//host` is a path that is written down as `//host`, another origin.
  return target.origin === new URL(appUrl).origin && isPath(path) ? path : '/';
}

interface SignInOptions {
  readonly loginHint?: string | undefined;
  /** Also for somebody who is signed in. */
  readonly fresh: boolean;
}

/** The sign-in page, and the way back from it. */
export const signInPath = (returnTo: string, { loginHint = '', fresh }: SignInOptions): string =>
  `/sign-in?${new URLSearchParams({
    return_to: returnTo,
    ...(loginHint && { login_hint: loginHint }),
    ...(fresh && { fresh: '1' }),
  }).toString()}`;
