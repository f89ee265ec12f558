/*
 * A route is data: what it answers to, which scope it needs, what goes in and out. The router, the guard and the
 * documentation are loops over routes. A handler gets checked values and returns a plain value; it never sees the
 * HTTP request.
 */
import type { z } from 'zod';
import { isOfAuthorizationServer } from '../request-route.js';
import { isScopeName } from '../scopes/catalogue.js';
import type { ScopeName } from '../scopes/catalogue.js';
import type { Page } from './pagination.js';
import type { Principal } from './principal.js';
import type { RoleNeeded, CallerMembership } from './role.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One scope, or the word for "needs no token"; nothing stands for a forgotten one. */
export type Access = ScopeName | 'public';

/**
 * Of a route that answers calls without a token too. `known`: of a public route, which only wants to know who calls.
 * `optional`: of a route with a scope, which shows everybody what is public; a token that is sent must carry the scope.
 */
export type CallerNeeded = 'known' | 'optional';

type Unnamed<A extends Access> = A extends 'public' ? undefined : Principal;
type Caller<A extends Access, C> = C extends CallerNeeded ? Principal | undefined : Unnamed<A>;
type Checked<S> = S extends z.ZodType ? z.output<S> : undefined;
/** What a handler gives: the data of the answer, or of a paged route one page of it. */
export type Result<R extends z.ZodType, G> = G extends true ? Page<z.input<R>> : z.input<R>;

export interface ApiRequest<A extends Access, P, Q, B, H = undefined, C = undefined> {
  readonly principal: Caller<A, C>;
  readonly params: Checked<P>;
  readonly query: Checked<Q>;
  readonly body: Checked<B>;
  readonly headers: Checked<H>;
  /** The body as it was sent, for what is signed over it. */
  readonly text: string;
  /** Client IP, for the audit log. */
  readonly clientIp: string;
  /** Whether the client has closed its connection: asked again where the request has waited. */
  readonly isAbandoned: () => boolean;
  /** Of a route with a role; undefined where anyone may call and the caller is not a member. */
  readonly membership?: CallerMembership | undefined;
}

interface RouteHead<A extends Access> {
  readonly method: Method;
  /** `/v2/...`; a segment `:name` takes one segment of the address and hands it on as `params.name`. */
  readonly path: `/v2/${string}`;
  readonly access: A;
  /** What it does, for people: a verb first, one line. */
  readonly summary: string;
  /** Who may call, beside the scope: said by every path that names a team or an organization, and by no other. */
  readonly role?: RoleNeeded;
  /**
   * 200 for what was asked or changed, 201 for what was made, 204 for an answer without a body, 303 where a browser is
   * sent on: then the handler gives the address.
   */
  readonly status?: 200 | 201 | 204 | 303;
}

export interface RouteDefinition<
  A extends Access,
  P,
  Q,
  B,
  R extends z.ZodType,
  H = undefined,
  C = undefined,
  G = undefined,
> extends RouteHead<A> {
  /** A token that comes with a call is verified, and refused if it is not good. */
  readonly caller?: C;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Of the headers by their names in lower case; those it does not name are not handed on. */
  readonly headers?: H;
  /** The answer says beside its data where the page stands in the whole list. */
  readonly paged?: G;
  readonly reply: R;
  readonly handle: (request: ApiRequest<A, P, Q, B, H, C>) => Result<R, G> | Promise<Result<R, G>>;
}

/** A request as the schemas of its route return it. */
export interface CheckedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: unknown;
  /** The body as it was sent. */
  readonly text: string;
}

export interface CheckedRequest extends CheckedInput {
  readonly principal: Principal | undefined;
  readonly clientIp: string;
  readonly isAbandoned: () => boolean;
  /** Of a route with a role. */
  readonly membership?: CallerMembership | undefined;
}

export interface Route extends RouteHead<Access> {
  readonly caller?: CallerNeeded | undefined;
  readonly params?: z.ZodType;
  /** Its names are the known ones. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly headers?: z.ZodType;
  readonly paged?: true | undefined;
  readonly reply: z.ZodType;
  readonly handle: (request: CheckedRequest) => unknown;
}

type CallerHead = RouteHead<Access> & { readonly caller?: CallerNeeded | undefined };

const PATH = /^\/v2(\/(:[a-z][A-Za-z]*|[a-z0-9][a-z0-9-]*))+$/;

/** A forgotten role is a mistake like a forgotten scope; so is a role that is looked for nowhere. */
function checkRole({ method, path, role }: RouteHead<Access>): void {
  const [team, organization] = [path.includes('/:teamId'), path.includes('/:orgId')];
  const [of] = role?.split(' ') ?? [];
  const fits =
    of === 'team' ? team : of === 'org' ? organization : (of === 'anyone') === (team || organization);
  if (!fits)
    throw new Error(`${method} ${path}: role says who of the team or organization of the path may call`);
}

const isAccess = (access: unknown): boolean =>
  access === 'public' || (typeof access === 'string' && isScopeName(access));

/** Only what has something to show to everybody answers without a token: no member of a group is known then. */
function checkCaller({ method, path, access, role, caller }: CallerHead): void {
  if (caller === undefined || (caller === 'known') === (access === 'public')) {
    if (caller !== 'optional' || role === undefined || role === 'anyone') return;
  }
  throw new Error(`${method} ${path}: caller is "known" of a public route, "optional" of one for anyone`);
}

/** Throws for a path that is not canonical or belongs to the authorization server, and for a forgotten access. */
export function defineRoute<
  A extends Access,
  R extends z.ZodType,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  H extends z.ZodType | undefined = undefined,
  C extends CallerNeeded | undefined = undefined,
  G extends true | undefined = undefined,
>(definition: RouteDefinition<A, P, Q, B, R, H, C, G>): Route {
  const { method, path, handle } = definition;
  if (!isAccess(definition.access)) throw new Error(`${method} ${path}: access names a scope or says public`);
  if (!PATH.test(path))
    throw new Error(`${method} ${path}: write the path in lower case, without a slash at its end`);
  if (isOfAuthorizationServer(path))
    throw new Error(`${method} ${path}: this path is the authorization server's`);
  checkRole(definition);
  checkCaller(definition);
  // The schemas' types end here: the API hands a handler only what the schemas of its own route produced.
  return { ...definition, handle: handle as Route['handle'] } as Route;
}
