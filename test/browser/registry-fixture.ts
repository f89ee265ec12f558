/* Fixture of the registry suites: two replicas, the redirect URI of an application, and browsers. */
import type { Page } from 'playwright-core';
import { type CallbackServer, startCallback } from '../interop/callback-server.js';
import type { Service, TestUser } from '../support/service.js';
import { checkAppearance } from './appearance.js';
import { launchChromium, type Visit } from './chromium.js';
import { type Credentials, signInWith } from './sign-in.js';
import { startTwoReplicas, type TwoReplicas } from './two-replicas.js';

const WIDTHS = [390, 1280];

export interface RegistryFixture extends Pick<TwoReplicas, 'service' | 'onEach'> {
  readonly callback: CallbackServer;
  /** Advances the clocks of the replicas. */
  later(milliseconds: number): void;
  administrator(): Promise<TestUser>;
  /** A new browser on a page. */
  open(path: string): Promise<Page>;
  /** The same, signed in. */
  signedIn(who: Credentials, path: string): Promise<Page>;
  /** Errors of all browsers. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

async function makeAdministrator(service: Service): Promise<TestUser> {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, { actor: 'test' });
  return user;
}

export async function openRegistryFixture(): Promise<RegistryFixture> {
  let ahead = 0;
  const started = [startTwoReplicas(() => Date.now() + ahead), startCallback(), launchChromium()] as const;
  const [replicas, callback, chromium] = await Promise.all(started);
  const { service, onEach } = replicas;
  const visits: Visit[] = [];

  async function open(path: string): Promise<Page> {
    const visit = await chromium.visit({
      permissions: ['clipboard-read', 'clipboard-write'],
      // Its own client IP, because sign-ins are limited per client IP.
      extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${visits.length + 1}` },
    });
    visits.push(visit);
    await visit.page.goto(service.url + path);
    return visit.page;
  }

  return {
    service,
    onEach,
    callback,
    later: (milliseconds) => void (ahead += milliseconds),
    administrator: () => makeAdministrator(service),
    open,
    async signedIn(who, path) {
      const page = await open(`/sign-in?return_to=${encodeURIComponent(path)}`);
      await signInWith(page, who);
      return page;
    },
    complaints: () => visits.flatMap(({ complaints }) => complaints),
    async close() {
      await chromium.close();
      await callback.close();
      await replicas.close();
    },
  };
}

export const expectAppearance = async (page: Page, name: string): Promise<void> =>
  expect(await checkAppearance(page, `registry-${name}`, WIDTHS)).toEqual([]);
