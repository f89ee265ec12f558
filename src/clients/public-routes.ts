/*
 * `/v2/auth/oauth2/clients/:clientId`: what a page that sends people to the authorization may say of a client, without a
 * token. Nothing that the consent page does not show; clients that are not approved are not found.
 */
import { z } from 'zod';
import { defineRoute } from '../api/route.js';
import type { Route } from '../api/route.js';
import { notFound } from '../errors.js';
import { SCOPE_NAMES } from '../scopes/catalogue.js';
import { logoUrl } from './logo/logo.js';
import type { Client, ClientStore } from './store.js';

const clientReply = z.object({
  clientId: z.string(),
  name: z.string(),
  /** A URL. */
  logo: z.url().nullable(),
  /** Those that an authorization may request; none for a legacy client. */
  scopes: z.array(z.enum(SCOPE_NAMES)),
  /** With the port if the redirect URI has one; the scheme of a redirect URI that has no web host. */
  redirectHosts: z.array(z.string()),
});

function hostOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol;
}

function presentClient(client: Client, appUrl: string): z.input<typeof clientReply> {
  const { id: clientId, name, logo, scopes, redirectUris } = client;
  const path = logoUrl(logo);
  return {
    clientId,
    name,
    logo: path === undefined ? null : appUrl + path,
    scopes: [...scopes],
    redirectHosts: [...new Set(redirectUris.map(hostOf))],
  };
}

interface ClientRouteDeps {
  readonly clients: Pick<ClientStore, 'find'>;
  readonly appUrl: string;
  readonly rateLimitReads: (clientIp: string) => Promise<void>;
}

export const createClientRoutes = ({
  clients,
  appUrl,
  rateLimitReads,
}: ClientRouteDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/auth/oauth2/clients/:clientId',
    summary: 'Read what is public of a client',
    access: 'public',
    params: z.object({ clientId: z.string() }),
    reply: clientReply,
    handle: async ({ params: { clientId }, clientIp }) => {
      await rateLimitReads(clientIp);
      const client = await clients.find(clientId);
      if (client?.status !== 'approved') throw notFound('There is no approved client with this id.');
      return presentClient(client, appUrl);
    },
  }),
];
