/* Records that cannot be read: each is logged once by its key, which is no secret, with their number so far. */
import type { ReportUnreadable } from '../../src/artifacts/store.js';
import type { StoreObserver } from '../store-observer.js';

export interface UnreadableFields {
  readonly store: string;
  /** `family:<key>` */
  readonly subject: string;
  /** Of records that this process could not read, this one included. */
  readonly count: number;
}

interface UnreadableLog {
  warn(fields: UnreadableFields, message: string): void;
}

/** Then keys may be logged again: a damaged store must not fill the memory. */
const MAX_KNOWN = 10_000;

export function createUnreadableReport(
  store: string,
  log: UnreadableLog,
  observer?: Pick<StoreObserver, 'unreadable'>,
): ReportUnreadable {
  const known = new Set<string>();
  let count = 0;
  return (kind, key) => {
    const subject = `${kind}:${key}`;
    if (known.has(subject)) return;
    if (known.size >= MAX_KNOWN) known.clear();
    known.add(subject);
    count += 1;
    observer?.unreadable(store, kind);
    log.warn({ store, subject, count }, 'record cannot be read');
  };
}
