/* Expansions in a thread of their own, one after the other; expander.ts starts it and ends it. */
import { parentPort } from 'node:worker_threads';
import { FileFault, expand } from './expansion.js';
import type { Expansion } from './expansion.js';

parentPort?.on('message', (expansion: Expansion) => {
  try {
    parentPort?.postMessage({ expanded: expand(expansion) });
  } catch (error) {
    // Whatever the reader trips over is the file's doing, and nobody's whose file it is not.
    parentPort?.postMessage({ fault: error instanceof FileFault ? error.message : 'it cannot be read' });
  }
});
