/* Connecting accounts at a local provider. For the suites of conferencing. */
import type { ScopeName } from '../../../src/scopes/catalogue.js';
import type { Service } from '../../support/service.js';
import { type Caller, callerFor } from '../caller.js';
import type { MeetingProvider } from './meeting-provider.js';

export interface AppView {
  readonly id: number;
  readonly type: string;
  readonly userId: number;
  readonly invalid: boolean;
}

export const RETURN = {
  returnTo: 'https://client.example.com/done?from=slotkey',
  onErrorReturnTo: 'https://client.example.com/failed?from=slotkey',
};

/** The same user through another client, with other scopes. */
export async function callerAs(
  service: Service,
  accountId: number,
  scopes: readonly ScopeName[],
): Promise<Caller> {
  const account = await service.stores.accounts.accounts.findById(accountId);
  if (account === undefined) throw new Error('there is no such account');
  return callerFor(service, scopes, { account, email: account.email, password: '' });
}

/** `mount`: `/v2` for the user, or the path of a team. */
export async function consentUrl(
  caller: Caller,
  app: string,
  { mount = '/v2' }: { readonly mount?: string } = {},
): Promise<string> {
  const query = new URLSearchParams(RETURN).toString();
  const path = `${mount}/conferencing/${app}/oauth/auth-url?${query}`;
  const { status, data, text } = await caller.call<{ readonly url: string }>('GET', path);
  if (status !== 200) throw new Error(`no address: ${text}`);
  return data.url;
}

/** The redirect of the provider back to the service. */
export async function followCallback(
  service: Pick<Service, 'url'>,
  app: string,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly location: string; readonly text: string }> {
  const search = new URLSearchParams(query).toString();
  const url = `${service.url}/v2/conferencing/${app}/oauth/callback?${search}`;
  const response = await fetch(url, { redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    text: await response.text(),
  };
}

/** Throws when the account is not connected. */
export async function connect(
  service: Service,
  provider: MeetingProvider,
  caller: Caller,
  { app = 'zoom', mount = '/v2' }: { readonly app?: string; readonly mount?: string } = {},
): Promise<void> {
  const { location, text } = await followCallback(
    service,
    app,
    provider.consent(await consentUrl(caller, app, { mount })),
  );
  if (location !== RETURN.returnTo) throw new Error(`not connected: ${location} ${text}`);
}
