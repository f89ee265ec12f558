/* What scenes are played on, and the ways that lead to most of them. */
import type { Page } from 'playwright-core';
import type { CallbackServer } from '../interop/callback-server.js';
import { authorizeUrl } from '../support/oauth.js';
import type { Service, TestClient, TestPerson } from '../support/service.js';
import type { Demonstration } from './demonstration.js';
import { signInWith } from './person.js';

export interface Stage {
  readonly service: Service;
  readonly callback: CallbackServer;
  readonly demonstration: Demonstration;
  readonly person: TestPerson;
}

export type Scene = readonly [name: string, play: (page: Page, stage: Stage) => Promise<void>];

export const LONGEST_CLIENT_NAME = 100;
export const LONGEST_PERSON_NAME = 120;

export const register = (
  { service, callback }: Stage,
  form: Parameters<Service['client']>[0] = {},
  options = {},
) => service.client({ redirectUris: [callback.uri], ...form }, options);

export const at = (
  { service, callback }: Stage,
  client: TestClient,
  params: Readonly<Record<string, string>> = {},
) => authorizeUrl(service, client, { redirect_uri: callback.uri, ...params });

export const goTo =
  (path: string) =>
  async (page: Page, { service }: Stage): Promise<void> => {
    await page.goto(service.url + path);
  };

export async function signedIn(page: Page, { service, person }: Stage, path = '/'): Promise<void> {
  await page.goto(`${service.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await signInWith(page, person);
}

export async function asked(page: Page, stage: Stage, url: string, person = stage.person): Promise<void> {
  await page.goto(url);
  await signInWith(page, person);
}
