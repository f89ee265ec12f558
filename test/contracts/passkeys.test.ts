import { backendName } from '../support/backend.js';
import { onBackend } from './on-backend.js';
import { passkeysContract } from './passkeys.contract.js';

describe(`the store of passkeys on ${backendName}`, () => {
  const stores = onBackend();
  passkeysContract(() => stores());
});
