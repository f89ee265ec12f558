import base from './jest.config.js';

/** Stores that freeze, crash and come back. One suite at a time: each owns the servers that it hurts. */
export default {
  ...base,
  testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
  testPathIgnorePatterns: [],
  maxWorkers: 1,
};
