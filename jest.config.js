/** Suites that open no store of TEST_BACKEND, or bring an embedded one of their own: once is enough. */
const WITHOUT_BACKEND = [
  'accounts/(?!session)',
  'adapters/(?:calendars/|batch-per-tick|data-dir)',
  'architecture',
  'authorization/(?!token/(?:costs|exchange|refresh|revocation)|provider/authorization-endpoint|authorization-limits|grants/narrowing-store)',
  'cli/',
  'clients/',
  'config/',
  'deadline',
  'docs/',
  'flows/abandoned-calls',
  'http/',
  'metrics/look-ups',
  'ops/',
  'outbound/',
  'process/',
  'rate-limits/',
  'scopes/',
  'support/',
  'views/',
  'web/(?:audit/(?:filter|presenter)|connected-apps/limit-form)',
];
/**
 * What keeps all it has in the database: embedded, and on PostgreSQL beside one Redis, it shows what it can. Elsewhere
 * run the suites of codes, grants, sessions and limits, which are kept in another place there. Paths may be beginnings.
 */
const IN_DATABASE = [
  'adapters/knex/',
  'api/',
  'authorization/provider/metadata-endpoint',
  'contracts/(?!artifact-store|throttle)',
  'delivery/',
  'jobs/',
  'keys/',
  'metrics/job-metrics',
  'scheduling/',
  'web/(?:audit|calendars|conferencing|developer|playground|review|routing-forms)/',
  'web/teams/join-pages',
];

/** Beside a CalDAV server, which `npm test` does without: `npm run test:caldav`, and the suites with Redis. */
const WITH_CALDAV = ['scheduling/calendars/.*-caldav'];

/** Pages and client libraries over the same store: what it has to do for them, the suites of tokens and sessions show. */
const OVER_STORE = [
  'interop/',
  'web/(?:consent/|session/require-recent-sign-in|sign-in/recovery|security/passkey|teams/|developer/webhook)',
];

/** Much that asks no store anything, or asks it what other suites ask too: once is enough. */
const BROAD = [
  'api/fuzz',
  'scheduling/(?:bookings/creation/assignment|slots/hours|event-types/responses|slots/slots-properties|slots/slots\\.)',
  'scheduling/[a-z-]+/(?:[a-z-]+-)?rules',
];

/** Suites that `npm test` leaves to `npm run test:all`, unless their path is given, and why they take so long. */
const LONG = {
  'api/fuzz': 'thousands of calls that nobody meant',
  'api/role-matrix': 'every endpoint of teams and organizations, called by everybody',
  'api/scope-matrix': 'every endpoint, called with each scope',
  'cli/process': 'each test starts processes',
  'delivery/webhook-pools': 'ten thousand deliveries',
  'process/environment': 'each test starts processes',
  'process/health-port': 'each test starts processes',
  'process/metrics-port': 'each test starts processes',
  'process/stopping': 'each test starts processes',
};
const long = process.env.TEST_LONG === '1';
const unasked = Object.keys(LONG).filter((path) => !long && !process.argv.some((arg) => arg.includes(path)));

const backend = process.env.TEST_BACKEND ?? 'embedded';
const caldav = backend === 'redis' || process.env.TEST_CALDAV === '1';
const left = [
  ...(caldav ? [] : WITH_CALDAV),
  ...(backend === 'embedded' ? unasked : [...WITHOUT_BACKEND, ...BROAD]),
  ...(backend === 'postgres' || backend === 'cluster' ? [...IN_DATABASE, ...OVER_STORE] : []),
];

/**
 * Suites run as Node.js runs any module, with tsx for TypeScript, and a worker loads the service once for all of its
 * suites. They share its embedded databases, too (test/support/embedded-lender.ts). `--max-semi-space-size` in `npm test`:
 * what a suite leaves behind goes at once, instead of being moved first.
 */
export default {
  testEnvironment: '<rootDir>/test/support/jest-environment.ts',
  runtime: '<rootDir>/test/support/jest-runtime.ts',
  transform: {},
  testMatch: (long ? Object.keys(LONG) : ['**/*']).map((path) => `<rootDir>/test/${path}.test.ts`),
  testPathIgnorePatterns: ['browser/', 'faults/', ...left].map((path) => `<rootDir>/test/${path}`),
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/dist-bench/'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Two keep both of a small machine's cores busy; suites that leave memory behind get a fresh process.
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
  // Only bounds what hangs; a machine may be slow, and `until` gives up after two minutes.
  testTimeout: 600_000,
};
