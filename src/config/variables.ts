/*
 * The table of all environment variables that the service reads. `npm run docs` writes docs/configuration.md, .env.example
 * and the environment in docker-compose.yml from it. Rules between variables are in rules.ts.
 */
import { boolean, choice, mailbox, networks, secret, secretKeys, text, wholeNumber } from './readers.js';
import { PROCESS_VARIABLES } from './process-variables.js';
import { redisCluster, redisSentinels, redisServer } from './redis.js';
import { clientId, clientSecret, gateway, securityContact, type Variable } from './variable.js';
import { origin, url, verbatimUrl, webFolderUrl, webUrl } from './urls.js';

const SECONDS_IN_TEN_YEARS = 315_360_000;

export const VARIABLES = {
  ...PROCESS_VARIABLES,

  BASE_URL: {
    heading: 'Addresses',
    reader: origin,
    default: 'http://localhost:${PORT}',
    example: 'https://scheduling.example',
    meaning: 'Origin of the API: `/v2/...`.',
  },
  APP_URL: {
    reader: origin,
    default: '${BASE_URL}',
    example: 'https://scheduling.example',
    meaning: 'Origin of the pages people see: sign-in, consent, connected applications.',
  },
  SETTINGS_URL: {
    reader: webUrl,
    default: '${APP_URL}/settings/developer',
    meaning: 'Address of the developer settings, on the origin of `APP_URL`.',
  },
  SECURITY_CONTACT: securityContact,
  ISSUER_URL: {
    reader: origin,
    default: '${APP_URL}',
    example: 'https://scheduling.example',
    meaning: 'Issuer, identical to the character in metadata and in `iss`.',
  },
  TRUSTED_PROXIES: {
    reader: networks,
    default: '',
    example: '10.0.0.0/8,fd00::/8',
    meaning:
      'Proxies whose `X-Forwarded-*` headers are believed. [Behind a proxy](operating.md#behind-a-proxy) explains it.',
  },
  OUTBOUND_ALLOW: {
    reader: networks,
    default: '',
    example: '10.20.0.0/16',
    meaning: 'Private networks that webhooks, feeds and calendars may reach.',
  },

  DATABASE_URL: {
    heading: 'Stores',
    reader: verbatimUrl('postgres', 'postgresql'),
    example: 'postgres://slotkey:password@localhost:5432/slotkey',
    meaning: 'PostgreSQL. Without it an embedded database in `DATA_DIR` serves one process.',
    secret: true,
  },
  DATABASE_PREPARED_STATEMENTS: {
    reader: boolean,
    default: 'true',
    meaning:
      'Whether connections to PostgreSQL keep prepared statements. `false` behind a pooler that does not; [Stores](operating.md#stores) explains it.',
  },
  DATA_DIR: {
    reader: text('path of a folder'),
    default: './data',
    meaning: 'Embedded database and generated keys.',
  },
  REDIS_URL: {
    reader: redisServer,
    example: 'redis://localhost:6379',
    meaning:
      'One Redis for codes, tokens, grants and sessions. Set one of the three `REDIS_` variables, or none to keep them in the database.',
    secret: true,
  },
  REDIS_CLUSTER_NODES: {
    reader: redisCluster,
    example: 'redis://10.0.0.1:6379,redis://10.0.0.2:6379',
    meaning: 'The same on a Redis Cluster.',
    secret: true,
  },
  REDIS_SENTINELS: {
    reader: redisSentinels,
    example: 'mymaster@10.0.0.1:26379,10.0.0.2:26379',
    meaning: 'The same behind sentinels.',
    secret: true,
  },

  SECRET_KEYS: {
    heading: 'Keys',
    reader: secretKeys,
    // No example: it might be used as it is.
    example: '',
    meaning:
      'Every hash of a secret, cookie signature and sealed value is derived from them. The same on every replica; [Keys](operating.md#keys) explains how to change them. Required in production and with `DATABASE_URL`; otherwise made once and kept in `DATA_DIR`. `openssl rand -base64 48` makes one.',
    secret: true,
  },

  SMTP_URL: {
    heading: 'Messages',
    reader: url('smtp', 'smtps'),
    example: 'smtps://user:password@mail.example:465',
    meaning:
      'Server for outgoing mail. Without it mails stay in the outbox, readable at `APP_URL/dev/outbox` outside production.',
    secret: true,
  },
  MAIL_FROM: {
    reader: mailbox,
    example: 'Slotkey <no-reply@scheduling.example>',
    meaning: 'Sender of outgoing mail. Required with `SMTP_URL`.',
  },
  SMS_URL: {
    reader: url('https', 'http'),
    example: 'https://sms.example/send',
    meaning:
      'Gateway for [text messages](operating.md#text-messages). Without it they stay in the outbox beside the mails.',
    secret: true,
  },

  AUTHORIZATION_CODE_TTL: {
    heading: 'Lifetimes and limits',
    reader: wholeNumber(10, 600, 'seconds'),
    default: '60',
    meaning: 'How long an authorization code can be exchanged.',
  },
  REFRESH_TOKEN_TTL: {
    reader: wholeNumber(1, SECONDS_IN_TEN_YEARS, 'seconds'),
    default: '2592000',
    meaning:
      'How long a refresh token lives after its last use: 30 days by default. At most `REFRESH_TOKEN_MAX_AGE`.',
  },
  REFRESH_TOKEN_MAX_AGE: {
    reader: wholeNumber(1, SECONDS_IN_TEN_YEARS, 'seconds'),
    default: '31536000',
    meaning: 'How long an authorization lives at most: 365 days by default.',
  },
  REFRESH_GRACE_SECONDS: {
    reader: wholeNumber(0, 600, 'seconds'),
    default: '60',
    meaning: 'How long a repeated refresh gets the same answer again.',
  },
  BOOKINGS_PER_NETWORK: {
    reader: wholeNumber(1, 1_000_000),
    default: '60',
    meaning:
      'How many bookings a client IP may make or move within ten minutes without a token. IPv6 addresses of the same /64 count as one.',
  },
  READS_PER_NETWORK: {
    reader: wholeNumber(1, 1_000_000),
    default: '6000',
    meaning:
      'How many lists of event types or time zones, and clients, a client IP may read within ten minutes without a token. IPv6 addresses are counted as above.',
  },

  CLIENTS_PER_ACCOUNT: {
    reader: wholeNumber(1, 10_000),
    default: '100',
    meaning:
      'How many clients a user may own, whatever their status, those of teams among them. The command line is not limited.',
  },

  AUDIT_RETENTION_DAYS: {
    reader: wholeNumber(30, 36_500, 'days'),
    example: '730',
    meaning:
      'After how many days rows of the [audit log](operating.md#audit) are deleted. Without it they are kept.',
  },

  APPLE_CALDAV_URL: {
    heading: 'Calendars and conferencing',
    reader: webFolderUrl,
    default: 'https://caldav.icloud.com/',
    meaning: 'CalDAV server behind Apple calendars. [calendars.md](calendars.md) explains it.',
  },
  JITSI_URL: {
    reader: webUrl,
    default: 'https://meet.jit.si',
    meaning: 'Server of the meeting rooms that need no account.',
  },
  CONFERENCING_EVENTS_SECRET: {
    reader: secret(24),
    example: 'whsec_cGFzdGUtb3BlbnNzbC1yYW5kLWhlcmU',
    meaning: 'Signs events about recordings and transcripts. Without it none are accepted.',
    secret: true,
  },
  ZOOM_CLIENT_ID: clientId('Zoom', 'zoom-client'),
  ZOOM_CLIENT_SECRET: clientSecret('Zoom', 'zoom-secret'),
  ZOOM_URL: gateway('Zoom', 'https://zoom-gateway.example'),
  GOOGLE_CLIENT_ID: clientId('Google', 'google-client.apps.googleusercontent.com'),
  GOOGLE_CLIENT_SECRET: clientSecret('Google', 'google-secret'),
  GOOGLE_URL: gateway('Google', 'https://google-gateway.example'),
  OFFICE365_CLIENT_ID: clientId('Microsoft', '00000000-0000-0000-0000-000000000000'),
  OFFICE365_CLIENT_SECRET: clientSecret('Microsoft', 'office365-secret'),
  OFFICE365_URL: gateway('Microsoft 365', 'https://office365-gateway.example'),

  LOG_LEVEL: {
    heading: 'Log and demonstration data',
    reader: choice('debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
    meaning: 'Least severe level that is logged.',
  },
  DEMO: {
    reader: boolean,
    default: 'true',
    defaultInProduction: 'false',
    meaning:
      'Whether the first start fills an empty database with demonstration data. Refused in production.',
  },
} satisfies Readonly<Record<string, Variable>>;
