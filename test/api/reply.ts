/*
 * Whether an answer is what its route says: the service does not look at its own replies again, so that they are looked
 * at here. A property that the schema does not know is a fault too, since the reference would not tell of it.
 */
import { isDeepStrictEqual } from 'node:util';
import { pagination } from '../../src/api/pagination.js';
import type { Route } from '../../src/api/route.js';

type Told = Pick<Route, 'status' | 'reply' | 'paged'>;

interface Success {
  readonly status: string;
  readonly data?: unknown;
  readonly pagination?: unknown;
}

const isSuccess = (value: unknown): value is Success =>
  typeof value === 'object' && value !== null && 'status' in value && value.status === 'success';

const named = ({ paged }: Told): readonly string[] => ['status', 'data', ...(paged ? ['pagination'] : [])];

/** Of an answer with the status of success. */
export function replyFaults(route: Told, text: string): readonly string[] {
  if (route.status === 204 || route.status === 303)
    return text === '' ? [] : [`a body with ${route.status}: ${text}`];
  const envelope = JSON.parse(text) as unknown;
  if (!isSuccess(envelope) || Object.keys(envelope).some((key) => !named(route).includes(key)))
    return [`not the envelope: ${text}`];
  if (route.paged && !pagination.safeParse(envelope.pagination).success) return [`not a page: ${text}`];
  const { success, data, error } = route.reply.safeParse(envelope.data);
  if (!success) return error.issues.map(({ path, message }) => `data.${path.join('.')}: ${message}: ${text}`);
  return isDeepStrictEqual(data, envelope.data)
    ? []
    : [`properties that the reply does not name: ${text}, named: ${JSON.stringify(data)}`];
}
