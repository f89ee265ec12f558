/* A third-party client that has a person's token and calls the API with it. */
import type { ScopeName } from '../../src/scopes/catalogue.js';
import { tokensFor, visit } from '../support/oauth.js';
import type { Service, TestPerson } from '../support/service.js';

export interface Fault {
  readonly property: string;
  readonly message: string;
}

export interface Reply<D> {
  readonly status: number;
  readonly text: string;
  /** Of the envelope. */
  readonly data: D;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: { readonly errors?: readonly Fault[] };
  };
}

export interface Caller {
  readonly id: number;
  call<D = unknown>(method: string, path: string, body?: unknown): Promise<Reply<D>>;
}

async function send<D>(url: string, token: string, method: string, body: unknown): Promise<Reply<D>> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const envelope = (text === '' ? {} : JSON.parse(text)) as Pick<Reply<D>, 'data' | 'error'>;
  return { ...envelope, status: response.status, text };
}

/** Signs in, allows the scopes, and calls from then on. */
export async function callerFor(
  service: Service,
  scopes: readonly ScopeName[],
  person?: TestPerson,
): Promise<Caller> {
  const visitor = await visit(service, person);
  const client = await service.client({ scopes: [...scopes] });
  const { access_token } = await tokensFor(service, client, visitor, { scope: scopes.join(' ') });
  return {
    id: visitor.person.account.id,
    call: (method, path, body) => send(`${service.url}${path}`, access_token, method, body),
  };
}

/** The properties that a refusal names. */
export const faulty = ({ error }: Reply<unknown>): readonly string[] =>
  (error.details.errors ?? []).map(({ property }) => property);
