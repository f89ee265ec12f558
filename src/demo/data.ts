/*
 * Creates the demonstration data: a few users and one client of each kind and status, to try the service by hand. It is
 * created once, in an empty database outside production, through the same use cases as everything else.
 */
import { generatePassword } from '../accounts/generated-password.js';
import { createPasswords } from '../accounts/password-hash.js';
import type { AccountStore } from '../accounts/store.js';
import { registerClient, type Registered, type Registry } from '../clients/register.js';
import type { Actor } from '../events/audit-log.js';
import { newTerms } from '../scheduling/event-types/rules.js';
import type { EventTypeStore } from '../scheduling/event-types/store.js';
import { createOrganization, type DemoOrganization, type OrganizationDeps } from './organization.js';
import { CLIENTS, type ClientTemplate, DEVELOPER, ORGANIZATION, USERS, type UserTemplate } from './people.js';

const DEMO: Actor = { actor: 'demo' };

/** Printed once, at the first start. */
export interface DemoUser extends UserTemplate {
  readonly id: number;
  readonly username: string;
  readonly password: string;
}

export interface DemoClient extends ClientTemplate {
  readonly registered: Registered;
}

export interface DemoData {
  readonly users: readonly DemoUser[];
  readonly clients: readonly DemoClient[];
  readonly organization: DemoOrganization | undefined;
}

export interface DemoDataDeps extends OrganizationDeps {
  readonly accounts: AccountStore;
  readonly eventTypes: EventTypeStore;
  readonly registry: Registry;
  /** Of every demonstration client; the first is that of the playground. */
  readonly redirectUris: readonly string[];
}

async function createUser(
  { accounts, eventTypes }: DemoDataDeps,
  template: UserTemplate,
): Promise<DemoUser | undefined> {
  const password = generatePassword();
  const passwordHash = await createPasswords().hash(password);
  const { email, name, admin } = template;
  const account = await accounts.create({ email, name, admin, passwordHash, emailVerified: true }, DEMO);
  if (account === 'email_taken') return undefined;
  const most = template.eventTypes.length;
  for (const eventType of template.eventTypes)
    await eventTypes.create(account.id, { terms: newTerms(eventType), most }, DEMO);
  return { ...template, id: account.id, username: account.username, password };
}

export async function createClient(
  { registry, redirectUris }: DemoDataDeps,
  template: ClientTemplate,
  ownerId: number,
): Promise<DemoClient> {
  const { approved, legacy, ...fields } = template;
  const form = { ...fields, redirectUris };
  return {
    ...template,
    registered: await registerClient(registry, { form, ownerId, approved, legacy }, DEMO),
  };
}

/** Undefined when another process creates it at the same time: the addresses of its users are unique. */
export async function createDemoData(deps: DemoDataDeps): Promise<DemoData | undefined> {
  const developer = await createUser(deps, DEVELOPER);
  if (!developer) return undefined;
  const users = [developer];
  for (const template of USERS) {
    const user = await createUser(deps, template);
    if (user) users.push(user);
  }
  const clients: DemoClient[] = [];
  for (const template of CLIENTS) clients.push(await createClient(deps, template, developer.id));
  const accountIds = new Map(users.map(({ email, id }) => [email, id]));
  const organization = await createOrganization(deps, ORGANIZATION, accountIds, DEMO);
  return { users, clients, organization };
}
