import base from './jest.config.js';

/** Pages in a real Chromium, driven by playwright-core. */
export default {
  ...base,
  testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
  testPathIgnorePatterns: [],
  maxWorkers: 1,
  // What hangs in the browser fails soon.
  testTimeout: 180_000,
};
