/* The fixture of page states, and common steps towards them. */
import type { Page } from 'playwright-core';
import { CERTAIN } from '../../views/parts/confirmation.js';
import type { CallbackServer } from '../interop/callback-server.js';
import { authorizeUrl } from '../support/oauth.js';
import type { Service, TestClient, TestUser } from '../support/service.js';
import type { Demonstration } from './demonstration.js';
import { signInWith } from './sign-in.js';

export interface BrowserFixture {
  readonly service: Service;
  readonly callback: CallbackServer;
  readonly demonstration: Demonstration;
  readonly user: TestUser;
}

/** Answers the question of a form that asks first. */
export const confirm = (page: Page): Promise<void> => page.locator(`button[name=${CERTAIN.name}]`).click();

export type PageState = readonly [name: string, open: (page: Page, fixture: BrowserFixture) => Promise<void>];

export const MAX_CLIENT_NAME_LENGTH = 100;
export const MAX_USER_NAME_LENGTH = 120;

export const register = (
  { service, callback }: BrowserFixture,
  form: Parameters<Service['client']>[0] = {},
  options = {},
) => service.client({ redirectUris: [callback.uri], ...form }, options);

export const at = (
  { service, callback }: BrowserFixture,
  client: TestClient,
  params: Readonly<Record<string, string>> = {},
) => authorizeUrl(service, client, { redirect_uri: callback.uri, ...params });

export const goTo =
  (path: string) =>
  async (page: Page, { service }: BrowserFixture): Promise<void> => {
    await page.goto(service.url + path);
  };

export async function signedIn(page: Page, { service, user }: BrowserFixture, path = '/'): Promise<void> {
  await page.goto(`${service.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await signInWith(page, user);
}

export async function signInAt(
  page: Page,
  fixture: BrowserFixture,
  url: string,
  user = fixture.user,
): Promise<void> {
  await page.goto(url);
  await signInWith(page, user);
}
