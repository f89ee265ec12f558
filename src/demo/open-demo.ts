/*
 * Finds the demonstration world of an earlier start, or makes it. Main hands it to the application, which needs to know
 * the playground's client. Only outside production.
 */
import { randomBytes } from 'node:crypto';
import { redirectUriMatches, redirectUriProblem } from '../clients/redirect-uris.js';
import type { ClientStore } from '../clients/store.js';
import type { Config } from '../config/config.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Stores } from '../stores.js';
import { announcement } from './announce.js';
import { DEVELOPER, PLAYGROUND } from './people.js';
import { makeClient, createDemoData } from './data.js';
import type { Workshop } from './data.js';

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
  wanted: readonly string[],
): Promise<string | undefined> {
  const approved = await clients.list('approved');
  const playground = approved.find(
    ({ name, kind, ownerId: owner, redirectUris }) =>
      owner === ownerId &&
      name === PLAYGROUND.name &&
      wanted.every((uri) => redirectUris.some((registered) => redirectUriMatches(registered, uri, kind))),
  );
  return playground?.id;
}

/** Our addresses may have changed since the world was made: then the playground gets a client for the new ones. */
async function reopen(workshop: Workshop): Promise<DemoService | undefined> {
  const { accounts, registry, redirectUris } = workshop;
  const developer = await accounts.findByEmail(DEVELOPER.email);
  if (!developer) return undefined;
  const known = await findPlayground(registry.clients, developer.id, redirectUris);
  if (known !== undefined) return { playgroundClientId: known };
  const { registered } = await makeClient(workshop, PLAYGROUND, developer.id);
  return { playgroundClientId: registered.clientId };
}

async function openAgain(workshop: Workshop, { config, print }: DemoDeps): Promise<DemoService | undefined> {
  const fixture = await reopen(workshop);
  if (fixture) print(`The demonstration world is open: ${config.appUrl}/playground`);
  return fixture;
}

/** The playground's, and that of the reference page; empty when people could not come back to the playground. */
function redirectUrisOf({ appUrl, baseUrl }: Config): readonly string[] {
  const [playground, reference] = [`${appUrl}/playground/callback`, `${baseUrl}/v2/docs/oauth2-redirect`];
  const fits = (uri: string): boolean => redirectUriProblem(uri, 'public') === undefined;
  return fits(playground) ? [playground, reference].filter(fits) : [];
}

/** Undefined in production, with DEMO=false, and on a database that people already use. */
export async function openDemo(deps: DemoDeps): Promise<DemoService | undefined> {
  const { config, stores, keys, print } = deps;
  const redirectUris = redirectUrisOf(config);
  if (!config.demo) return undefined;
  if (redirectUris.length === 0) {
    print('No demonstration: it needs an APP_URL that is https or on this machine.');
    return undefined;
  }
  const registry = { clients: stores.clients.clients, keys, random: randomBytes };
  const workshop = {
    ...stores.teams,
    ...stores.scheduling,
    accounts: stores.accounts.accounts,
    registry,
    redirectUris,
  };
  if ((await stores.accounts.accounts.list()).length > 0) return openAgain(workshop, deps);
  const made = await createDemoData(workshop);
  if (!made) return openAgain(workshop, deps);
  print(announcement(made, config.appUrl));
  return reopen(workshop);
}
