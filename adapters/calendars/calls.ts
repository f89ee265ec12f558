/* Calls to calendars elsewhere, through the SSRF guard. Failures are CalendarFaults. */
import { CalendarFault } from '../../src/scheduling/calendars/fault.js';
import { OutboundError } from '../../src/outbound/outbound.js';
import type {
  Outbound,
  OutboundAnswer,
  OutboundFailure,
  OutboundRequest,
} from '../../src/outbound/outbound.js';

export type Call = (
  request: Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body' | 'redirects'>,
) => Promise<OutboundAnswer>;

const LIMITS = { timeoutMs: 10_000, maxBytes: 5 * 1024 * 1024 };

const unreachable = (message: string): CalendarFault => new CalendarFault('unreachable', message);
export const unreadable = (message: string): CalendarFault => new CalendarFault('unreadable', message);
export const denied = (message: string): CalendarFault => new CalendarFault('denied', message);

/** Retrying does not help. */
const PERMANENT: readonly OutboundFailure[] = ['too_large', 'refused', 'redirect'];

/** Resolves with any answer, whatever its status; no answer is a fault. */
export const createCall =
  (outbound: Outbound): Call =>
  async (request) => {
    try {
      return await outbound({ ...LIMITS, ...request });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const { failure, message } = error;
      throw PERMANENT.includes(failure) ? unreadable(message) : unreachable(message);
    }
  };

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** For an answer with a status that the caller does not expect. */
export function faultOf({ status }: Pick<OutboundAnswer, 'status'>): CalendarFault {
  if (status === 401) return denied('the calendar no longer grants access');
  if (status === 403) return new CalendarFault('forbidden', 'the calendar does not allow this');
  if (status === 404 || status === 410) return unreadable('there is no longer anything at its address');
  if (status === 429 || status === 503) return unreachable('the calendar asks to come back later');
  if (status >= 500) return unreachable(`the calendar answered with the status ${status}`);
  return unreadable(`the calendar answered with the status ${status}`);
}
