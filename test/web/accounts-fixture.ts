/* The account pages on a real port over real stores, for test browsers. */
import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import type { AccountDeps } from '../../src/accounts/deps.js';
import { endAccountGrants } from '../../src/authorization/grants/account-grants.js';
import { createFamilies } from '../../src/authorization/grants/families.js';
import { createCeremonies } from '../../src/accounts/passkeys/passkey-ceremony.js';
import { createChallenges } from '../../src/accounts/passkeys/passkey-challenges.js';
import { createCurrentUser } from '../../src/web/session/current-user.js';
import { createHomePages } from '../../src/web/home/pages.js';
import { createAllSecurityPages } from '../../src/web/security/pages.js';
import { createAllSignInPages } from '../../src/web/sign-in/pages.js';
import { createPageRouter } from '../../src/web/router.js';
import { createPasswords } from '../../src/accounts/password-hash.js';
import type { Passwords } from '../../src/accounts/password-hash.js';
import { createSessions } from '../../src/accounts/session.js';
import type { Sessions } from '../../src/accounts/session.js';
import type { Account } from '../../src/accounts/store.js';
import {
  type AttemptLimits,
  ATTEMPT_LIMITS,
  createAttemptCounter,
} from '../../src/accounts/sign-in-rate-limit.js';
import { createCookies } from '../../src/http/cookies.js';
import { createCsrf } from '../../src/http/csrf.js';
import { serveAssets } from '../../src/http/assets.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import type { Stores } from '../../src/stores.js';
import { SERVICE_NAME } from '../../views/layout.js';
import { type Browser, createBrowser } from '../support/browser.js';
import { serve } from '../http/serve.js';
import type { Served } from '../http/serve.js';

export const PASSWORD = 'seven quiet herons';

export interface SiteOptions {
  readonly limits?: AttemptLimits;
  readonly clock?: () => number;
  readonly appUrl?: string;
}

export interface VisitingBrowser extends Browser {
  /** With the CSRF field of the page at the same path, or at `from`. */
  post(path: string, fields: Readonly<Record<string, string>>, from?: string): Promise<Response>;
  /** Its value, by the name without prefix. */
  cookie(name: string): Promise<string | undefined>;
  signedInAs(): Promise<string | undefined>;
}

export interface Site extends Served {
  readonly sessions: Sessions;
  /** How many passwords were hashed or verified so far. */
  readonly hashed: () => number;
}

function counting(passwords: Passwords): { passwords: Passwords; count: () => number } {
  let count = 0;
  const counted: Passwords = {
    hash: (password) => ((count += 1), passwords.hash(password)),
    verify: (password, hash) => ((count += 1), passwords.verify(password, hash)),
  };
  return { passwords: counted, count: () => count };
}

/** The pages of one replica; several may use the same stores. */
export async function startSite(
  stores: Stores,
  secretKeys: readonly string[],
  options: SiteOptions = {},
): Promise<Site> {
  const keys = createKeyRing(secretKeys);
  const clock = options.clock ?? Date.now;
  const sessions = createSessions({ artifacts: stores.artifacts, keys, clock });
  const { passwords, count } = counting(createPasswords());
  const pages = (appUrl: string): Middleware => {
    const cookies = createCookies(appUrl);
    const csrf = createCsrf({ keys, cookies, appUrl });
    const currentUser = createCurrentUser({ accounts: stores.accounts.accounts, sessions, cookies });
    const grants = { families: createFamilies(stores.artifacts), audit: stores.events.audit };
    const deps = {
      artifacts: stores.artifacts,
      ceremonies: createCeremonies(appUrl, SERVICE_NAME),
      challenges: createChallenges({ artifacts: stores.artifacts, keys, clock, random: randomBytes }),
      attempts: createAttemptCounter(stores.throttle, keys, options.limits ?? ATTEMPT_LIMITS),
      accounts: stores.accounts.accounts,
      recoveries: stores.accounts.recoveries,
      emailChanges: stores.accounts.emailChanges,
      deletions: stores.accounts.deletions,
      accountData: stores.accounts.accountData,
      passkeys: stores.accounts.passkeys,
      audit: stores.events.audit,
      endGrants: (...about: Parameters<AccountDeps['endGrants']>) => endAccountGrants(grants, ...about),
      jobs: stores.jobs,
      keys,
      sessions,
      passwords,
      cookies,
      csrf,
      currentUser,
      shellOf: () => Promise.resolve(undefined),
      appUrl,
      clock,
    };
    const tables = [createHomePages(), createAllSignInPages(deps), createAllSecurityPages(deps)];
    return createPageRouter(deps)(tables.flat());
  };
  const { appUrl } = options;
  const served = await serve({
    trustedProxies: ['127.0.0.1/32'],
    inside: (origin) => [serveAssets, pages(appUrl ?? origin)],
    ...(appUrl && { hosts: () => ({ baseUrl: appUrl, appUrl, issuerUrl: appUrl }) }),
  });
  return { ...served, sessions, hashed: count };
}

export async function addAccount(stores: Stores, email: string, name = 'Ada Lovelace'): Promise<Account> {
  const passwordHash = await createPasswords().hash(PASSWORD);
  const account = await stores.accounts.accounts.create({ email, name, passwordHash }, { actor: 'test' });
  if (account === 'email_taken') throw new Error(`${email} is taken`);
  return account;
}

/** Each browser has its own client IP, so that attempts of one never count for another. */
let networks = 0;
export function browserFrom(origin: string, clientIp = `192.0.2.${(networks += 1)}`): VisitingBrowser {
  const browser = createBrowser(origin);
  const post: VisitingBrowser['post'] = async (path, fields, from = path) => {
    const page = await browser.get(from);
    const csrf = page.root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
    const headers = { origin, 'x-forwarded-for': clientIp };
    return browser.raw(path, { method: 'POST', body: new URLSearchParams({ csrf, ...fields }), headers });
  };
  const cookie = async (name: string): Promise<string | undefined> =>
    (await browser.jar.getCookies(origin)).find(({ key }) => key === `slotkey_${name}`)?.value;
  const signedInAs = async (): Promise<string | undefined> =>
    (await browser.get('/')).root.querySelector('.signed-in-as .hint')?.text;
  return { ...browser, post, cookie, signedInAs };
}
