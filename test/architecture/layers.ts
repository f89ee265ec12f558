/*
 * The modules of the code base and what each may import, as data. docs/architecture.md explains the map. A file belongs
 * to the module with the longest path that is a prefix of its own; what is not listed is not allowed.
 */

export interface ModuleRule {
  /** A folder with its slash, or one file. */
  readonly path: string;
  /** Modules or single files, as prefixes. */
  readonly may: readonly string[];
  /** Those of which only types are imported: the value is passed in by src/app.ts or by who opens the stores. */
  readonly types?: readonly string[];
}

/** Small modules that everybody may import. They import at most each other. */
const FOUNDATION: readonly string[] = [
  'src/errors.ts',
  'src/present.ts',
  'src/durations.ts',
  'src/email-address.ts',
  'src/repeated-members.ts',
  'src/deadline.ts',
  'src/request-abandoned.ts',
  'src/request-body.ts',
  'src/request-headers.ts',
  'src/request-route.ts',
  'src/version.ts',
  'src/artifacts/',
  'src/events/',
  'src/keys/',
  'src/outbound/',
  'src/rate-limits/',
  'src/scopes/',
];

const DOMAIN: readonly string[] = [
  'src/accounts/',
  'src/authorization/',
  'src/clients/',
  'src/delivery/',
  'src/jobs/',
  'src/organization-apps/',
  'src/request-log/',
  'src/scheduling/',
];

export const MODULES: readonly ModuleRule[] = [
  { path: 'src/errors.ts', may: [] },
  { path: 'src/present.ts', may: [] },
  { path: 'src/durations.ts', may: [] },
  { path: 'src/email-address.ts', may: [] },
  { path: 'src/deadline.ts', may: [] },
  { path: 'src/request-abandoned.ts', may: ['src/errors.ts'] },
  { path: 'src/request-body.ts', may: ['src/errors.ts'] },
  { path: 'src/repeated-members.ts', may: [] },
  { path: 'src/request-headers.ts', may: [] },
  { path: 'src/request-route.ts', may: [] },
  { path: 'src/version.ts', may: [] },
  { path: 'src/scopes/', may: [] },
  { path: 'src/artifacts/', may: ['src/errors.ts'] },
  { path: 'src/outbound/', may: [] },
  { path: 'src/rate-limits/', may: FOUNDATION },
  { path: 'src/config/', may: ['src/present.ts', 'src/durations.ts', 'src/email-address.ts'] },
  { path: 'src/events/', may: FOUNDATION },
  { path: 'src/keys/', may: [...FOUNDATION, 'src/ops/log.ts'], types: ['src/ops/log.ts'] },
  {
    path: 'src/ops/',
    may: [
      'src/errors.ts',
      'src/present.ts',
      'src/durations.ts',
      'src/request-route.ts',
      'src/config/',
      'src/stores.ts',
    ],
    types: ['src/config/', 'src/stores.ts'],
  },
  { path: 'src/jobs/', may: [...FOUNDATION, 'src/ops/log.ts'], types: ['src/ops/log.ts'] },
  {
    path: 'src/metrics/',
    may: ['src/deadline.ts', 'src/errors.ts', 'src/jobs/', 'src/request-log/'],
    types: ['src/request-log/'],
  },
  { path: 'src/api/', may: FOUNDATION },
  {
    path: 'src/http/',
    may: [...FOUNDATION, 'src/ops/', 'src/api/envelope.ts', 'views/'],
    types: ['src/ops/'],
  },
  {
    path: 'src/accounts/',
    may: [...FOUNDATION, 'src/http/', 'src/jobs/'],
    types: ['src/http/', 'src/jobs/'],
  },
  {
    path: 'src/clients/',
    may: [...FOUNDATION, 'src/accounts/', 'src/api/', 'src/http/', 'src/ops/'],
    types: ['src/accounts/', 'src/http/', 'src/ops/'],
  },
  { path: 'src/organization-apps/', may: [...FOUNDATION, 'src/clients/'] },
  {
    path: 'src/request-log/',
    may: [...FOUNDATION, 'src/http/', 'src/ops/log.ts'],
    types: ['src/ops/log.ts'],
  },
  {
    path: 'src/authorization/',
    may: [
      ...FOUNDATION,
      'src/accounts/',
      'src/api/principal.ts',
      'src/clients/',
      'src/config/',
      'src/http/',
      'src/jobs/',
      'src/ops/log.ts',
      'src/organization-apps/',
      'src/request-log/',
    ],
    types: [
      'src/accounts/',
      'src/api/principal.ts',
      'src/config/',
      'src/jobs/',
      'src/ops/log.ts',
      'src/organization-apps/',
    ],
  },
  {
    path: 'src/scheduling/',
    may: [...FOUNDATION, 'src/api/', 'src/jobs/'],
  },
  {
    path: 'src/delivery/',
    may: [
      ...FOUNDATION,
      'src/accounts/',
      'src/clients/',
      'src/jobs/',
      'src/ops/log.ts',
      'src/scheduling/',
      'views/mails/',
    ],
    types: ['src/ops/log.ts', 'src/clients/'],
  },
  { path: 'views/', may: [] },
  {
    path: 'src/web/',
    may: [...FOUNDATION, ...DOMAIN, 'src/api/', 'src/config/', 'src/http/', 'src/stores.ts', 'views/'],
    types: ['src/config/', 'src/stores.ts'],
  },
  { path: 'src/stores.ts', may: ['src/'], types: ['src/'] },
  { path: 'src/process/error-summary.ts', may: ['src/errors.ts'] },
  {
    path: 'src/app.ts',
    may: [
      ...FOUNDATION,
      ...DOMAIN,
      'src/api/',
      'src/config/',
      'src/http/',
      'src/metrics/',
      'src/ops/',
      'src/process/',
      'src/stores.ts',
      'src/web/',
      'views/',
    ],
  },
  {
    path: 'src/demo/',
    may: [...FOUNDATION, 'src/accounts/', 'src/clients/', 'src/config/', 'src/scheduling/', 'src/stores.ts'],
    types: ['src/config/', 'src/stores.ts'],
  },
  {
    path: 'src/process/',
    may: [
      'src/app.ts',
      'src/config/',
      'src/demo/',
      'src/durations.ts',
      'src/errors.ts',
      'src/http/',
      'src/keys/',
      'src/metrics/',
      'src/ops/',
      'src/present.ts',
      'src/stores.ts',
      'src/version.ts',
      'adapters/stores.ts',
    ],
  },
  { path: 'src/main.ts', may: ['src/process/'] },
  {
    path: 'src/cli/',
    may: [
      ...FOUNDATION,
      'src/accounts/',
      'src/api/',
      'src/clients/',
      'src/config/',
      'src/jobs/',
      'src/process/',
      'src/scheduling/',
      'src/stores.ts',
      'adapters/',
    ],
  },
  // Adapters implement the ports of src: types, and the pure rules that their statements repeat.
  {
    path: 'adapters/',
    may: [...FOUNDATION, ...DOMAIN, 'src/api/role.ts', 'src/config/', 'src/stores.ts'],
    types: ['src/api/role.ts', 'src/authorization/', 'src/config/', 'src/stores.ts'],
  },
  { path: 'knexfile.ts', may: ['adapters/knex/migrate.ts'] },
];

