/*
 * The map of the house, as data: which files make a room and what each room may import. README shows the same map to
 * people. A file belongs to the longest prefix that fits it; what is not listed is not allowed.
 */

/** A prefix, or what the paths look like. */
export type Place = string | RegExp;

export interface Room {
  /** A folder with its slash, or one file. */
  readonly place: string;
  /** Other rooms, or single files of them. */
  readonly may: readonly Place[];
  /** Those of `may` from which only types are taken: the other side is handed in when the house is wired. */
  readonly typesOnly?: readonly Place[];
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
  'src/audit.ts',
  'src/artifact-store.ts',
  'src/key-ring.ts',
  'src/outbound.ts',
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
  'src/config.ts',
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

const PORTS: readonly Place[] = [
  PORT,
  NOUN,
  'src/scheduling/calendars/provider.ts',
  'src/api/role.ts',
  'src/artifact-store.ts',
  'src/audit.ts',
  'src/config.ts',
  'src/http/throttle.ts',
  'src/scopes/',
  'src/stores.ts',
  'src/key-renewal.ts',
];

export const ROOMS: readonly Room[] = [
  ...LEAVES.map((place) => ({ place, may: [] })),
  { place: 'src/strong-password.ts', may: [] },
  {
    place: 'src/key-renewal.ts',
    may: ['src/key-ring.ts', 'src/ops/log.ts'],
    typesOnly: ['src/key-ring.ts', 'src/ops/log.ts'],
  },
  { place: 'src/failure-line.ts', may: ['src/errors.ts'] },
  { place: 'src/work-pool.ts', may: ['src/errors.ts'] },
  { place: 'src/ics.ts', may: [] },
  { place: 'src/payload-template.ts', may: [] },
  { place: 'src/scopes/', may: [] },
  { place: 'src/config.ts', may: ['src/config/'] },
  { place: 'src/config/', may: [] },
  { place: 'views/', may: [] },

  {
    place: 'src/ops/',
    may: ['src/errors.ts', 'src/config.ts', 'src/stores.ts'],
    typesOnly: ['src/config.ts', 'src/stores.ts'],
  },
  {
    place: 'src/http/',
    may: ['src/errors.ts', 'src/key-ring.ts', 'src/ops/', 'src/api/envelope.ts', 'views/'],
    typesOnly: ['src/key-ring.ts', 'src/ops/'],
  },
  {
    place: 'src/accounts/',
    may: [
      ...LEAVES,
      'src/work-pool.ts',
      'src/scopes/',
      'src/http/',
      'src/ops/log.ts',
      'views/',
      'src/delivery/store.ts',
    ],
    typesOnly: ['src/delivery/store.ts'],
  },
  {
    place: 'src/delivery/',
    may: [
      ...LEAVES,
      'src/accounts/address-proof.ts',
      'src/ics.ts',
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
      'src/accounts/person.ts',
      'src/accounts/recovery-link.ts',
      'src/stores.ts',
      PORT,
    ],
    typesOnly: ['src/ops/log.ts', 'src/accounts/person.ts', 'src/stores.ts', PORT, NOUN],
  },
  {
    place: 'src/clients/',
    may: [
      ...LEAVES,
      'src/work-pool.ts',
      'src/scopes/',
      'src/http/',
      'src/ops/log.ts',
      'views/',
      'src/accounts/store.ts',
      'src/accounts/person.ts',
    ],
    typesOnly: ['src/accounts/store.ts', 'src/accounts/person.ts'],
  },
  {
    place: 'src/audit-log/',
    may: [
      'src/errors.ts',
      'src/audit.ts',
      'src/http/',
      'views/',
      'src/accounts/store.ts',
      'src/accounts/person.ts',
    ],
    typesOnly: ['src/audit.ts', 'src/accounts/store.ts', 'src/accounts/person.ts'],
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
      'src/config.ts',
      'src/api/principal.ts',
      'src/accounts/store.ts',
      'src/accounts/person.ts',
      'src/delivery/store.ts',
      'src/teams/member-grants.ts',
    ],
    typesOnly: [
      'src/ops/log.ts',
      'src/delivery/store.ts',
      'src/teams/member-grants.ts',
      'src/config.ts',
      'src/api/principal.ts',
      'src/accounts/store.ts',
      'src/accounts/person.ts',
    ],
  },
  { place: 'src/api/', may: ['src/errors.ts', 'src/scopes/'] },
  {
    place: 'src/scheduling/',
    may: [
      'src/work-pool.ts',
      'src/ics.ts',
      'src/errors.ts',
      'src/audit.ts',
      'src/artifact-store.ts',
      'src/key-ring.ts',
      'src/outbound.ts',
      'src/payload-template.ts',
      'src/delivery/store.ts',
      'src/scopes/',
      'src/api/',
    ],
    typesOnly: ['src/audit.ts', 'src/artifact-store.ts', 'src/key-ring.ts', 'src/delivery/store.ts'],
  },
  {
    place: 'src/calendar-pages/',
    may: [
      'src/errors.ts',
      'src/audit.ts',
      'src/http/',
      'views/',
      'src/scheduling/calendars/',
      'src/accounts/person.ts',
    ],
    typesOnly: ['src/audit.ts', 'src/accounts/person.ts'],
  },
  {
    place: 'src/conferencing-pages/',
    may: ['src/errors.ts', 'src/http/', 'views/', 'src/scheduling/conferencing/', 'src/accounts/person.ts'],
    typesOnly: ['src/accounts/person.ts'],
  },
  {
    place: 'src/routing-forms/',
    may: [
      'src/errors.ts',
      'src/audit.ts',
      'src/http/',
      'views/',
      'src/scheduling/routing-forms/',
      'src/accounts/person.ts',
    ],
    typesOnly: ['src/audit.ts', 'src/accounts/person.ts'],
  },
  {
    place: 'src/teams/',
    may: [
      'src/errors.ts',
      'src/audit.ts',
      'src/key-ring.ts',
      'src/http/',
      'views/',
      'src/scheduling/memberships/',
      'src/accounts/person.ts',
      'src/clients/logo.ts',
      'src/clients/store.ts',
      'src/scopes/reach.ts',
    ],
    typesOnly: [
      'src/clients/store.ts',
      'src/scopes/reach.ts',
      'src/audit.ts',
      'src/key-ring.ts',
      'src/accounts/person.ts',
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
      'src/artifact-store.ts',
      'src/audit.ts',
      'src/http/throttle.ts',
      'src/key-renewal.ts',
      'src/outbound.ts',
    ],
    typesOnly: ['src/'],
  },
  {
    place: 'src/home-links.ts',
    may: ROOMS_OF_APP,
    typesOnly: ['src/config.ts', 'src/stores.ts'],
  },
  { place: 'src/app.ts', may: [...ROOMS_OF_APP, 'src/home-links.ts', 'src/key-renewal.ts'] },
  {
    place: 'src/demo/',
    may: [
      ...LEAVES,
      'src/accounts/',
      'src/clients/',
      'src/config.ts',
      'src/scheduling/',
      'src/scopes/',
      'src/stores.ts',
      'src/strong-password.ts',
    ],
  },
  {
    place: 'src/listener.ts',
    may: ['src/config.ts', 'src/http/parser-errors.ts'],
    typesOnly: ['src/config.ts'],
  },
  {
    place: 'src/serve.ts',
    may: [
      'src/app.ts',
      'src/config.ts',
      'src/demo/',
      'src/key-ring.ts',
      'src/listener.ts',
      'src/ops/',
      'src/stores.ts',
      'adapters/stores.ts',
    ],
  },
  { place: 'src/run-service.ts', may: ['src/config.ts', 'src/failure-line.ts', 'src/serve.ts'] },
  { place: 'src/main.ts', may: ['src/run-service.ts'] },
  {
    place: 'src/cli/',
    may: [
      ...LEAVES,
      'src/accounts/',
      'src/api/input-words.ts',
      'src/audit-log/',
      'src/clients/',
      'src/config.ts',
      'src/config/urls.ts',
      'src/failure-line.ts',
      'src/run-service.ts',
      'src/scheduling/',
      'src/scopes/',
      'src/stores.ts',
      'src/strong-password.ts',
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
      'src/ics.ts',
      'src/outbound.ts',
      'src/payload-template.ts',
      'src/work-pool.ts',
      'src/delivery/retries.ts',
      'src/clients/status.ts',
      'src/scheduling/bookings/assignment.ts',
      'src/scheduling/bookings/guests.ts',
      'src/scheduling/calendars/fault.ts',
      'src/scheduling/conferencing/apps.ts',
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
  mustache: ['src/payload-template.ts'],
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
  'csv-stringify': ['src/routing-forms/response-lines.ts'],
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
