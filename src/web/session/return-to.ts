/* The page after signing in: always one of this application. */

const MAX_LENGTH = 4096;

const isPath = (text: string): boolean => /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text);

/** Path and query on the application's origin; `/` for everything else. */
export function safeReturnTo(typed: string, appUrl: string): string {
  if (!isPath(typed) || typed.length > MAX_LENGTH || !URL.canParse(typed, appUrl)) return '/';
  const target = new URL(typed, appUrl);
  const path = `${target.pathname}${target.search}`;
  // Checked again, because the parser turns the path `/.//host` into `//host`, another origin.
  return target.origin === new URL(appUrl).origin && isPath(path) ? path : '/';
}

interface SignInOptions {
  readonly loginHint?: string | undefined;
  /** Also for a user who is signed in. */
  readonly fresh: boolean;
  /** A user who is signed in is asked whether to go on. */
  readonly choose?: boolean;
}

/** The sign-in page, which then leads to `returnTo`. */
export const signInPath = (returnTo: string, { loginHint = '', fresh, choose }: SignInOptions): string =>
  `/sign-in?${new URLSearchParams({
    return_to: returnTo,
    ...(loginHint && { login_hint: loginHint }),
    ...(fresh && { fresh: '1' }),
    ...(choose && { choose: '1' }),
  }).toString()}`;
