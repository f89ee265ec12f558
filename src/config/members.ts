/* How the members of the configuration follow from the names of variables. */
import type { VariableName } from './values.js';

/** Variables that are combined into members of another name. */
export const COMBINED = [
  'NODE_ENV',
  ...['REDIS_URL', 'REDIS_CLUSTER_NODES', 'REDIS_SENTINELS'],
  ...['ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET', 'ZOOM_URL'],
  ...['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_URL'],
  ...['OFFICE365_CLIENT_ID', 'OFFICE365_CLIENT_SECRET', 'OFFICE365_URL'],
] as const satisfies readonly VariableName[];

export type CombinedName = (typeof COMBINED)[number];

/** `REFRESH_TOKEN_TTL` is the member `refreshTokenTtl`. */
export const memberOf = (variable: string): string =>
  variable.toLowerCase().replaceAll(/_(.)/g, (_, first: string) => first.toUpperCase());
