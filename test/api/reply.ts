/*
 * Validates a reply against the schema of its route, as the service does not. A property that the schema does not have
 * is a fault too, since the reference does not document it.
 */
import { isDeepStrictEqual } from 'node:util';
import { pagination } from '../../src/api/pagination.js';
import type { Route } from '../../src/api/route.js';

type DocumentedReply = Pick<Route, 'status' | 'reply' | 'paged'>;

interface Success {
  readonly status: string;
  readonly data?: unknown;
  readonly pagination?: unknown;
}

const isSuccess = (value: unknown): value is Success =>
  typeof value === 'object' && value !== null && 'status' in value && value.status === 'success';

const named = ({ paged }: DocumentedReply): readonly string[] => [
  'status',
  'data',
  ...(paged ? ['pagination'] : []),
];

/** The faults of a reply with a status of success. */
export function replyFaults(route: DocumentedReply, text: string): readonly string[] {
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
