/*
 * Queries that requests make in one tick of the event loop, or while an earlier statement is under way, become one
 * statement. Nothing is cached: each statement begins after its queries, so that no result is older than its query.
 * DataLoader is not used: it caches results and merges equal keys by default, and does no more than this otherwise.
 */
import { setImmediate as nextTick } from 'node:timers/promises';

/** A statement that takes longer, on a connection that died for instance, holds up no others. */
const MAX_WAIT_MS = 5;

interface Batch<Query, Result> {
  readonly queries: Query[];
  readonly results: Promise<readonly Result[]>;
}

const settled = (work: Promise<unknown>, maxWaitMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });

/** `runAll` returns results in the order of the queries. Its error rejects every query of the batch. */
export function batchPerTick<Query, Result>(
  runAll: (queries: readonly Query[]) => Promise<readonly Result[]>,
  maxWaitMs = MAX_WAIT_MS,
): (query: Query) => Promise<Result | undefined> {
  let batch: Batch<Query, Result> | undefined;
  let underWay: Promise<unknown> | undefined;

  async function run(queries: readonly Query[]): Promise<readonly Result[]> {
    await nextTick();
    if (underWay !== undefined) await settled(underWay, maxWaitMs);
    batch = undefined;
    const results = runAll(queries);
    underWay = results;
    const end = (): void => {
      if (underWay === results) underWay = undefined;
    };
    results.then(end, end);
    return results;
  }

  return async (query) => {
    const newQueries: Query[] = [];
    batch ??= { queries: newQueries, results: run(newQueries) };
    const { queries, results } = batch;
    const index = queries.push(query) - 1;
    return (await results)[index];
  };
}
