/*
 * The map of the house, as data: which files make a room and what each room may import. README shows the same map to
 * people. A file belongs to the longest prefix that fits it; what is not listed is not allowed.
 */

/** A prefix, or what the paths look like. */
export type Group = string | RegExp;

export interface Room {
  /** A folder with its slash, or one file. */
  readonly place: string;
  /** Other rooms, or single files of them. */
  readonly may: readonly Group[];
  /** Those of `may` from which only types are taken: the other side is handed in when the house is wired. */
  readonly typesOnly?: readonly Group[];
}

/** What a room needs to have stored, said by the room itself: `store.ts`, `record-store.ts`. */
const PORT =
  /^src\/(?:accounts|authorization|clients|delivery|scheduling|teams)\/(?:[a-z-]+\/)*(?:[a-z-]+-)?store\.ts$/;

/** What a noun of scheduling is, where its port is not the place to say it. Types alone. */
const NOUN = /^src\/scheduling\/[a-z-]+\/(?:schedule|event-type|slot|booking|routing-form|calendar)\.ts$/;

/** What webhooks are told of what happens: said by the room, enqueued where it happens. */
const NEWS = /^src\/scheduling\/webhooks\/(?:[a-z]+-)?(?:news|payload)\.ts$/;

/** One file each, no room behind it; everybody may know them. */
const LEAVES: readonly string[] = [
  'src/errors.ts',
  'src/events/audit-log.ts',
  'src/artifacts/store.ts',
  'src/keys/key-ring.ts',
  'src/outbound/outbound.ts',
];

const ROOMS_OF_APP: readonly string[] = [
  ...LEAVES,
  'src/accounts/',
  'src/api/',
  'src/audit-log/',
  'src/authorization/',
  'src/calendar-pages/',
  'src/clients/',
  'src/conferencing-pages/',
  'src/config/config.ts',
  'src/delivery/',
  'src/http/',
  'src/ops/',
  'src/playground/',
  'src/reference/',
  'src/routing-forms/',
  'src/scheduling/',
  'src/scopes/',
  'src/stores.ts',
  'src/teams/',
  'views/',
];

const PORTS: readonly Group[] = [
  PORT,
  NOUN,
  'src/scheduling/calendars/provider.ts',
  'src/api/role.ts',
  'src/artifacts/store.ts',
  'src/events/audit-log.ts',
  'src/config/config.ts',
  'src/http/throttle.ts',
  'src/scopes/',
  'src/stores.ts',
  'src/keys/key-rotation.ts',
];

