/* Expansions in a thread of their own, one after the other; expander.ts starts it and ends it. */
import { parentPort } from 'node:worker_threads';
import { FileFault, expand } from './expansion.js';
import type { Expansion } from './expansion.js';

parentPort?.on('message', (expansion: Expansion) => {
  try {
    parentPort?.postMessage({ expanded: expand(expansion) });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    parentPort?.postMessage({ fault: error.message });
  }
});
