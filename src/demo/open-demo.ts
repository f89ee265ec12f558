/* Opens the demonstration data of an earlier start, or creates it. Only outside production. */
import { randomBytes } from 'node:crypto';
import { redirectUriMatches, redirectUriProblem } from '../clients/redirect-uris.js';
import type { ClientStore } from '../clients/store.js';
import type { Config } from '../config/config.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Stores } from '../stores.js';
import { announcement } from './announce.js';
import { DEVELOPER, PLAYGROUND } from './people.js';
import { createClient, createDemoData, type DemoDataDeps } from './data.js';

export interface DemoService {
  /** A public client whose redirect URI is `{app_url}/playground/callback`. */
  readonly playgroundClientId: string;
}

export interface DemoDeps {
  readonly config: Config;
  readonly stores: Pick<Stores, 'accounts' | 'clients' | 'scheduling' | 'teams'>;
  readonly keys: KeyRing;
  readonly print: (text: string) => void;
}

async function findPlayground(
  clients: ClientStore,
  ownerId: number,
  uris: readonly string[],
): Promise<string | undefined> {
  const approved = await clients.list('approved');
  const playground = approved.find(
    ({ name, kind, ownerId: owner, redirectUris }) =>
      owner === ownerId &&
      name === PLAYGROUND.name &&
      uris.every((uri) => redirectUris.some((registered) => redirectUriMatches(registered, uri, kind))),
  );
  return playground?.id;
}

/** The URLs of the service may have changed since: then the playground gets a client for the new ones. */
async function reopen(deps: DemoDataDeps): Promise<DemoService | undefined> {
  const { accounts, registry, redirectUris } = deps;
  const developer = await accounts.findByEmail(DEVELOPER.email);
  if (!developer) return undefined;
  const known = await findPlayground(registry.clients, developer.id, redirectUris);
  if (known !== undefined) return { playgroundClientId: known };
  const { registered } = await createClient(deps, PLAYGROUND, developer.id);
  return { playgroundClientId: registered.clientId };
}

/** Of the playground and the reference page; empty when the playground could not be redirected to. */
function redirectUrisOf({ appUrl, baseUrl }: Config): readonly string[] {
  const [playground, reference] = [`${appUrl}/playground/callback`, `${baseUrl}/v2/docs/oauth2-redirect`];
  const isAllowed = (uri: string): boolean => redirectUriProblem(uri, { kind: 'public' }) === undefined;
  return isAllowed(playground) ? [playground, reference].filter(isAllowed) : [];
}

const demoDataDeps = ({ stores, keys }: DemoDeps, redirectUris: readonly string[]): DemoDataDeps => ({
  accounts: stores.accounts.accounts,
  eventTypes: stores.scheduling.eventTypes,
  memberships: stores.teams.memberships,
  ownMemberships: stores.teams.ownMemberships,
  teamEventTypes: stores.scheduling.teamEventTypes,
  teams: stores.teams.teams,
  registry: { clients: stores.clients.clients, keys, random: randomBytes },
  redirectUris,
});

/** Undefined in production, with DEMO=false, and for a database that is in use. */
export async function openDemo(deps: DemoDeps): Promise<DemoService | undefined> {
  const { config, stores, print } = deps;
  if (!config.demo) return undefined;
  const redirectUris = redirectUrisOf(config);
  if (redirectUris.length === 0) {
    print('No demonstration: it needs an APP_URL that is https or on this machine.');
    return undefined;
  }
  const dataDeps = demoDataDeps(deps, redirectUris);
  const isEmpty = (await stores.accounts.accounts.list()).length === 0;
  const data = isEmpty ? await createDemoData(dataDeps) : undefined;
  const demo = await reopen(dataDeps);
  if (data) print(announcement(data, config.appUrl));
  else if (demo) print(`The demonstration is available: ${config.appUrl}/playground`);
  return demo;
}
