/*
 * The page of an authorization request that fails where the browser may not be redirected to the client: what happened,
 * who is responsible, what to do; for the developer the parameter, the received value and the fix.
 */
import type { Context } from 'koa';
import type { RegisteredClient } from './client-metadata.js';
import { CONNECTED_APPS_PATH } from '../grants/installations.js';

export interface Explanation {
  readonly title: string;
  readonly message: string;
  /** Who is responsible: the user, the application, this service. */
  readonly detail: string;
  readonly nextStep: string;
  /** To the page of the next step. */
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

const MAX_EXCERPT = 200;
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, MAX_EXCERPT) : undefined;

const UNREADABLE = 'missing, sent twice, or not percent-encoded UTF-8';
const NOT_YOUR_FAULT =
  'You did nothing wrong; the mistake is on the side of the application that sent you here.';
const TELL_DEVELOPERS = 'Go back to the application and tell its developers what this page says.';

const NOT_USABLE: Readonly<Record<string, Explanation>> = {
  pending: {
    title: 'This application is not reviewed yet',
    message: 'Until it is reviewed, only those who manage it and its testers can use it.',
    detail: 'You did nothing wrong; the application is not ready for the public.',
    nextStep:
      'Were you invited to test it? Accept the invitation first. Otherwise sign in with an account that manages it, or wait until it is reviewed.',
  },
  rejected: {
    title: 'This application was not approved',
    message: 'Our administrators reviewed this application and did not approve it. Nobody can use it.',
    detail: 'You did nothing wrong.',
    nextStep: 'Go back to the application. Its developers can see the reason in their developer settings.',
  },
  removed: {
    title: 'This application is gone',
    message: 'Its developers removed it while this page was open. Nobody can use it any more.',
    detail: 'You did nothing wrong. It has no access to your account.',
    nextStep: 'You need not do anything. If you still need it, ask its developers.',
  },
  suspended: {
    title: 'This application is suspended',
    message:
      'Our administrators have stopped this application. It has no access to your account at the moment.',
    detail: 'You did nothing wrong.',
    nextStep: 'You need not do anything. Its developers can see the reason in their developer settings.',
  },
};

/** An answered request is not stored beyond its end, so which of the three it was is unknown here. */
const OVER: Explanation = {
  title: 'This request is over',
  message: 'It was answered already, its page was open for too long, or it belongs to another browser.',
  detail: 'If you pressed Allow, the application may have access. This page has changed nothing.',
  nextStep: 'Look what has access now, or go back to the application and start again.',
  link: { to: CONNECTED_APPS_PATH, label: 'Connected applications' },
};

const OUTAGE: Explanation = {
  title: 'The service cannot be reached right now',
  message: 'One of our stores does not answer.',
  detail: 'The mistake is on our side. Nothing was allowed and nothing is lost.',
  nextStep: 'Try again in a moment.',
};

const TOO_MANY: Explanation = {
  title: 'Too many requests',
  message: 'Too many authorizations were started from your network in the last minutes.',
  detail: 'They may come from another person on the same network. Nothing was allowed and nothing is lost.',
  nextStep: 'Wait a few minutes, then go back to the application and start again.',
};

const UNEXPECTED: Explanation = {
  title: 'Something went wrong',
  message: 'The request could not be answered.',
  detail: 'The mistake is on our side. Nothing was allowed and nothing is lost.',
  nextStep: 'Try again. If it happens again, tell us the reference below.',
};

const developerFault = (
  title: string,
  message: string,
  developer: NonNullable<Explanation['developer']>,
): Explanation => ({ title, message, detail: NOT_YOUR_FAULT, nextStep: TELL_DEVELOPERS, developer });

const unknownClient = (received: unknown): Explanation =>
  developerFault(
    'This application is not known here',
    'The link that brought you here names an application that is not registered.',
    {
      parameter: 'client_id',
      received: text(received) ?? UNREADABLE,
      fix: 'Send the client id exactly as your developer settings show it, once.',
    },
  );

const wrongRedirectUri = (received: unknown): Explanation =>
  developerFault(
    'This application sent a wrong return address',
    'We would not know for sure where to send you after your answer, so the request stops here.',
    {
      parameter: 'redirect_uri',
      received: text(received) ?? UNREADABLE,
      fix: 'Send one of the redirect URIs registered for this client, equal to the character.',
    },
  );

const refusedRequest = ({ error, error_description: description }: ProviderFailure): Explanation =>
  developerFault(
    'This request cannot be answered',
    'The link that brought you here is not one that we understand.',
    { parameter: text(error), fix: text(description) },
  );

/** `client` is the registered client when the request named one. */
export function explain(
  failure: ProviderFailure,
  query: Context['query'],
  client: RegisteredClient | undefined,
): Explanation {
  const notUsable = typeof failure.reason === 'string' ? NOT_USABLE[failure.reason] : undefined;
  if (notUsable) return notUsable;
  if (failure.status === 503) return OUTAGE;
  if (failure.status === 429) return TOO_MANY;
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
