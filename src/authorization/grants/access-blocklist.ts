/*
 * Clients and accounts that may not act, known to this process at no cost per request. Tokens live in one store, accounts
 * and clients in another; so every replica reads the blocklist's revision four times a second and the blocklist itself
 * when it changed. One that could not be read for a second is not trusted: then the caller waits for the database (503
 * when it is down).
 */
import type { Blocklist, BlocklistStore } from '../../clients/store.js';

export interface AccessBlocklist {
  /** At most a second old. Throws `storeUnavailable`. */
  current(): Promise<Blocklist>;
  /** The same without a promise, undefined when it is too old to be trusted. */
  fresh(): Blocklist | undefined;
  start(): void;
  stop(): void;
}

const POLL_MS = 250;
const TRUSTED_MS = 900;

/** `clock`: a monotonic time in milliseconds. */
export function createAccessBlocklist(store: BlocklistStore, clock: () => number): AccessBlocklist {
  let known: (Blocklist & { readonly revision: string }) | undefined;
  let readAt = -Infinity;
  let reading: Promise<Blocklist> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function read(): Promise<Blocklist> {
    const startedAt = clock();
    const revision = await store.revision();
    const blocklist = known?.revision === revision ? known : await store.read();
    known = blocklist;
    readAt = startedAt;
    return blocklist;
  }

  function refresh(): Promise<Blocklist> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  const fresh = (): Blocklist | undefined => (clock() - readAt < TRUSTED_MS ? known : undefined);

  return {
    fresh,
    current: async () => fresh() ?? refresh(),
    start() {
      timer ??= setInterval(() => {
        // A blocklist that cannot be read grows old, and an old one is not trusted.
        refresh().catch(() => undefined);
      }, POLL_MS).unref();
    },
    stop() {
      clearInterval(timer);
    },
  };
}

/** Whether tokens of this client and account are valid right now. */
export function mayAct(blocklist: Blocklist, clientId: string, accountId: number): boolean {
  if (blocklist.blockedClients.has(clientId) || blocklist.disabledAccounts.has(accountId)) return false;
  const testers = blocklist.pendingClients.get(clientId);
  return testers === undefined || testers.has(accountId);
}
