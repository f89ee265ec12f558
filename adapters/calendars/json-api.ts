/* A JSON API, called with the access token of a connection. */
import { present } from '../../src/present.js';
import type { TokenAccess } from '../../src/scheduling/calendars/provider.js';
import { faultOf, isSuccess, unreadable } from './calls.js';
import type { Call } from './calls.js';

export interface JsonRequest {
  readonly method?: string;
  readonly body?: object;
}

/** Undefined for a resource that does not exist; a fault for every other failure. */
export type JsonApi = <T>(url: string, request?: JsonRequest) => Promise<T | undefined>;

const ABSENT = [404, 410];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadable('the calendar did not answer with JSON');
  }
}

/** `headers`: of every request. */
export const createJsonApi =
  (call: Call, { accessToken }: TokenAccess, headers: Readonly<Record<string, string>> = {}): JsonApi =>
  async <T>(url: string, { method = 'GET', body }: JsonRequest = {}) => {
    const answer = await call({
      url,
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: 'application/json',
        ...present({ 'content-type': body && 'application/json' }),
        ...headers,
      },
      ...present({ body: body && JSON.stringify(body) }),
    });
    if (ABSENT.includes(answer.status)) return undefined;
    if (!isSuccess(answer.status)) throw faultOf(answer);
    return (answer.body === '' ? {} : parseJson(answer.body)) as T;
  };

/** Throws when the calendar of a request does not exist. */
export function mustExist<T>(answer: T | undefined): T {
  if (answer === undefined) throw unreadable('this calendar no longer exists');
  return answer;
}

interface ListPage<T> {
  readonly items: readonly T[] | undefined;
  readonly next: string | undefined;
}

const MAX_PAGES = 40;

/** Every item of a list; `read` gets the `next` of the page before. */
export async function allPages<T>(read: (next?: string) => Promise<ListPage<T>>): Promise<readonly T[]> {
  const all: T[] = [];
  let next: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await read(next);
    all.push(...(answer.items ?? []));
    if (answer.next === undefined) return all;
    ({ next } = answer);
  }
  throw unreadable('this calendar has too many events');
}
