import { backendName } from '../support/backend.js';
import { clientUsageContract } from './client-usage.contract.js';
import { onBackend } from './on-backend.js';

describe(`the store of client usage on ${backendName}`, () => {
  const stores = onBackend();
  clientUsageContract(() => stores());
});
