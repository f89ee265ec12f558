/*
 * A route is data: what it answers to, which scope it needs, what goes in and out. The router, the guard and the
 * documentation are loops over routes. A handler gets checked values and returns a plain value; it never sees the
 * HTTP request.
 */
import type { z } from 'zod';
import { isScopeName } from '../scopes/catalogue.js';
import type { ScopeName } from '../scopes/catalogue.js';
import type { Principal } from './principal.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One scope, or the word for "needs no token"; nothing stands for a forgotten one. */
export type Access = ScopeName | 'public';

type Caller<A extends Access> = A extends 'public' ? undefined : Principal;
type Checked<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface ApiRequest<A extends Access, P, Q, B> {
  readonly principal: Caller<A>;
  readonly params: Checked<P>;
  readonly query: Checked<Q>;
  readonly body: Checked<B>;
  /** Network address of the caller, for the audit log. */
  readonly network: string;
}

interface Place<A extends Access> {
  readonly method: Method;
  /** `/v2/...`; a segment `:name` takes one segment of the address and hands it on as `params.name`. */
  readonly path: `/v2/${string}`;
  readonly access: A;
  /** 200 for what was asked or changed, 201 for what was made. */
  readonly status?: 200 | 201;
}

export interface RouteDefinition<A extends Access, P, Q, B, R extends z.ZodType> extends Place<A> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly reply: R;
  readonly handle: (request: ApiRequest<A, P, Q, B>) => z.input<R> | Promise<z.input<R>>;
}

/** What the schemas of a route made of a request. */
export interface CheckedRequest {
  readonly principal: Principal | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly network: string;
}

export interface Route extends Place<Access> {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  readonly handle: (request: CheckedRequest) => unknown;
}

const PATH = /^\/v2(\/(:[a-z][A-Za-z]*|[a-z0-9][a-z0-9-]*))+$/;

const isAccess = (access: unknown): boolean =>
  access === 'public' || (typeof access === 'string' && isScopeName(access));

/** Throws for a path that is not canonical or belongs to the authorization server, and for a forgotten access. */
export function defineRoute<
  A extends Access,
  R extends z.ZodType,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(definition: RouteDefinition<A, P, Q, B, R>): Route {
  const { method, path, handle } = definition;
  if (!isAccess(definition.access)) throw new Error(`${method} ${path}: access names a scope or says public`);
  if (!PATH.test(path))
    throw new Error(`${method} ${path}: write the path in lower case, without a slash at its end`);
  if (path.startsWith('/v2/auth/oauth2'))
    throw new Error(`${method} ${path}: this path is the authorization server's`);
  // The schemas' types end here: the API hands a handler only what the schemas of its own route produced.
  return { ...definition, handle: handle as Route['handle'] } as Route;
}
