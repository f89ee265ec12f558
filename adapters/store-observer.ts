/* What is told about the calls of stores: how long they took and how they failed. Absent: nothing is measured. */

export interface StoreObserver {
  /** Asked once for each method; the returned function gets the seconds and the failure of each call. */
  operation(store: string, operation: string): ObserveCall;
  /** A record that cannot be read, once for each. */
  unreadable(store: string, record: string): void;
}

type ObserveCall = (seconds: number, failure?: unknown) => void;

/** Of one store in the database or in Redis, under the name it has in the code. */
export interface ObservedStore {
  readonly observer: StoreObserver | undefined;
  readonly store: 'database' | 'redis';
  readonly name: string;
}

export async function observed<T>(work: () => Promise<T>, observe: ObserveCall): Promise<T> {
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  try {
    const result = await work();
    observe(seconds());
    return result;
  } catch (failure) {
    observe(seconds(), failure);
    throw failure;
  }
}
