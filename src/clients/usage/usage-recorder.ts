/*
 * Counts the uses of clients in memory and stores the counts once a second. Recording a use is an addition to a number:
 * it waits for nothing and never fails, so that it does not slow down a token request or an API call. Counts that cannot
 * be stored wait in memory up to a limit; uses beyond it are not counted.
 */
import { DAY } from '../../durations.js';
import type { Log } from '../../ops/log.js';
import { AppError } from '../../errors.js';
import type { ScopeName } from '../../scopes/catalogue.js';
import type { RandomBytes } from '../ids.js';
import { SCOPE_LEFT_OUT, SCOPE_NAMED } from './usage-store.js';
import type { CountedUse, UsageStore, UseBatch, UseKind, UseOrigin } from './usage-store.js';

export interface TokenUse {
  readonly clientId: string;
  /** The one that was presented; absent for a public client. */
  readonly secretId?: string;
  readonly from: UseOrigin;
}

export interface UsageRecorder {
  /** A client has proved who it is, or a public one has got tokens. */
  tokenUse(use: TokenUse): void;
  /**
   * The guard has admitted a call that needed this scope. Scoped clients count too, not only unrestricted ones: it is
   * their last activity, and reviewers look whether they use their write scopes.
   */
  call(clientId: string, needed: ScopeName): void;
  /** A legacy client has sent an authorization request. */
  authorizationRequest(clientId: string, namedScope: boolean): void;
  /** Stores the current counts, once; resolves also when that failed. */
  flush(): Promise<void>;
  /** The last flush. */
  stop(): Promise<void>;
}

export interface UsageRecorderDeps {
  readonly usage: Pick<UsageStore, 'add'>;
  readonly log: Log;
  readonly random: RandomBytes;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly flushAfterMs?: number;
}

const FLUSH_AFTER_MS = 1000;
/** Some megabytes; only a long outage with very many clients gets there. */
const MAX_COUNTS = 10_000;

interface Count {
  readonly clientId: string;
  readonly kind: UseKind;
  readonly name: string;
  /** Days since the epoch. */
  readonly day: number;
  uses: number;
  lastAt: number;
  from?: UseOrigin;
}

const counted = ({ day, lastAt, ...count }: Count): CountedUse => ({
  ...count,
  lastAt: new Date(lastAt),
  day: new Date(day * DAY).toISOString().slice(0, 10),
});

const isOutage = (error: unknown): boolean => error instanceof AppError && error.status === 503;

/** The newest count of each kind, client and name; looked up with every call, so without making a key for it. */
type Newest = Record<UseKind, Map<string, Map<string, Count>>>;

const noCounts = (): Newest => ({ token: new Map(), call: new Map(), authorization: new Map() });

function createCounts(clock: () => number) {
  let newest = noCounts();
  let all: Count[] = [];
  let lost = 0;

  function begin(count: Count): Count {
    const { clientId, kind, name } = count;
    const names = newest[kind].get(clientId) ?? new Map<string, Count>();
    newest[kind].set(clientId, names.set(name, count));
    all.push(count);
    return count;
  }

  return {
    add(clientId: string, kind: UseKind, name: string): Count | undefined {
      const now = clock();
      const day = Math.floor(now / DAY);
      const known = newest[kind].get(clientId)?.get(name);
      if (known?.day === day) {
        known.uses += 1;
        known.lastAt = now;
        return known;
      }
      if (all.length < MAX_COUNTS) return begin({ clientId, kind, name, day, uses: 1, lastAt: now });
      lost += 1;
      return undefined;
    },
    /** Everything since the last call, with the number of dropped uses; resets the counts. */
    take() {
      const taken = { uses: all.map(counted), lost };
      [newest, all, lost] = [noCounts(), [], 0];
      return taken;
    },
    isEmpty: () => all.length === 0,
  };
}

/** Sends the counts, a batch at a time. */
function createSender({ usage, log, random }: UsageRecorderDeps, counts: ReturnType<typeof createCounts>) {
  /** Being sent; unchanged until it is known to be stored. */
  let batch: UseBatch | undefined;
  let hasFailed = false;

  function nextBatch(): UseBatch | undefined {
    if (counts.isEmpty()) return undefined;
    const { uses, lost } = counts.take();
    if (lost > 0) log.warn({ count: lost }, 'uses of clients were not counted: there are too many to hold');
    return { id: random(16).toString('hex'), uses };
  }

  /** An outage passes; any other failure would only come again with the same batch. */
  function failed(err: unknown): void {
    if (isOutage(err)) {
      if (!hasFailed) log.warn({ err }, 'uses of clients wait for the database');
      hasFailed = true;
      return;
    }
    log.error({ count: batch?.uses.length ?? 0, err }, 'uses of clients could not be stored');
    batch = undefined;
  }

  return {
    idle: () => batch === undefined && counts.isEmpty(),
    async send(): Promise<void> {
      batch ??= nextBatch();
      if (batch === undefined) return;
      try {
        await usage.add(batch);
        batch = undefined;
        hasFailed = false;
      } catch (err) {
        failed(err);
      }
    },
  };
}

export function createUsageRecorder(deps: UsageRecorderDeps): UsageRecorder {
  const { clock, flushAfterMs = FLUSH_AFTER_MS } = deps;
  const counts = createCounts(clock);
  const sender = createSender(deps, counts);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    running = running.then(() => sender.send());
    return running;
  }

  function soon(): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      void flush().then(() => {
        timer = undefined;
        if (!sender.idle()) soon();
      });
    }, flushAfterMs);
    timer.unref();
  }

  function note(clientId: string, kind: UseKind, name: string): Count | undefined {
    soon();
    return counts.add(clientId, kind, name);
  }

  return {
    tokenUse({ clientId, secretId = '', from }) {
      const count = note(clientId, 'token', secretId);
      if (count !== undefined) count.from = from;
    },
    call: (clientId, needed) => void note(clientId, 'call', needed),
    authorizationRequest: (clientId, namedScope) =>
      void note(clientId, 'authorization', namedScope ? SCOPE_NAMED : SCOPE_LEFT_OUT),
    flush,
    async stop() {
      clearTimeout(timer);
      await flush();
      // The first flush may have retried an older batch; this one sends the rest.
      await flush();
      clearTimeout(timer);
    },
  };
}
