/* The routes of a running service: the same list that its router, guard and reference use. */
import { randomBytes } from 'node:crypto';
import { createExplainRoutes } from '../../src/api/explain.js';
import type { Route } from '../../src/api/route.js';
import { createClientRoutes } from '../../src/clients/public-routes.js';
import { createSchedulingRoutes } from '../../src/scheduling/routes.js';
import type { Service } from '../support/service.js';

const rateLimitReads = (): Promise<void> => Promise.resolve();

const routesExplained = ({ stores, config, registry: { keys } }: Service): readonly Route[] => [
  ...createSchedulingRoutes({
    calendarProviders: stores.calendarProviders,
    outbound: stores.outbound,
    artifacts: stores.artifacts,
    ...stores.scheduling,
    organizationUsers: stores.teams.organizationUsers,
    teams: stores.teams.teams,
    invites: stores.teams.invites,
    memberships: stores.teams.memberships,
    clients: stores.clients.clients,
    ...config,
    keys,
    clock: Date.now,
    random: randomBytes,
    rateLimitReads,
    emailChanges: { request: () => Promise.resolve(undefined) },
    rateLimitAnonymous: () => Promise.resolve(),
    admitAddition: () => Promise.resolve(),
    codeLimits: { ask: () => Promise.resolve(), confirm: () => Promise.resolve() },
  }),
  ...createClientRoutes({ ...config, rateLimitReads, clients: stores.clients.clients }),
];

export const registeredRoutes = (service: Service): readonly Route[] => {
  const { readMembership } = service.stores.teams.teams;
  return createExplainRoutes({ ...service.config, rateLimitReads, readMembership }, routesExplained(service));
};

/** `GET /v2/me` */
export const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`;
