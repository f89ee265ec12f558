import { backendName } from '../support/backend.js';
import { accessBlocklistContract } from './access-blocklist.contract.js';
import { onBackend } from './on-backend.js';

describe(`the store of the access blocklist on ${backendName}`, () => {
  const stores = onBackend();
  accessBlocklistContract(() => stores());
});
