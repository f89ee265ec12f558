import { backendName } from '../support/backend.js';
import { onBackend } from './on-backend.js';
import { requestLogContract } from './request-log.contract.js';

describe(`the store of the request log on ${backendName}`, () => {
  const stores = onBackend();
  requestLogContract(() => stores());
});
