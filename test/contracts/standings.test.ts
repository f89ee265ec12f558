import { backendName } from '../support/backend.js';
import { standingsContract } from './standings.contract.js';
import { onBackend } from './on-backend.js';

describe(`the store of standings on ${backendName}`, () => {
  const stores = onBackend();
  standingsContract(() => stores());
});
