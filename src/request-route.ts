/*
 * The route of a request: the pattern of its path, as in the tables of routes and pages. The log names it instead of the
 * path, whose segments may be secrets. What finds the handler of a request sets it; a request that nobody handles has none.
 */

/** Koa's context. */
interface Routed {
  readonly state: { route?: string };
}

export function setRoute({ state }: Routed, pattern: string): void {
  state.route = pattern;
}

export const routeOfRequest = ({ state }: Routed): string | undefined => state.route;