/** Modules that rules, use cases and ports live in: nothing of the web is known there. */
export const DOMAIN_MODULES: readonly string[] = [
  'src/accounts/',
  'src/clients/',
  'src/delivery/',
  'src/events/',
  'src/jobs/',
  'src/organization-apps/',
  'src/scheduling/',
];
export const WEB_PACKAGES: readonly string[] = ['koa', 'koa-router', 'koa-body', 'preact'];

/** Which modules may import a package; `node:` modules are free except where named. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'oidc-provider': ['src/authorization/'],
  knex: ['adapters/knex/'],
  '@electric-sql/pglite': ['adapters/knex/'],
  ioredis: ['adapters/'],
  'rate-limiter-flexible': ['adapters/throttle.ts'],
  'ipaddr.js': ['src/outbound/addresses.ts'],
  'markdown-it': ['src/web/guides/markdown.ts'],
  mustache: ['src/scheduling/webhooks/payload-template.ts'],
  uuid: ['adapters/', 'src/scheduling/'],
  'sanitize-html': ['src/delivery/'],
  'libphonenumber-js': ['src/scheduling/'],
  'temporal-polyfill': ['src/scheduling/', 'adapters/calendars/'],
  'ical.js': ['adapters/calendars/'],
  'fast-xml-parser': ['adapters/calendars/'],
  tldts: ['src/clients/web-domains.ts'],
  zod: ['src/api/', 'src/accounts/', 'src/clients/', 'src/events/', 'src/jobs/', 'src/scheduling/'],
  '@simplewebauthn/server': ['src/accounts/passkeys/passkey-ceremony.ts'],
  '@node-rs/argon2': ['src/accounts/password-hash.ts'],
  commander: ['src/cli/'],
  koa: [
    'src/app.ts',
    'src/api/',
    'src/authorization/',
    'src/http/',
    'src/ops/',
    'src/request-log/observer.ts',
    'src/web/',
  ],
  'koa-router': ['src/web/'],
  'csv-stringify': ['src/web/routing-forms/response-csv.ts'],
  nodemailer: ['adapters/mail/'],
  'koa-body': ['src/http/'],
  'raw-body': ['src/request-body.ts'],
  'koa-helmet': ['src/http/security-headers.ts'],
  '@koa/cors': ['src/api/'],
  preact: ['views/', 'src/http/pages.ts', 'src/web/'],
  'preact-render-to-string': ['views/render.ts'],
  pino: ['src/ops/'],
  'prom-client': ['src/metrics/'],
  sharp: ['src/clients/logo/logo-image.ts'],
};

/** The only readers of the environment. */
export const ENVIRONMENT_READERS: readonly string[] = ['src/main.ts', 'src/cli/main.ts', 'knexfile.ts'];

/**
 * For the rule that no two modules import each other: each folder under src (each noun under src/scheduling) and under
 * adapters/knex is one, the other folders of adapters and views as a whole too. Files beside them wire modules together.
 */
export function moduleOf(path: string): string {
  const [top = '', second = '', third = '', ...rest] = path.split('/');
  if (top === 'views') return top;
  const nested = (top === 'src' && second === 'scheduling') || (top === 'adapters' && second === 'knex');
  if (nested) return rest.length > 0 ? `${top}/${second}/${third}` : path;
  return third === '' ? path : `${top}/${second}`;
}
