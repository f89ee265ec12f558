/*
 * The route of a request: the pattern of its path, as in the tables of routes and pages. The log names it instead of the
 * path, whose segments may be secrets. What finds the handler of a request sets it; a request that nobody handles has none.
 */

const AUTHORIZATION_SERVER = '/v2/auth/oauth2/';
/** What the API says of clients, under the prefix of the authorization server. */
const CLIENTS = `${AUTHORIZATION_SERVER}clients/`;

/** Whose paths and failures are those of OAuth 2.0, and not of the API around them. */
export const isOfAuthorizationServer = (path: string): boolean =>
  path.startsWith(AUTHORIZATION_SERVER) && !path.startsWith(CLIENTS);

/** Koa's context. */
interface Routed {
  readonly state: { route?: string };
}

export function setRoute({ state }: Routed, pattern: string): void {
  state.route = pattern;
}

export const routeOfRequest = ({ state }: Routed): string | undefined => state.route;
