/*
 * Clients and accounts that may not act, known to this process at no cost per request. Tokens live in one store, accounts
 * and clients in another; so every replica in use reads the blocklist's revision four times a second and the blocklist
 * itself when it changed. One that was not read for a second, because nobody asked or the database did not answer, is not
 * trusted: then the caller waits for the database (503 when it is down).
 */
import type { Blocklist, BlocklistStore } from '../../clients/store.js';

export interface AccessBlocklist {
  /** At most a second old. Throws `storeUnavailable`. */
  current(): Promise<Blocklist>;
  /** The same without a promise, undefined when it is too old to be trusted. */
  fresh(): Blocklist | undefined;
  /** From now on it is kept up to date while it is in use. */
  start(): void;
  stop(): void;
}

const POLL_MS = 250;
const TRUSTED_MS = 900;
/** How long after its last use the blocklist is kept up to date: a process without calls leaves the database alone. */
const IN_USE_MS = 10_000;

/** `clock`: a monotonic time in milliseconds. */
export function createAccessBlocklist(
  store: BlocklistStore,
  clock: () => number,
  pollMs = POLL_MS,
): AccessBlocklist {
  let known: (Blocklist & { readonly revision: string }) | undefined;
  let [readAt, askedAt] = [-Infinity, -Infinity];
  let isStarted = false;
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

  function poll(): void {
    if (clock() - askedAt >= IN_USE_MS) endPolling();
    // A blocklist that cannot be read grows old, and an old one is not trusted.
    else refresh().catch(() => undefined);
  }

  function endPolling(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function fresh(): Blocklist | undefined {
    askedAt = clock();
    if (isStarted) timer ??= setInterval(poll, pollMs).unref();
    return askedAt - readAt < TRUSTED_MS ? known : undefined;
  }

  return {
    fresh,
    current: async () => fresh() ?? refresh(),
    start() {
      isStarted = true;
    },
    stop() {
      isStarted = false;
      endPolling();
    },
  };
}

/** Whether tokens of this client and account are valid right now. */
export function mayAct(blocklist: Blocklist, clientId: string, accountId: number): boolean {
  if (blocklist.blockedClients.has(clientId) || blocklist.disabledAccounts.has(accountId)) return false;
  const testers = blocklist.pendingClients.get(clientId);
  return testers === undefined || testers.has(accountId);
}
