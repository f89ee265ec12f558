/* The text of error pages beside the message of the failure: the title, the cause, and what to do next. */

export interface FailureMessage {
  readonly title: string;
  readonly detail: string;
  readonly nextStep: string;
}

const REQUEST = 'The cause is in the request that reached us.';
const SERVICE = 'It is not your fault.';
const NOTHING_DONE = 'Nothing was changed.';
const RELOAD = 'Go back, reload the page and try again.';

const MESSAGES: Readonly<Record<number, FailureMessage>> = {
  401: { title: 'Sign in first', detail: REQUEST, nextStep: 'Sign in and try again.' },
  403: {
    title: 'Not permitted',
    detail: NOTHING_DONE,
    nextStep: 'Sign in with an account that has the permission.',
  },
  404: {
    title: 'Page not found',
    detail: 'The address may be mistyped, or the page was removed.',
    nextStep: 'Check the address, or start from the first page.',
  },
  405: {
    title: 'Method not allowed',
    detail: 'This page exists, but it cannot be used in this way.',
    nextStep:
      'Start from the first page. If an application sent you here, report this page to its developers.',
  },
  409: {
    title: 'Not possible in the current state',
    detail: NOTHING_DONE,
    nextStep: 'Go back and reload the page to see the current state.',
  },
  413: { title: 'Too large', detail: REQUEST, nextStep: 'Send less at once.' },
  414: { title: 'Address too long', detail: REQUEST, nextStep: 'Shorten the address.' },
  421: { title: 'Wrong host', detail: REQUEST, nextStep: 'Use the address you were given.' },
  429: { title: 'Too many attempts', detail: REQUEST, nextStep: 'Wait, then try again.' },
  503: { title: 'Not available right now', detail: SERVICE, nextStep: 'Try again in a moment.' },
};

const BAD_REQUEST: FailureMessage = { title: 'This did not work', detail: REQUEST, nextStep: RELOAD };
const BROKEN: FailureMessage = {
  title: 'Something went wrong',
  detail: SERVICE,
  nextStep: 'Try again. If it happens again, tell us the reference.',
};

export const failureMessage = (status: number): FailureMessage =>
  MESSAGES[status] ?? (status < 500 ? BAD_REQUEST : BROKEN);
