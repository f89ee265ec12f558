/*
 * One resource, several mounts: a noun declares its routes once, for an owner, and `mount` serves them under the path of
 * each owner: a user, a team, a team inside an organization, an organization. A mount says where an owner is found in a
 * request; path, scope and role of each route are formed from it.
 */
import type { z } from 'zod';
import { present } from '../present.js';
import { isScopeName } from '../scopes/catalogue.js';
import type { ScopeName } from '../scopes/catalogue.js';
import type { Principal } from './principal.js';
import type { CallerMembership, Role, RoleNeeded } from './role.js';
import { defineRoute } from './route.js';
import type { ApiRequest, Result, Route, RouteDefinition } from './route.js';

/** The scope of a user, and what follows `TEAM_` or `ORG_` in the scopes of groups. */
export type OwnedScope<S extends string = ScopeName> = S extends `${'TEAM' | 'ORG'}_${infer Base}` ? Base : S;

/** A call before its owner is known. `params`: what the schemas of mount and route made of the path. */
export interface OwnedCall {
  readonly principal: Principal;
  readonly membership?: CallerMembership | undefined;
  readonly params?: unknown;
}

/** Of a call that may come without a token. */
export type AnonymousCall = Omit<OwnedCall, 'principal'>;

/** Whose resource a call is about. `M` is undefined where the caller needs no membership. */
export interface Owned<O, M extends CallerMembership | undefined> {
  readonly owner: O;
  readonly membership: M;
}

export interface Mount<O, M extends CallerMembership | undefined = CallerMembership> {
  readonly path: `/v2${string}`;
  /** Of the path of the mount. */
  readonly params: z.ZodObject;
  readonly level: 'user' | 'team' | 'org';
  /** Before a noun in summaries: `team ` in "a team webhook". Empty for a user. */
  readonly adjective: string;
  readonly ownedBy: (call: OwnedCall) => Owned<O, M>;
}

export type MountedRequest<O, M extends CallerMembership | undefined, P, Q, B> = Omit<
  ApiRequest<ScopeName, P, Q, B>,
  'membership'
> &
  Owned<O, M>;

export interface MountedRoute<
  O,
  M extends CallerMembership | undefined,
  P,
  Q,
  B,
  R extends z.ZodType,
  G = undefined,
> extends Omit<
  RouteDefinition<ScopeName, P, Q, B, R, undefined, undefined, G>,
  'path' | 'access' | 'role' | 'caller' | 'headers' | 'handle'
> {
  /** What follows the owner: `/webhooks/:webhookId`. */
  readonly path: `/${string}`;
  /** Of a user; `WEBHOOK_READ` becomes `ORG_WEBHOOK_READ` for an organization. */
  readonly access: OwnedScope;
  /** Least role of the caller in the group; users need none for what is their own. `anyone`: also outside the group. */
  readonly role: Role | 'anyone';
  readonly handle: (request: MountedRequest<O, M, P, Q, B>) => Result<R, G> | Promise<Result<R, G>>;
}

const SCOPE_PREFIX = { user: '', team: 'TEAM_', org: 'ORG_' } as const;

/** Throws for a scope that the vocabulary does not have: there is no `ORG_APPS_READ`. */
export function scopeOf({ level }: Pick<Mount<unknown>, 'level'>, access: OwnedScope): ScopeName {
  const name = SCOPE_PREFIX[level] + access;
  if (!isScopeName(name)) throw new Error(`${name} is no scope`);
  return name;
}

/** "a webhook", "a team webhook", "an organization webhook" */
export function singular({ adjective }: Pick<Mount<unknown>, 'adjective'>, noun: string): string {
  const phrase = adjective + noun;
  return `${/^[aeio]/.test(phrase) ? 'an' : 'a'} ${phrase}`;
}

const roleIn = ({ level }: Pick<Mount<unknown>, 'level'>, role: Role | 'anyone'): RoleNeeded | undefined => {
  if (level === 'user') return undefined;
  return role === 'anyone' ? role : `${level} ${role}`;
};

/** A path without parameters has none to check. */
const paramsOf = (params: z.ZodObject) => (Object.keys(params.shape).length === 0 ? {} : { params });

/** An owner is at `/v2` itself or below it. */
export const pathUnder = ({ path }: Pick<Mount<unknown>, 'path'>, rest: `/${string}`): `/v2/${string}` =>
  `${path}${rest}` as `/v2/${string}`;

/** A route of one mount. */
export function defineMountedRoute<
  O,
  M extends CallerMembership | undefined,
  R extends z.ZodType,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  G extends true | undefined = undefined,
>(owner: Mount<O, M>, definition: MountedRoute<O, M, P, Q, B, R, G>): Route {
  const { access, role, params, handle, ...rest } = definition;
  return defineRoute({
    ...rest,
    path: pathUnder(owner, definition.path),
    access: scopeOf(owner, access),
    ...present({ role: roleIn(owner, role) }),
    ...paramsOf(owner.params.extend(params?.shape ?? {})),
    // The schema holds what the route's own params produce, and the ids of the mount.
    handle: (request) => handle({ ...request, ...owner.ownedBy(request) }),
  } as RouteDefinition<ScopeName, P, Q, B, R, undefined, undefined, G>);
}

export const mount = <T>(mounts: readonly T[], routes: (owner: T) => readonly Route[]): readonly Route[] =>
  mounts.flatMap(routes);
