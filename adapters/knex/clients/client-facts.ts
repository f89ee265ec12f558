/* A client as the audit log tells it: whole, when it comes and when it goes. Of a secret no more than people see of it. */
import { present } from '../../../src/present.js';
import type { Client, NewClient, NewSecret } from '../../../src/clients/store.js';

type Facts = Readonly<Record<string, unknown>>;

const secretFacts = ({ id, hint }: Pick<NewSecret, 'id' | 'hint'>): Facts => ({ secret: id, hint });

export const clientFacts = (client: Client | NewClient): Facts => ({
  name: client.name,
  purpose: client.purpose,
  ...present({ website: client.website, logo: client.logo }),
  kind: client.kind,
  status: client.status,
  legacy: client.legacy,
  resourceServer: client.resourceServer ?? false,
  owner: client.ownerId,
  ...present({ team: client.teamId }),
  redirectUris: client.redirectUris,
  scopes: client.scopes,
  secrets: client.secrets.map(secretFacts),
});
