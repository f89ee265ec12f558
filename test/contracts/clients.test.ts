import { backendName } from '../support/backend.js';
import { clientsContract } from './clients.contract.js';
import { onBackend } from './on-backend.js';

describe(`the store of clients on ${backendName}`, () => {
  const stores = onBackend();
  clientsContract(() => stores());
});
