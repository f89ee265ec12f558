/*
 * What is known of a request for the log while it is handled: the endpoints of the authorization server write it, the
 * observer reads it. Of a request without a note only a failure is kept.
 */
import type { Cause } from './causes.js';
import type { Endpoint, Sent } from './entry.js';

export interface RequestNote {
  readonly endpoint: Endpoint;
  /** Absent while no registered client is known. */
  clientId?: string | undefined;
  sent: Sent;
  /** The error code of the answer. */
  error?: string;
  cause?: Cause;
  grantId?: string | undefined;
  /** Keyed hashes of a secret that was wrong. */
  secretHashes?: readonly string[] | undefined;
}

/** Koa's context. */
interface WithNote {
  readonly state: { requestNote?: RequestNote };
}

export function beginNote({ state }: WithNote, note: RequestNote): RequestNote {
  state.requestNote = note;
  return note;
}

export const noteOf = ({ state }: WithNote): RequestNote | undefined => state.requestNote;

/** The true cause, from the place that decides; the first one stays. */
export function noteCause({ state }: WithNote, cause: Cause): void {
  if (state.requestNote !== undefined) state.requestNote.cause ??= cause;
}
