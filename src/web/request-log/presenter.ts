/* Entries of the request log for the views, and the ids that people paste. */
import type { RequestView } from '../../../views/request-log/request.js';
import { present } from '../../present.js';
import { explainCause } from '../../request-log/explanations.js';
import type { FoundRequest } from '../../request-log/store.js';

export interface RequestReaders {
  /** Seconds that a code can be exchanged. */
  readonly authorizationCodeTtl: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export function presentRequest(
  { authorizationCodeTtl: codeTtl, clock }: RequestReaders,
  request: FoundRequest,
): RequestView {
  const { id, at, endpoint, method, route, clientIp, userAgent, sent, status, error, cause, history } =
    request;
  const about = { at, history, codeTtl, now: clock() };
  return {
    ...{ id, endpoint, method, route, clientIp, userAgent, sent, status },
    ...present({ error, cause: cause && explainCause(cause, about) }),
    at: new Date(at),
  };
}

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The first one in what was pasted: people copy the label with it. */
export const requestIdIn = (text: string): string | undefined => ID.exec(text)?.[0]?.toLowerCase();
