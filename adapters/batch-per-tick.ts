/*
 * Queries that requests make in one tick of the event loop become one statement. Nothing is cached between ticks: each
 * statement begins after its queries, so that no result is older than its query. DataLoader is not used: it caches results
 * and merges equal keys by default, and does no more than this otherwise.
 */
import { setImmediate as nextTick } from 'node:timers/promises';

interface Batch<Query, Result> {
  readonly queries: Query[];
  readonly results: Promise<readonly Result[]>;
}

/** `runAll` returns results in the order of the queries. Its error rejects every query of the batch. */
export function batchPerTick<Query, Result>(
  runAll: (queries: readonly Query[]) => Promise<readonly Result[]>,
): (query: Query) => Promise<Result | undefined> {
  let batch: Batch<Query, Result> | undefined;

  async function run(queries: readonly Query[]): Promise<readonly Result[]> {
    await nextTick();
    batch = undefined;
    return runAll(queries);
  }

  return async (query) => {
    const newQueries: Query[] = [];
    batch ??= { queries: newQueries, results: run(newQueries) };
    const { queries, results } = batch;
    const index = queries.push(query) - 1;
    return (await results)[index];
  };
}
