/* The shape of every JSON answer under /v2, good or bad. */
import type { AppError } from '../errors.js';
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

export const errorEnvelope = (
  { code, message, details }: AppError,
  path: string,
  at: Date,
): ErrorEnvelope => ({
  status: 'error',
  timestamp: at.toISOString(),
  path,
  error: { code, message, details },
});
