/*
 * Routes of teams and organizations. A team answers at two doors, by itself and inside its organization, from one
 * declaration; a team that is not in the organization of the path is not found.
 */
import type { z } from 'zod';
import type { ScopeName } from '../scopes/catalogue.js';
import type { RoleNeeded, CallerMembership } from './role.js';
import { defineRoute } from './route.js';
import type { ApiRequest, CheckedRequest, Given, Route, RouteDefinition } from './route.js';

type Member = Exclude<RoleNeeded, 'anyone'>;

export interface RoleRequest<A extends ScopeName, P, Q, B> extends ApiRequest<A, P, Q, B> {
  readonly membership: CallerMembership;
}

export interface RoleRouteDefinition<
  A extends ScopeName,
  P,
  Q,
  B,
  R extends z.ZodType,
  G = undefined,
> extends Omit<
  RouteDefinition<A, P, Q, B, R, undefined, undefined, G>,
  'handle' | 'role' | 'caller' | 'headers'
> {
  readonly role: Member;
  readonly handle: (request: RoleRequest<A, P, Q, B>) => Given<R, G> | Promise<Given<R, G>>;
}

/** A route whose caller stands in the team or organization of its path. */
export function defineRoleRoute<
  A extends ScopeName,
  R extends z.ZodType,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  G extends true | undefined = undefined,
>(definition: RoleRouteDefinition<A, P, Q, B, R, G>): Route {
  const { handle, ...rest } = definition;
  return defineRoute({
    ...rest,
    handle: (request) => {
      const { membership } = request as typeof request & Pick<CheckedRequest, 'membership'>;
      if (membership === undefined) throw new Error(`${definition.path}: called without a standing`);
      return handle({ ...request, membership });
    },
  });
}

export interface TeamRouteDefinition<
  A extends ScopeName,
  P,
  Q,
  B,
  R extends z.ZodType,
  G = undefined,
> extends Omit<RoleRouteDefinition<A, P, Q, B, R, G>, 'path'> {
  /** What follows the team: `/event-types/:eventTypeId`. */
  readonly path: `/${string}`;
  readonly role: `team ${'member' | 'admin' | 'owner'}`;
}

const MOUNTS = ['/v2/teams/:teamId', '/v2/organizations/:orgId/teams/:teamId'] as const;

/** One route for each of the two doors. */
export const defineTeamRoutes = <
  A extends ScopeName,
  R extends z.ZodType,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  G extends true | undefined = undefined,
>(
  definition: TeamRouteDefinition<A, P, Q, B, R, G>,
): readonly Route[] =>
  MOUNTS.map((door) => defineRoleRoute({ ...definition, path: `${door}${definition.path}` }));
