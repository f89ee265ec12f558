/* An interface that speaks JSON, called with the token of a person. */
import type { TokenAccess } from '../../src/scheduling/calendars/provider.js';
import { faultOf, parseJson } from './calls.js';
import type { Call } from './calls.js';

export interface JsonApi {
  /** Undefined for what is not there; a fault for what is not done. */
  ask(access: TokenAccess, url: string, request?: JsonRequest): Promise<unknown>;
}

export interface JsonRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const ABSENT = [404, 410];

export const createJsonApi = (call: Call): JsonApi => ({
  async ask({ accessToken }, url, { method = 'GET', body, headers = {} } = {}) {
    const answer = await call({
      url,
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (ABSENT.includes(answer.status)) return undefined;
    if (answer.status < 200 || answer.status > 299) throw faultOf(answer);
    return answer.body === '' ? {} : parseJson(answer.body);
  },
});
