/*
 * The only module where a failing store becomes `storeUnavailable` (503), and one that is busy with other requests
 * `contended`. Every repository is wrapped by `guarded`: these errors are translated, all others are rethrown, because
 * they are faults of ours.
 */
import { within } from '../src/deadline.js';
import { AppError, contended, storeUnavailable } from '../src/errors.js';
import { observed, type ObservedStore } from './store-observer.js';

export interface OutageRule {
  /** Whether the store, not the statement, caused the error. */
  readonly isOutage: (error: unknown) => boolean;
  /** Whether other requests were in the way. */
  readonly isContention?: (error: unknown) => boolean;
  /** Absent for the embedded database, which cannot be unreachable. */
  readonly deadlineMs?: number;
}

export const DEADLINE_MS = 1000;

const silent = (milliseconds: number) => () => storeUnavailable(new Error(`no answer in ${milliseconds} ms`));

export async function answered<T>(
  work: () => Promise<T>,
  { isOutage, isContention, deadlineMs }: OutageRule,
): Promise<T> {
  try {
    return await (deadlineMs === undefined ? work() : within(deadlineMs, work(), silent(deadlineMs)));
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isContention?.(error) === true) throw contended(error);
    if (!isOutage(error)) throw error;
    throw storeUnavailable(error);
  }
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** `store`: an object of asynchronous methods and nothing else. `about`: what its calls are measured as. */
export function guarded<T extends object>(store: T, rule: OutageRule, about?: ObservedStore): T {
  const methods = Object.entries(store as Readonly<Record<string, Method>>);
  const wrapped = methods.map(([name, method]): [string, Method] => {
    const observe = about?.observer?.operation(about.store, `${about.name}.${name}`);
    const call: Method = (...args) => answered(() => method(...args), rule);
    return [name, observe === undefined ? call : (...args) => observed(() => call(...args), observe)];
  });
  return Object.fromEntries(wrapped) as T;
}
