/* The text of error pages beside the message of the failure: the title, the cause, and what to do next. */

export interface FailureMessage {
  readonly title: string;
  readonly whose: string;
  readonly next: string;
}

const REQUEST = 'The cause is in the request that reached us.';
const SERVICE = 'It is not your fault.';
const NOTHING_DONE = 'Nothing was changed.';
const RELOAD = 'Go back, reload the page and try again.';

const MESSAGES: Readonly<Record<number, FailureMessage>> = {
  401: { title: 'Sign in first', whose: REQUEST, next: 'Sign in and try again.' },
  403: {
    title: 'Not permitted',
    whose: NOTHING_DONE,
    next: 'Sign in with an account that has the permission.',
  },
  404: {
    title: 'Page not found',
    whose: 'The address may be mistyped, or the page was removed.',
    next: 'Check the address, or start from the first page.',
  },
  405: {
    title: 'Method not allowed',
    whose: 'This page exists, but it cannot be used in this way.',
    next: 'Start from the first page. If an application sent you here, report this page to its developers.',
  },
  409: {
    title: 'Not possible in the current state',
    whose: NOTHING_DONE,
    next: 'Go back and reload the page to see the current state.',
  },
  413: { title: 'Too large', whose: REQUEST, next: 'Send less at once.' },
  414: { title: 'Address too long', whose: REQUEST, next: 'Shorten the address.' },
  421: { title: 'Wrong host', whose: REQUEST, next: 'Use the address you were given.' },
  429: { title: 'Too many attempts', whose: REQUEST, next: 'Wait, then try again.' },
  503: { title: 'Not available right now', whose: SERVICE, next: 'Try again in a moment.' },
};

const BAD_REQUEST: FailureMessage = { title: 'This did not work', whose: REQUEST, next: RELOAD };
const BROKEN: FailureMessage = {
  title: 'Something went wrong',
  whose: SERVICE,
  next: 'Try again. If it happens again, tell us the reference.',
};

export const failureMessage = (status: number): FailureMessage =>
  MESSAGES[status] ?? (status < 500 ? BAD_REQUEST : BROKEN);
