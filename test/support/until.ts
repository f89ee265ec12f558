/** Waits for a condition instead of a time: tries every 20 ms, without end, since the limit is the test's own. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}
