/*
 * Clients as this process last read them, for the endpoints that clients call: kept until the revision of the registry
 * moves, which the access blocklist reads four times a second, or until this process changes a client itself. So a
 * removed secret is refused at once by the replica that removed it, and by every other within a second. A revision that
 * could not be read for so long counts for nothing: then every client is read.
 */
import type { Client, ClientStore } from './store.js';

export interface KeptClientsDeps {
  readonly clients: Pick<ClientStore, 'find'>;
  /** Another object for every revision; undefined while none is recent enough. */
  readonly revision: () => object | undefined;
  /** How many changes of clients this process has made. */
  readonly changes: () => number;
}

/** More clients than one installation of the service has in use at a time. */
const MAX_KEPT = 10_000;

export function createKeptClients({
  clients,
  revision,
  changes,
}: KeptClientsDeps): Pick<ClientStore, 'find'> {
  let kept = new Map<string, Client>();
  let keptFor: object | undefined;
  let keptSince = 0;

  function valid(): Map<string, Client> {
    const [now, made] = [revision(), changes()];
    const isOld = now === undefined || now !== keptFor || made !== keptSince || kept.size >= MAX_KEPT;
    if (isOld) {
      kept = new Map();
      keptFor = now;
      keptSince = made;
    }
    return kept;
  }

  return {
    async find(id) {
      // What is read from here on may already be outdated when it arrives: it is kept only for what was valid before.
      const found = valid();
      const known = found.get(id);
      if (known !== undefined) return known;
      const client = await clients.find(id);
      if (client !== undefined) found.set(id, client);
      return client;
    },
  };
}
