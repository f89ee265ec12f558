/* Where the stories of the registry are played: two replicas, an application's callback, and people at browsers. */
import type { Page } from 'playwright-core';
import { type CallbackServer, startCallback } from '../interop/callback-server.js';
import type { Service, TestPerson } from '../support/service.js';
import { lookAt } from './appearance.js';
import { launchChromium, type Visit } from './chromium.js';
import { type Credentials, signInWith } from './person.js';
import { startTwoReplicas, type TwoReplicas } from './two-replicas.js';

const WIDTHS = [390, 1280];

export interface RegistryFixture extends Pick<TwoReplicas, 'door' | 'onEach'> {
  readonly callback: CallbackServer;
  /** From now on the replicas are so many milliseconds further ahead of the time. */
  later(milliseconds: number): void;
  administrator(): Promise<TestPerson>;
  /** A browser of somebody's own, at a page. */
  open(path: string): Promise<Page>;
  /** The same, of somebody who signed in on the way to the page. */
  signedIn(who: Credentials, path: string): Promise<Page>;
  /** What all browsers complained about. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

async function makeAdministrator(door: Service): Promise<TestPerson> {
  const person = await door.person('Ada Admin');
  await door.stores.accounts.accounts.setAdmin(person.account.id, true, { actor: 'test' });
  return person;
}

export async function openRegistryFixture(): Promise<RegistryFixture> {
  let ahead = 0;
  const started = [startTwoReplicas(() => Date.now() + ahead), startCallback(), launchChromium()] as const;
  const [replicas, callback, chromium] = await Promise.all(started);
  const { door, onEach } = replicas;
  const visits: Visit[] = [];

  async function open(path: string): Promise<Page> {
    const visit = await chromium.visit({
      permissions: ['clipboard-read', 'clipboard-write'],
      // In a network of its own: sign-ins from one are counted.
      extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${visits.length + 1}` },
    });
    visits.push(visit);
    await visit.page.goto(door.url + path);
    return visit.page;
  }

  return {
    door,
    onEach,
    callback,
    later: (milliseconds) => void (ahead += milliseconds),
    administrator: () => makeAdministrator(door),
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

export const mayBeSeen = async (page: Page, name: string): Promise<void> =>
  expect(await lookAt(page, `story-${name}`, WIDTHS)).toEqual([]);
