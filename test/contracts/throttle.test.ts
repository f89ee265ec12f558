import { backendName } from '../support/backend.js';
import { throttleContract } from './throttle.contract.js';
import { onBackend } from './on-backend.js';

describe(`the throttle on ${backendName}`, () => {
  const stores = onBackend();
  throttleContract(() => stores().throttle);
});
