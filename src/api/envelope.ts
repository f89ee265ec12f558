/* The shape of every JSON answer under /v2, good or bad. */
import type { AppError, PropertyFault } from '../errors.js';
import type { Page, Pagination } from './pagination.js';

export interface SuccessEnvelope {
  readonly status: 'success';
  readonly data: unknown;
  /** Of a list that is read page by page. */
  readonly pagination?: Pagination;
}

export interface ErrorEnvelope {
  readonly status: 'error';
  /** RFC 3339, in UTC. */
  readonly timestamp: string;
  /** Without the query. */
  readonly path: string;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

export const successEnvelope = (data: unknown): SuccessEnvelope => ({ status: 'success', data });

export const pageEnvelope = ({ data, pagination }: Page<unknown>): SuccessEnvelope => ({
  status: 'success',
  data,
  pagination,
});

/** Programs read `details.errors` of every 400, also where the request as a whole is wrong. */
function detailsOf({ status, message, details }: AppError): AppError['details'] {
  const { errors = [] } = details as { readonly errors?: readonly PropertyFault[] };
  return status === 400 && errors.length === 0
    ? { ...details, errors: [{ property: 'request', message }] }
    : details;
}

export const errorEnvelope = (failure: AppError, path: string, at: Date): ErrorEnvelope => ({
  status: 'error',
  timestamp: at.toISOString(),
  path,
  error: { code: failure.code, message: failure.message, details: detailsOf(failure) },
});
