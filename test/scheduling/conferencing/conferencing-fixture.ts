/* People whose accounts at a provider are on this machine. For the suites of conferencing. */
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

/** The person once more, through a client that may do other things. */
export async function again(
  service: Service,
  accountId: number,
  scopes: readonly ScopeName[],
): Promise<Caller> {
  const account = await service.stores.accounts.accounts.findById(accountId);
  if (account === undefined) throw new Error('there is no such person');
  return callerFor(service, scopes, { account, email: account.email, password: '' });
}

/** `door`: `/v2` for the person, or the path of a team. */
export async function consentUrl(
  person: Caller,
  app: string,
  { door = '/v2', ways = RETURN }: { readonly door?: string; readonly ways?: object } = {},
): Promise<string> {
  const query = new URLSearchParams({ ...ways }).toString();
  const path = `${door}/conferencing/${app}/oauth/auth-url?${query}`;
  const { status, data, text } = await person.call<{ readonly url: string }>('GET', path);
  if (status !== 200) throw new Error(`no address: ${text}`);
  return data.url;
}

/** Where the browser is sent on to. */
export async function comeBack(
  service: Pick<Service, 'url'>,
  app: string,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly location: string; readonly text: string }> {
  const way = new URLSearchParams(query).toString();
  const url = `${service.url}/v2/conferencing/${app}/oauth/callback?${way}`;
  const response = await fetch(url, { redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    text: await response.text(),
  };
}

/** From the consent page to the connection; expects that it works. */
export async function connect(
  service: Service,
  provider: MeetingProvider,
  person: Caller,
  { app = 'zoom', door = '/v2' }: { readonly app?: string; readonly door?: string } = {},
): Promise<void> {
  const { location, text } = await comeBack(
    service,
    app,
    provider.consent(await consentUrl(person, app, { door })),
  );
  if (location !== RETURN.returnTo) throw new Error(`not connected: ${location} ${text}`);
}
