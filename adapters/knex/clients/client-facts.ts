/* A client as the audit log records it: whole, when it is created and removed. Of a secret only its id and hint. */
import type { Client, NewClient, NewSecret } from '../../../src/clients/store.js';
import { termsOf } from '../../../src/clients/review/revisions.js';
import type { EventOf } from '../../../src/events/catalogue.js';
import { present } from '../../../src/present.js';

const secretFacts = ({ id, hint }: Pick<NewSecret, 'id' | 'hint'>) => ({ secret: id, hint });

export const clientFacts = (client: Client | NewClient): EventOf<'client.created'>['facts'] => ({
  ...termsOf(client),
  kind: client.kind,
  status: client.status,
  legacy: client.legacy,
  resourceServer: client.resourceServer ?? false,
  owner: client.ownerId,
  ...present({ team: client.teamId }),
  secrets: client.secrets.map(secretFacts),
});
