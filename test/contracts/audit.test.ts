import { backendName } from '../support/backend.js';
import { auditContract } from './audit.contract.js';
import { onBackend } from './on-backend.js';

describe(`the audit log on ${backendName}`, () => {
  const stores = onBackend();
  auditContract(() => stores().audit);
});
