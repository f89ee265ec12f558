/*
 * Every failure that a caller sees is an AppError, created by one of the functions below. `code` is for programs,
 * `message` for people; neither may contain a secret. One mapper (http/failures.ts) turns it into a page or JSON.
 */

/** One refused property of a request: its path in dots (`attendee.email`) and what is wrong with it. */
export interface PropertyFault {
  readonly property: string;
  readonly message: string;
}

export interface Explanation {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** What the user can do about it; absent where the error page of the status says it. */
  readonly advice?: string;
  /** What the log calls it; absent where its status says it. */
  readonly logAs?: string;
  /** Whose token was refused, for the logs. */
  readonly clientId?: string | undefined;
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly advice: string | undefined;
  readonly logAs: string | undefined;
  readonly clientId: string | undefined;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    { details = {}, headers = {}, cause, advice, logAs, clientId }: Explanation = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.details = details;
    this.headers = headers;
    this.advice = advice;
    this.logAs = logAs;
    this.clientId = clientId;
  }
}

export const invalidInput = (errors: readonly PropertyFault[]): AppError =>
  new AppError(
    400,
    'BAD_REQUEST',
    errors.map(({ property, message }) => `${property}: ${message}`).join('; '),
    {
      details: { errors },
    },
  );

export const badRequest = (message: string): AppError => new AppError(400, 'BAD_REQUEST', message);

export const forbidden = (message: string, advice?: string): AppError =>
  new AppError(403, 'FORBIDDEN', message, advice === undefined ? {} : { advice });

export const notFound = (message = 'There is nothing at this address.'): AppError =>
  new AppError(404, 'NOT_FOUND', message);

export const methodNotAllowed = (allowed: readonly string[]): AppError =>
  new AppError(405, 'METHOD_NOT_ALLOWED', `This address answers ${allowed.join(', ')}.`, {
    headers: { allow: allowed.join(', ') },
  });

export const conflict = (message: string, details: Readonly<Record<string, unknown>> = {}): AppError =>
  new AppError(409, 'CONFLICT', message, { details });

export const bodyTooLarge = (limitBytes: number): AppError =>
  new AppError(413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes} bytes.`);

export const wrongHost = (): AppError =>
  new AppError(421, 'MISDIRECTED_REQUEST', 'This host is not served here.');

/** RFC 6585 section 4; `retryAfterSeconds` becomes the Retry-After header. */
export const tooManyRequests = (retryAfterSeconds: number): AppError =>
  new AppError(
    429,
    'TOO_MANY_REQUESTS',
    `Too many attempts. Wait ${retryAfterSeconds} seconds and try again.`,
    {
      headers: { 'retry-after': String(retryAfterSeconds) },
    },
  );

/** A store did not answer in time. Nothing was consumed; the same request may be sent again. */
export const storeUnavailable = (cause: unknown): AppError =>
  new AppError(503, 'SERVICE_UNAVAILABLE', 'The service cannot reach its store. Try again in a moment.', {
    headers: { 'retry-after': '1' },
    cause,
  });

/** More requests are under way than this process works on. Nothing was begun. */
export const overloaded = (): AppError =>
  new AppError(503, 'SERVICE_UNAVAILABLE', 'Too many requests are under way. Try again in a moment.', {
    headers: { 'retry-after': '1' },
  });

/** Whether the work of the request still ends is unknown. */
export const timedOut = (): AppError =>
  new AppError(
    503,
    'SERVICE_UNAVAILABLE',
    'The request took too long. Check whether it had an effect before you repeat it.',
    { headers: { 'retry-after': '1' }, logAs: 'request took too long' },
  );

/** Others hold what the request has to change. Nothing was changed; the same request may be sent again. */
export const contended = (cause: unknown): AppError =>
  new AppError(
    503,
    'SERVICE_UNAVAILABLE',
    'Other requests are changing the same data. Nothing was changed. Try again in a moment.',
    { headers: { 'retry-after': '1' }, cause, logAs: 'waited too long for other requests' },
  );

/** The client closed its connection: nobody reads this. The status is that of nginx. */
export const abandoned = (): AppError =>
  new AppError(499, 'CLIENT_CLOSED_REQUEST', 'The client closed the connection. Nothing was begun.');
