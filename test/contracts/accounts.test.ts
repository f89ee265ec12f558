import { backendName } from '../support/backend.js';
import { accountsContract } from './accounts.contract.js';
import { onBackend } from './on-backend.js';

describe(`the store of accounts on ${backendName}`, () => {
  const stores = onBackend();
  accountsContract(() => stores());
});
