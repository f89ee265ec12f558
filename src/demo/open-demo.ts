/*
 * Finds the demonstration world of an earlier start, or makes it. Main hands it to the application, which needs to know
 * the playground's client. Only outside production.
 */
import { randomBytes } from 'node:crypto';
import { redirectUriMatches, redirectUriProblem } from '../clients/redirect-uris.js';
import type { ClientStore } from '../clients/store.js';
import type { Config } from '../config.js';
import type { KeyRing } from '../key-ring.js';
import type { Stores } from '../stores.js';
import { announcement } from './announce.js';
import { DEVELOPER, PLAYGROUND } from './cast.js';
import { makeClient, makeWorld } from './world.js';
import type { Workshop } from './world.js';

export interface DemoWorld {
  /** A public client whose redirect URI is `{app_url}/playground/callback`. */
  readonly playgroundClientId: string;
}

export interface DemoParts {
  readonly config: Config;
  readonly stores: Pick<Stores, 'accounts' | 'clients'>;
  readonly keys: KeyRing;
  readonly print: (text: string) => void;
}

async function findPlayground(
  clients: ClientStore,
  ownerId: number,
  redirectUri: string,
): Promise<string | undefined> {
  const approved = await clients.list('approved');
  const playground = approved.find(
    ({ name, kind, ownerId: owner, redirectUris }) =>
      owner === ownerId &&
      name === PLAYGROUND.name &&
      redirectUris.some((registered) => redirectUriMatches(registered, redirectUri, kind)),
  );
  return playground?.id;
}

/** APP_URL may have changed since the world was made: then the playground gets a client for the new one. */
async function reopen(workshop: Workshop): Promise<DemoWorld | undefined> {
  const { accounts, registry, redirectUri } = workshop;
  const developer = await accounts.findByEmail(DEVELOPER.email);
  if (!developer) return undefined;
  const known = await findPlayground(registry.clients, developer.id, redirectUri);
  if (known !== undefined) return { playgroundClientId: known };
  const { registered } = await makeClient(workshop, PLAYGROUND, developer.id);
  return { playgroundClientId: registered.clientId };
}

async function openAgain(workshop: Workshop, { config, print }: DemoParts): Promise<DemoWorld | undefined> {
  const world = await reopen(workshop);
  if (world) print(`The demonstration world is open: ${config.appUrl}/playground`);
  return world;
}

/** Undefined in production, with DEMO=false, and on a database that people already use. */
export async function openDemo(parts: DemoParts): Promise<DemoWorld | undefined> {
  const { config, stores, keys, print } = parts;
  const redirectUri = `${config.appUrl}/playground/callback`;
  if (!config.demo) return undefined;
  if (redirectUriProblem(redirectUri, 'public') !== undefined) {
    print('No demonstration: it needs an APP_URL that is https or on this machine.');
    return undefined;
  }
  const registry = { clients: stores.clients, keys, random: randomBytes };
  const workshop = { accounts: stores.accounts, registry, redirectUri };
  if ((await stores.accounts.list()).length > 0) return openAgain(workshop, parts);
  const made = await makeWorld(workshop);
  if (!made) return openAgain(workshop, parts);
  print(announcement(made, config.appUrl));
  return reopen(workshop);
}
