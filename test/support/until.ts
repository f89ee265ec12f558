/** Longer than any test waits for one thing: what is not true by then keeps no run from ending. */
const MAX_MS = 120_000;

/** Waits for a condition instead of a time. Checks every 20 ms until the time limit of the test. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + MAX_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('what the test waits for did not happen');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
