import { AppError } from '../errors.js';

/** A failure as one line for an operator, with the reason of an outage, which responses never contain. */
export function errorSummary(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error instanceof AppError && error.status === 503 ? error.cause : undefined;
  const reason = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  return `${error.message}${reason}`.replace(/\p{Cc}+/gu, ' ').trim();
}
