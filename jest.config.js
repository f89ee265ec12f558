/** Rooms whose suites open no store of TEST_BACKEND, or bring an embedded one of their own: once is enough. */
const WITHOUT_BACKEND = [
  'architecture',
  'authorization',
  'cli',
  'clients',
  'config',
  'docs',
  'http',
  'ops',
  'scopes',
  'views',
].map((room) => `${room}/`);
/**
 * What keeps all it has in the database: embedded, and on PostgreSQL beside one Redis, it shows what it can. Elsewhere
 * run the suites of codes, grants, sessions and limits, which are kept in another place there. Paths may be beginnings.
 */
const IN_DATABASE = [
  'api/',
  'audit-log/',
  'contracts/(?!artifact-store|narrowing|stores|throttle)',
  'delivery/',
  'flows/(?:audit-page|client-logo|developer-|discovery|legacy-assistant|mail-delivery|mail\\.|review-)',
  'flows/(?:calendars-page|conferencing-page|key-renewal|routing-form-pages|secret-usage|team-clients|team-invitations)',
  'playground/',
  'scheduling/',
];

/** Beside a CalDAV server, which `npm test` does without: `npm run test:caldav`, and the suites with Redis. */
const WITH_CALDAV = ['scheduling/(?:calendars-caldav|leaving-the-house)'];

/** Pages and client libraries over the same store: what it has to do for them, the suites of tokens and sessions show. */
const OVER_STORE = [
  'accounts/(?!session)',
  'flows/(?:consent|fresh-sign-in|mail-recovery|organization-apps|passkeys|team-consent|webhooks-of-clients)',
  'interop/',
];

/** Much that asks no store anything, or asks it what other suites ask too: once is enough. */
const BROAD = [
  'api/fuzz',
  'calendars/',
  'scheduling/(?:assignment|hours|responses|slots-properties|slots\\.)',
  'scheduling/[a-z-]+-rules',
];

const backend = process.env.TEST_BACKEND ?? 'embedded';
const caldav = backend === 'redis' || process.env.TEST_CALDAV === '1';
const left = [
  ...(caldav ? [] : WITH_CALDAV),
  ...(backend === 'embedded' ? [] : [...WITHOUT_BACKEND, ...BROAD]),
  ...(backend === 'postgres' || backend === 'cluster' ? [...IN_DATABASE, ...OVER_STORE] : []),
];

export default {
  testEnvironment: '<rootDir>/test/support/jest-environment.ts',
  runtime: '<rootDir>/test/support/jest-runtime.ts',
  transform: {},
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.tsx'],
  testPathIgnorePatterns: ['browser/', 'faults/', ...left].map((path) => `<rootDir>/test/${path}`),
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Two keep both of a small machine's cores busy; suites that leave memory behind get a fresh process.
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
  // Only bounds what hangs; a machine may be slow.
  testTimeout: 120_000,
};
