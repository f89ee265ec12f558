/*
 * What a person sees when an authorization request cannot go on and the browser may not be sent back to the client:
 * what happened, whose part it is, what to do; for the developer the parameter, what was received and the fix.
 */
import type { Context } from 'koa';
import type { RegisteredClient } from './client-metadata.js';
import { CONNECTED_APPS_PATH } from '../grants/installations.js';

export interface Explanation {
  readonly title: string;
  readonly what: string;
  /** Whose part it is: the user's, the application's, ours. */
  readonly whose: string;
  readonly next: string;
  /** Where the next step is done. */
  readonly link?: { readonly to: string; readonly label: string };
  readonly developer?: {
    readonly parameter?: string | undefined;
    readonly received?: string | undefined;
    readonly fix?: string | undefined;
  };
}

/** An error as the provider reports it. */
export interface ProviderFailure {
  readonly error?: unknown;
  readonly error_description?: unknown;
  /** Set by ClientNotUsable. */
  readonly reason?: unknown;
  readonly name?: string;
  readonly status?: number;
  /** Set by TooManyAnonymous: seconds. */
  readonly retryAfter?: unknown;
}

const SHOWN_LENGTH = 200;
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, SHOWN_LENGTH) : undefined;

const UNREADABLE = 'missing, sent twice, or not percent-encoded UTF-8';
const NOT_YOURS = 'You did nothing wrong; the mistake is on the side of the application that sent you here.';
const TELL_THEM = 'Go back to the application and tell its makers what this page says.';

const NOT_USABLE: Readonly<Record<string, Explanation>> = {
  pending: {
    title: 'This application is not reviewed yet',
    what: 'Until it is reviewed, only those who manage it and the testers they named can use it.',
    whose: 'You did nothing wrong; the application is not ready for the public.',
    next: 'Sign in with an account that manages it or tests it, or wait until it is reviewed.',
  },
  rejected: {
    title: 'This application was not approved',
    what: 'Our administrators reviewed this application and did not approve it. Nobody can use it.',
    whose: 'You did nothing wrong.',
    next: 'Go back to the application. Its makers can see the reason in their developer settings.',
  },
  removed: {
    title: 'This application is gone',
    what: 'Its makers removed it while this page was open. Nobody can use it any more.',
    whose: 'You did nothing wrong. It has no access to your account.',
    next: 'You need not do anything. If you still need it, ask its makers.',
  },
  suspended: {
    title: 'This application is suspended',
    what: 'Our administrators have stopped this application. It has no access to your account at the moment.',
    whose: 'You did nothing wrong.',
    next: 'You need not do anything. Its makers can see the reason in their developer settings.',
  },
};

/** An answered request is forgotten with its end, so nobody can say here which of the three it was. */
const OVER: Explanation = {
  title: 'This request is over',
  what: 'It was answered already, its page was open for too long, or it belongs to another browser.',
  whose: 'If you pressed Allow, the application may have access. This page has changed nothing.',
  next: 'Look what has access now, or go back to the application and start again.',
  link: { to: CONNECTED_APPS_PATH, label: 'Connected applications' },
};

const OUTAGE: Explanation = {
  title: 'The service cannot be reached right now',
  what: 'One of our stores does not answer.',
  whose: 'The mistake is on our side. Nothing was allowed and nothing is lost.',
  next: 'Try again in a moment.',
};

const CROWD: Explanation = {
  title: 'Too many requests',
  what: 'Too many authorizations were begun from your network in the last minutes.',
  whose: 'It may be somebody else on the same network. Nothing was allowed and nothing is lost.',
  next: 'Wait a few minutes, then go back to the application and start again.',
};

const UNEXPECTED: Explanation = {
  title: 'Something went wrong',
  what: 'The request could not be answered.',
  whose: 'The mistake is on our side. Nothing was allowed and nothing is lost.',
  next: 'Try again. If it happens again, tell us the reference below.',
};

const unknownClient = (received: unknown): Explanation => ({
  title: 'This application is not known here',
  what: 'The link that brought you here names an application that is not registered.',
  whose: NOT_YOURS,
  next: TELL_THEM,
  developer: {
    parameter: 'client_id',
    received: text(received) ?? UNREADABLE,
    fix: 'Send the client id exactly as your developer settings show it, once.',
  },
});

const wrongRedirectUri = (received: unknown): Explanation => ({
  title: 'This application sent a wrong return address',
  what: 'We would not know for sure where to send you after your answer, so the request stops here.',
  whose: NOT_YOURS,
  next: TELL_THEM,
  developer: {
    parameter: 'redirect_uri',
    received: text(received) ?? UNREADABLE,
    fix: 'Send one of the redirect URIs registered for this client, equal to the character.',
  },
});

const refusedRequest = (failure: ProviderFailure): Explanation => ({
  title: 'This request cannot be answered',
  what: 'The link that brought you here is not one that we understand.',
  whose: NOT_YOURS,
  next: TELL_THEM,
  developer: { parameter: text(failure.error), fix: text(failure.error_description) },
});

/** `client` is the registered client when the request named one. */
export function explain(
  failure: ProviderFailure,
  query: Context['query'],
  client: RegisteredClient | undefined,
): Explanation {
  const notUsable = typeof failure.reason === 'string' ? NOT_USABLE[failure.reason] : undefined;
  if (notUsable) return notUsable;
  if (failure.status === 503) return OUTAGE;
  if (failure.status === 429) return CROWD;
  if ((failure.status ?? 500) >= 500) return UNEXPECTED;
  if (failure.name === 'SessionNotFound') return OVER;
  if (client === undefined) return unknownClient(query.client_id);
  const { redirect_uri: redirectUri } = query;
  const redirectFault = failure.error === 'invalid_redirect_uri' || typeof redirectUri !== 'string';
  return redirectFault ? wrongRedirectUri(redirectUri) : refusedRequest(failure);
}

/** The header of a page about this failure. */
export function retryHeader({ status, retryAfter }: ProviderFailure): Readonly<Record<string, string>> {
  if (status === 503) return { 'retry-after': '1' };
  return typeof retryAfter === 'string' ? { 'retry-after': retryAfter } : {};
}
