/*
 * How many changes of clients this process has made. A change counts when its statement has ended, also with an error: a
 * commit whose reply was lost may have changed something.
 */

/** Of ClientStore and ClientRecordStore. Everything else changes a client. */
const READS: ReadonlySet<string> = new Set([
  ...[
    'find',
    'list',
    'ofManager',
    'ownPage',
    'ownCounts',
    'teamsOf',
    'queue',
    'queueCounts',
    'names',
    'testers',
    'testerInvitation',
  ],
]);

type Method = (...args: readonly unknown[]) => Promise<unknown>;

export interface RegistryChanges {
  readonly count: () => number;
  /** The same store, whose changes are counted. */
  counted<T extends object>(store: T): T;
}

export function createRegistryChanges(): RegistryChanges {
  let changes = 0;
  const counting =
    (method: Method): Method =>
    (...args) =>
      method(...args).finally(() => {
        changes += 1;
      });
  return {
    count: () => changes,
    counted(store) {
      const methods = Object.entries(store as Readonly<Record<string, Method>>);
      const wrapped = methods.map(([name, method]): [string, Method] => [
        name,
        READS.has(name) ? method : counting(method),
      ]);
      return Object.fromEntries(wrapped) as typeof store;
    },
  };
}
