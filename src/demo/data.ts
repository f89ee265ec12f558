/*
 * The demonstration world: a few people and one client of each kind and state, for trying the service by hand. Made
 * once, on an empty database outside production, through the same use cases as everything else.
 */
import { createPasswords } from '../accounts/password-hash.js';
import type { Account, AccountStore } from '../accounts/store.js';
import type { Actor } from '../events/audit-log.js';
import { registerClient } from '../clients/register.js';
import type { Registered, Registry } from '../clients/register.js';
import { newTerms } from '../scheduling/event-types/rules.js';
import type { EventTypeStore } from '../scheduling/event-types/store.js';
import { generatePassword } from '../accounts/generated-password.js';
import { CLIENTS, DEVELOPER, ORGANIZATION, PEOPLE } from './people.js';
import type { CastClient, CastPerson } from './people.js';
import { makeOrganization } from './organization.js';
import type { MadeOrganization, OrganizationWorkshop } from './organization.js';

const DEMO: Actor = { actor: 'demo' };

/** What is told once, to the person who started the process. */
export interface MadePerson extends CastPerson {
  readonly username: string;
  readonly password: string;
}

export interface MadeClient extends CastClient {
  readonly registered: Registered;
}

export interface DemoData {
  readonly people: readonly MadePerson[];
  readonly clients: readonly MadeClient[];
  readonly organization: MadeOrganization | undefined;
}

export interface Workshop extends OrganizationWorkshop {
  readonly accounts: AccountStore;
  readonly eventTypes: EventTypeStore;
  readonly registry: Registry;
  /** Where every client of this world has its answers sent; the first is the playground's. */
  readonly redirectUris: readonly string[];
}

async function makePerson(
  { accounts, eventTypes }: Workshop,
  person: CastPerson,
): Promise<[MadePerson, Account] | undefined> {
  const password = generatePassword();
  const passwordHash = await createPasswords().hash(password);
  const { email, name, admin } = person;
  const account = await accounts.create({ email, name, admin, passwordHash, emailVerified: true }, DEMO);
  if (account === 'email_taken') return undefined;
  const most = person.eventTypes.length;
  for (const eventType of person.eventTypes)
    await eventTypes.create(account.id, { terms: newTerms(eventType), most }, DEMO);
  return [{ ...person, username: account.username, password }, account];
}

export async function makeClient(
  { registry, redirectUris }: Workshop,
  client: CastClient,
  ownerId: number,
): Promise<MadeClient> {
  const { approved, legacy, ...words } = client;
  const form = { ...words, redirectUris };
  return { ...client, registered: await registerClient(registry, { form, ownerId, approved, legacy }, DEMO) };
}

/** Undefined when another process made it at the same moment: the addresses of its people are unique. */
export async function createDemoData(workshop: Workshop): Promise<DemoData | undefined> {
  const developer = await makePerson(workshop, DEVELOPER);
  if (!developer) return undefined;
  const people = [developer[0]];
  const ids = new Map<string, number>();
  for (const person of PEOPLE) {
    const made = await makePerson(workshop, person);
    if (!made) continue;
    people.push(made[0]);
    ids.set(person.email, made[1].id);
  }
  const clients: MadeClient[] = [];
  for (const client of CLIENTS) clients.push(await makeClient(workshop, client, developer[1].id));
  const organization = await makeOrganization(workshop, { people: ids, organization: ORGANIZATION }, DEMO);
  return { people, clients, organization };
}
