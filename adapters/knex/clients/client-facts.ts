/* A client as the audit log keeps it: whole, when it is created and removed. Of a secret no more than people see of it. */
import type { Client, NewClient, NewSecret } from '../../../src/clients/store.js';
import type { EventOf } from '../../../src/events/catalogue.js';
import { present } from '../../../src/present.js';

const secretFacts = ({ id, hint }: Pick<NewSecret, 'id' | 'hint'>) => ({ secret: id, hint });

export const clientFacts = (client: Client | NewClient): EventOf<'client.created'>['facts'] => ({
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