export const ROOMS: readonly Room[] = [
  ...LEAVES.map((place) => ({ place, may: [] })),
  { place: 'src/accounts/generated-password.ts', may: [] },
  {
    place: 'src/keys/key-rotation.ts',
    may: ['src/keys/key-ring.ts', 'src/ops/log.ts'],
    typesOnly: ['src/keys/key-ring.ts', 'src/ops/log.ts'],
  },
  { place: 'src/process/error-line.ts', may: ['src/errors.ts'] },
  { place: 'src/process/work-pool.ts', may: ['src/errors.ts'] },
  { place: 'src/scheduling/bookings/ics.ts', may: [] },
  { place: 'src/scheduling/webhooks/payload-template.ts', may: [] },
  { place: 'src/scopes/', may: [] },
  { place: 'src/config/', may: [] },
  { place: 'views/', may: [] },

  {
    place: 'src/ops/',
    may: ['src/errors.ts', 'src/config/config.ts', 'src/stores.ts'],
    typesOnly: ['src/config/config.ts', 'src/stores.ts'],
  },
  {
    place: 'src/http/',
    may: ['src/errors.ts', 'src/keys/key-ring.ts', 'src/ops/', 'src/api/envelope.ts', 'views/'],
    typesOnly: ['src/keys/key-ring.ts', 'src/ops/'],
  },
  {
    place: 'src/accounts/',
    may: [
      ...LEAVES,
      'src/process/work-pool.ts',
      'src/scopes/',
      'src/http/',
      'src/ops/log.ts',
      'views/',
      'src/jobs/store.ts',
    ],
    typesOnly: ['src/jobs/store.ts'],
  },
  {
    place: 'src/delivery/',
    may: [
      ...LEAVES,
      'src/accounts/address-proof.ts',
      'src/scheduling/bookings/ics.ts',
      NOUN,
      'src/scheduling/bookings/calendar-event.ts',
      'src/scheduling/bookings/guests.ts',
      'src/scheduling/calendars/',
      'src/scheduling/conferencing/',
      'src/scheduling/provider-oauth/',
      'src/scheduling/workflows/plan.ts',
      'src/scheduling/workflows/receivers.ts',
      'src/scheduling/workflows/templates.ts',
      'src/scopes/',
      'src/http/',
      'src/ops/log.ts',
      'views/',
      'src/web/session/user.ts',
      'src/accounts/recovery-link.ts',
      'src/stores.ts',
      PORT,
    ],
    typesOnly: ['src/ops/log.ts', 'src/web/session/user.ts', 'src/stores.ts', PORT, NOUN],
  },
  {
    place: 'src/clients/',
    may: [
      ...LEAVES,
      'src/process/work-pool.ts',
      'src/scopes/',
      'src/http/',
      'src/ops/log.ts',
      'views/',
      'src/accounts/store.ts',
      'src/web/session/user.ts',
    ],
    typesOnly: ['src/accounts/store.ts', 'src/web/session/user.ts'],
  },
  {
    place: 'src/audit-log/',
    may: [
      'src/errors.ts',
      'src/events/audit-log.ts',
      'src/http/',
      'views/',
      'src/accounts/store.ts',
      'src/web/session/user.ts',
    ],
    typesOnly: ['src/events/audit-log.ts', 'src/accounts/store.ts', 'src/web/session/user.ts'],
  },
  {
    place: 'src/authorization/',
    may: [
      ...LEAVES,
      'src/scopes/',
      'src/clients/',
      'src/http/',
      'src/ops/log.ts',
      'views/',
      'src/config/config.ts',
      'src/api/principal.ts',
      'src/accounts/store.ts',
      'src/web/session/user.ts',
      'src/jobs/store.ts',
      'src/organization-apps/member-grants.ts',
    ],
    typesOnly: [
      'src/ops/log.ts',
      'src/jobs/store.ts',
      'src/organization-apps/member-grants.ts',
      'src/config/config.ts',
      'src/api/principal.ts',
      'src/accounts/store.ts',
      'src/web/session/user.ts',
    ],
  },
  { place: 'src/api/', may: ['src/errors.ts', 'src/scopes/'] },
  {
    place: 'src/scheduling/',
    may: [
      'src/process/work-pool.ts',
      'src/scheduling/bookings/ics.ts',
      'src/errors.ts',
      'src/events/audit-log.ts',
      'src/artifacts/store.ts',
      'src/keys/key-ring.ts',
      'src/outbound/outbound.ts',
      'src/scheduling/webhooks/payload-template.ts',
      'src/jobs/store.ts',
      'src/scopes/',
      'src/api/',
    ],
    typesOnly: [
      'src/events/audit-log.ts',
      'src/artifacts/store.ts',
      'src/keys/key-ring.ts',
      'src/jobs/store.ts',
    ],
  },
  {
    place: 'src/calendar-pages/',
    may: [
      'src/errors.ts',
      'src/events/audit-log.ts',
      'src/http/',
      'views/',
      'src/scheduling/calendars/',
      'src/web/session/user.ts',
    ],
    typesOnly: ['src/events/audit-log.ts', 'src/web/session/user.ts'],
  },
  {
    place: 'src/conferencing-pages/',
    may: ['src/errors.ts', 'src/http/', 'views/', 'src/scheduling/conferencing/', 'src/web/session/user.ts'],
    typesOnly: ['src/web/session/user.ts'],
  },
  {
    place: 'src/routing-forms/',
    may: [
      'src/errors.ts',
      'src/events/audit-log.ts',
      'src/http/',
      'views/',
      'src/scheduling/routing-forms/',
      'src/web/session/user.ts',
    ],
    typesOnly: ['src/events/audit-log.ts', 'src/web/session/user.ts'],
  },
  {
    place: 'src/teams/',
    may: [
      'src/errors.ts',
      'src/events/audit-log.ts',
      'src/keys/key-ring.ts',
      'src/http/',
      'views/',
      'src/scheduling/memberships/',
      'src/web/session/user.ts',
      'src/clients/logo.ts',
      'src/clients/store.ts',
      'src/scopes/granted-resources.ts',
    ],
    typesOnly: [
      'src/clients/store.ts',
      'src/scopes/granted-resources.ts',
      'src/events/audit-log.ts',
      'src/keys/key-ring.ts',
      'src/web/session/user.ts',
    ],
  },
  { place: 'src/playground/', may: ['src/errors.ts', 'views/'] },
  {
    place: 'src/reference/',
    may: ['src/errors.ts', 'src/api/', 'src/clients/store.ts', 'views/'],
    typesOnly: ['src/clients/store.ts'],
  },

  {
    place: 'src/stores.ts',
    may: [
      PORT,
      'src/scheduling/calendars/provider.ts',
      'src/artifacts/store.ts',
      'src/events/audit-log.ts',
      'src/http/throttle.ts',
      'src/keys/key-rotation.ts',
      'src/outbound/outbound.ts',
    ],
    typesOnly: ['src/'],
  },
  {
    place: 'src/web/home/links.ts',
    may: ROOMS_OF_APP,
    typesOnly: ['src/config/config.ts', 'src/stores.ts'],
  },
  { place: 'src/app.ts', may: [...ROOMS_OF_APP, 'src/web/home/links.ts', 'src/keys/key-rotation.ts'] },
  {
    place: 'src/demo/',
    may: [
      ...LEAVES,
      'src/accounts/',
      'src/clients/',
      'src/config/config.ts',
      'src/scheduling/',
      'src/scopes/',
      'src/stores.ts',
      'src/accounts/generated-password.ts',
    ],
  },
  {
    place: 'src/process/listener.ts',
    may: ['src/config/config.ts', 'src/http/parser-errors.ts'],
    typesOnly: ['src/config/config.ts'],
  },
  {
    place: 'src/process/serve.ts',
    may: [
      'src/app.ts',
      'src/config/config.ts',
      'src/demo/',
      'src/keys/key-ring.ts',
      'src/process/listener.ts',
      'src/ops/',
      'src/stores.ts',
      'adapters/stores.ts',
    ],
  },
  {
    place: 'src/process/run-service.ts',
    may: ['src/config/config.ts', 'src/process/error-line.ts', 'src/process/serve.ts'],
  },
  { place: 'src/main.ts', may: ['src/process/run-service.ts'] },
  {
    place: 'src/cli/',
    may: [
      ...LEAVES,
      'src/accounts/',
      'src/api/validation-messages.ts',
      'src/audit-log/',
      'src/clients/',
      'src/config/config.ts',
      'src/config/urls.ts',
      'src/process/error-line.ts',
      'src/process/run-service.ts',
      'src/scheduling/',
      'src/scopes/',
      'src/stores.ts',
      'src/accounts/generated-password.ts',
      'adapters/data-dir.ts',
      'adapters/secret-keys.ts',
      'adapters/stores.ts',
    ],
  },

  // A port is a type; besides it an adapter takes the failures it may throw and the rules that its statements repeat.
  {
    place: 'adapters/',
    may: [
      'src/errors.ts',
      'src/scheduling/bookings/ics.ts',
      'src/outbound/outbound.ts',
      'src/scheduling/webhooks/payload-template.ts',
      'src/process/work-pool.ts',
      'src/jobs/retries.ts',
      'src/clients/status.ts',
      'src/scheduling/bookings/assignment.ts',
      'src/scheduling/bookings/guests.ts',
      'src/scheduling/calendars/fault.ts',
      'src/scheduling/event-types/meeting-apps.ts',
      'src/scheduling/provider-oauth/provider.ts',
      'src/scheduling/provider-oauth/revocation-job.ts',
      'src/scheduling/event-types/managed.ts',
      'src/scheduling/memberships/invites.ts',
      'src/scheduling/memberships/rules.ts',
      'src/scheduling/schedules/working-hours.ts',
      'src/scheduling/workflows/plan.ts',
      NEWS,
      ...PORTS,
    ],
    typesOnly: PORTS,
  },
  { place: 'knexfile.ts', may: ['adapters/knex/migrate.ts'] },
];

