import { backendName } from '../support/backend.js';
import { clientRecordsContract } from './client-records.contract.js';
import { onBackend } from './on-backend.js';

describe(`the store of client records on ${backendName}`, () => {
  const stores = onBackend();
  clientRecordsContract(() => stores());
});
