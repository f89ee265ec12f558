/* What an error page says beside the failure's own message: what it is, whose part it is, what to do next. */

export interface FailureMessage {
  readonly title: string;
  readonly whose: string;
  readonly next: string;
}

const YOURS = 'It lies in the request that reached us.';
const OURS = 'It is not your fault.';
const NOTHING_DONE = 'Nothing was changed.';
const START_OVER = 'Go back, reload the page and try again.';

const WORDS: Readonly<Record<number, FailureMessage>> = {
  401: { title: 'Sign in first', whose: YOURS, next: 'Sign in and try again.' },
  403: {
    title: 'Not permitted',
    whose: NOTHING_DONE,
    next: 'Leave it to somebody who may do it, or sign in with an account that may.',
  },
  404: {
    title: 'Page not found',
    whose: 'The address may be mistyped, or what stood here is gone.',
    next: 'Check the address, or start from the first page.',
  },
  405: {
    title: 'Not possible here',
    whose: 'There is something at this address, but it cannot be used in this way.',
    next: 'Start from the first page. If an application sent you here, tell its makers what this page says.',
  },
  409: {
    title: 'Not possible as things stand',
    whose: NOTHING_DONE,
    next: 'Go back and reload the page to see the current state.',
  },
  413: { title: 'Too large', whose: YOURS, next: 'Send less at once.' },
  414: { title: 'Address too long', whose: YOURS, next: 'Shorten the address.' },
  421: { title: 'Wrong host', whose: YOURS, next: 'Use the address you were given.' },
  429: { title: 'Too many tries', whose: YOURS, next: 'Wait, then try again.' },
  503: { title: 'Not available right now', whose: OURS, next: 'Try again in a moment.' },
};

const BAD_REQUEST: FailureMessage = { title: 'This did not work', whose: YOURS, next: START_OVER };
const BROKEN: FailureMessage = {
  title: 'Something went wrong',
  whose: OURS,
  next: 'Try again. If it stays, tell us the reference.',
};

export const failureMessage = (status: number): FailureMessage =>
  WORDS[status] ?? (status < 500 ? BAD_REQUEST : BROKEN);