/** Which places may import a package; `node:` modules are free except where named. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'oidc-provider': ['src/authorization/'],
  knex: ['adapters/knex/'],
  '@electric-sql/pglite': ['adapters/knex/'],
  ioredis: ['adapters/'],
  'rate-limiter-flexible': ['adapters/throttle.ts'],
  'ipaddr.js': ['adapters/outbound.ts'],
  mustache: ['src/scheduling/webhooks/payload-template.ts'],
  uuid: ['adapters/', 'src/scheduling/'],
  'sanitize-html': ['src/delivery/workflow-html.ts'],
  'libphonenumber-js': ['src/scheduling/'],
  'temporal-polyfill': ['src/scheduling/', 'adapters/calendars/'],
  'ical.js': ['adapters/calendars/'],
  'fast-xml-parser': ['adapters/calendars/'],
  tldts: ['src/clients/web-domains.ts'],
  zod: [
    'src/api/',
    'src/accounts/passkey-answers.ts',
    'src/clients/rules.ts',
    'src/clients/legacy-lines.ts',
    'src/scheduling/',
  ],
  '@simplewebauthn/server': ['src/accounts/passkey-ceremony.ts'],
  '@node-rs/argon2': ['src/accounts/password-hash.ts'],
  commander: ['src/cli/'],
  koa: [
    'src/app.ts',
    'src/http/',
    'src/ops/',
    'src/api/',
    'src/authorization/',
    'src/playground/',
    'src/reference/',
    'src/accounts/',
    'src/audit-log/',
    'src/clients/',
    'src/delivery/',
    'src/calendar-pages/',
    'src/conferencing-pages/',
    'src/routing-forms/',
    'src/teams/',
  ],
  'koa-router': [
    'src/app.ts',
    'src/authorization/',
    'src/playground/',
    'src/accounts/',
    'src/audit-log/',
    'src/clients/',
    'src/delivery/',
    'src/http/page-table.ts',
    'src/calendar-pages/',
    'src/conferencing-pages/',
    'src/routing-forms/',
    'src/teams/',
  ],
  'csv-stringify': ['src/web/routing-forms/response-csv.ts'],
  nodemailer: ['adapters/mail/'],
  'koa-body': ['src/http/'],
  'koa-helmet': ['src/http/security-headers.ts'],
  '@koa/cors': ['src/api/'],
  preact: [
    'views/',
    'src/http/pages.ts',
    'src/authorization/',
    'src/playground/',
    'src/reference/',
    'src/accounts/',
    'src/audit-log/',
    'src/clients/',
    'src/delivery/',
    'src/calendar-pages/',
    'src/conferencing-pages/',
    'src/routing-forms/',
    'src/teams/',
  ],
  'preact-render-to-string': ['views/render.ts'],
  pino: ['src/ops/'],
  sharp: ['src/clients/logo-image.ts'],
};

/** In these rooms rules, use cases and stores stand beside pages; the web is for the pages alone. */
export const MIXED_ROOMS: readonly string[] = [
  'src/accounts/',
  'src/audit-log/',
  'src/clients/',
  'src/delivery/',
];
export const WEB_PACKAGES: readonly string[] = ['koa', 'koa-router', 'preact'];
export const WEB_FILE = /\.tsx$|(?:^|[/-])(?:pages|routes|person)\.ts$|\/page-[a-z-]+\.ts$/;

/** The only readers of the environment. */
export const ENVIRONMENT_READERS: readonly string[] = ['src/main.ts', 'src/cli/main.ts', 'knexfile.ts'];
