/* A third-party client that calls the API with the token of a user. */
import type { ScopeName } from '../../src/scopes/catalogue.js';
import { mintedToken } from '../api/minted-tokens.js';
import type { Service, TestUser } from '../support/service.js';

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

/** A caller with a grant of the scopes. */
export async function callerFor(
  service: Service,
  scopes: readonly ScopeName[],
  user?: TestUser,
): Promise<Caller> {
  const { id } = (user ?? (await service.user())).account;
  const { clientId } = await service.client({ scopes: [...scopes] });
  const token = await mintedToken(service, { clientId, accountId: id }, scopes.join(' '));
  return {
    id,
    call: (method, path, body) => send(`${service.url}${path}`, token, method, body),
  };
}

/** The properties that a refusal names. */
export const faulty = ({ error }: Reply<unknown>): readonly string[] =>
  (error.details.errors ?? []).map(({ property }) => property);
