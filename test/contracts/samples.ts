/* Plain values for the contracts; each call returns unique ones. */
import { randomBytes } from 'node:crypto';
import type { NewAccount } from '../../src/accounts/store.js';
import type { NextArtifact } from '../../src/artifacts/store.js';
import type { Actor } from '../../src/events/audit-log.js';
import type { NewClient, NewSecret } from '../../src/clients/store.js';

export const ACTOR: Actor = { actor: 'account:7', clientIp: '192.0.2.7' };

export const unique = (): string => randomBytes(16).toString('base64url');

export const inMilliseconds = (milliseconds: number): number => Date.now() + milliseconds;

export const artifact = (value = 'state', lifeMs = 60_000): NextArtifact => ({
  version: unique(),
  value,
  expiresAt: inMilliseconds(lifeMs),
});

export const newAccount = (change: Partial<NewAccount> = {}): NewAccount => ({
  email: `${randomBytes(6).toString('hex')}@example.org`,
  name: 'Ada Lovelace',
  passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
  ...change,
});

export const secret = (): NewSecret => ({ id: unique(), hash: `k1.${unique()}`, hint: '3f9a' });

export const client = (ownerId: number, change: Partial<NewClient> = {}): NewClient => ({
  id: randomBytes(32).toString('hex'),
  name: 'Acme Sync',
  purpose: 'Copies bookings into Acme.',
  website: 'https://acme.example',
  supportEmail: 'help@acme.example',
  privacyPolicy: 'https://acme.example/privacy',
  termsOfService: 'https://acme.example/terms',
  kind: 'confidential',
  status: 'pending',
  legacy: false,
  resourceServer: false,
  redirectUris: ['https://acme.example/callback', 'http://localhost/callback'],
  scopes: ['BOOKING_READ', 'PROFILE_READ'],
  ownerId,
  secrets: [secret()],
  ...change,
});

/** Text that every backend must store unchanged. */
export const ODD_TEXTS: readonly string[] = [
  'Zoë Ångström',
  'e\u0301 is not \u00e9',
  '\u05e9\u05dc\u05d5\u05dd \u202e',
  '\u{1f469}\u200d\u{1f680}\u{1f1fa}\u{1f1f3}',
  "'; drop table client; --",
  'a|b||c',
  '\u0001\t\r\n\u007f',
  '\\u0000 \\x00 {} {a}b}',
];

/** Text that every backend must refuse. */
export const UNSTORABLE_TEXTS: readonly string[] = ['a\0b', '\ud800', 'x\udc00y'];
