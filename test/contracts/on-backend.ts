/* Opens the backend of TEST_BACKEND for the tests of a describe block, once, and closes it behind them. */
import { openBackend } from '../support/backend.js';
import type { Backend } from '../support/backend.js';
import type { OpenedStores } from '../../adapters/stores.js';

export function useBackend(): () => Backend {
  let backend: Backend | undefined;
  beforeAll(async () => {
    backend = await openBackend();
  });
  afterAll(() => backend?.close());
  return () => {
    if (!backend) throw new Error('the backend is not open yet');
    return backend;
  };
}

export function onBackend(): () => OpenedStores {
  const backend = useBackend();
  return () => backend().stores;
}
