/*
 * How jest loads a suite: as Node.js loads any module, compiled by tsx. Jest's own runtime evaluates every module again for
 * each suite; here the service is loaded once in a worker, which is most of the time of a suite. So suites of one worker
 * share the state of modules: there must be none. The interface is the part of jest's that its runner and circus use.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);

/** Jest's state of a suite, which it keeps at the global object. */
const isStateOfJest = (key: symbol): boolean =>
  key.description === 'JEST_STATE_SYMBOL' || key === Symbol.for('EVENT_HANDLERS');

// eslint-disable-next-line no-restricted-exports -- jest makes one of the default export
export default class WorkerRuntime {
  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  unstable_importModule(path: string): Promise<unknown> {
    return import(pathToFileURL(path).href);
  }

  /** jest-circus: evaluated again for each suite, since it keeps the tests of one. */
  requireInternalModule(path: string): unknown {
    Reflect.deleteProperty(require.cache, path);
    return require(path);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  getSourceMaps(): ReadonlyMap<string, string> {
    return new Map();
  }

  getAllCoverageInfoCopy(): undefined {
    return undefined;
  }

  setGlobalsForRuntime(): void {}
  enterTestCode(): void {}
  leaveTestCode(): void {}

  teardown(): void {
    for (const key of Object.getOwnPropertySymbols(globalThis).filter(isStateOfJest))
      Reflect.deleteProperty(globalThis, key);
  }
}
