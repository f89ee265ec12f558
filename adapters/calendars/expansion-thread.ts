/* Expansions in a thread, one after the other. expander.ts starts and terminates it. */
import { parentPort } from 'node:worker_threads';
import { FileFault, expand } from './expansion.js';
import type { Expansion } from './expansion.js';

parentPort?.on('message', (expansion: Expansion) => {
  try {
    parentPort?.postMessage({ expanded: expand(expansion) });
  } catch (error) {
    // Any error of the parser is the fault of the file.
    parentPort?.postMessage({ fault: error instanceof FileFault ? error.message : 'it cannot be read' });
  }
});
