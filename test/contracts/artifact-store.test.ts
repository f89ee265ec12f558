import { backendName } from '../support/backend.js';
import { artifactStoreContract } from './artifact-store.contract.js';
import { onBackend } from './on-backend.js';

describe(`the artifact store on ${backendName}`, () => {
  const stores = onBackend();
  artifactStoreContract(() => stores().artifacts);
});
