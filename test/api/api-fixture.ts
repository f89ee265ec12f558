/*
 * A service with data for every endpoint: a user with open hours who owns an organization, their tokens, and the
 * database. Its data are created over the API.
 */
import type { Database } from '../../adapters/knex/connection.js';
import type { Route } from '../../src/api/route.js';
import { SCOPE_NAMES } from '../../src/scopes/catalogue.js';
import { type CalendarStandIns, openCalendarStandIns } from '../scheduling/calendars/stand-ins.js';
import { openBackend } from '../support/backend.js';
import { type Service, startService } from '../support/service.js';
import { type MeetingProvider, startMeetingProvider } from '../scheduling/conferencing/meeting-provider.js';
import { mintedToken } from './minted-tokens.js';
import { registeredRoutes } from './registered.js';
import { openWire, type Wire } from './wire.js';

/** Signs the events of meeting servers. */
export const MEETING_SECRET = `whsec_${Buffer.from('shared with meeting servers').toString('base64')}`;

export interface Fixture {
  readonly service: Service;
  /** Where users connect accounts. */
  readonly provider: MeetingProvider;
  readonly routes: readonly Route[];
  readonly wire: Wire;
  readonly db: Database;
  /** Where calendars are connected. */
  readonly calendars: CalendarStandIns;
  readonly accountId: number;
  readonly orgId: number;
  /** With these scopes; of `accountId` of the fixture by default. */
  token(scope: string, accountId?: number): Promise<string>;
  /** By the user, with every scope; returns the data of the reply, and throws on failure. */
  call<D = { readonly id: number }>(method: string, path: string, body?: unknown): Promise<D>;
  /** The id of a new user. */
  nonMember(): Promise<number>;
  /** Another number with each call. */
  next(): number;
  close(): Promise<void>;
}

export const ACTOR = { actor: 'test' };
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const OPEN_HOURS = {
  name: 'Always',
  timeZone: 'UTC',
  isDefault: true,
  availability: [{ days: DAYS, startTime: '00:00', endTime: '24:00' }],
};

async function addUser({ stores }: Service, name: string): Promise<number> {
  const email = `${name}@example.com`;
  const account = await stores.accounts.accounts.create(
    { email, name, passwordHash: '$argon2id$none' },
    ACTOR,
  );
  if (account === 'email_taken') throw new Error(`there are two of ${name}`);
  return account.id;
}

interface Started extends Pick<Fixture, 'service' | 'provider' | 'calendars' | 'db'> {
  readonly end: () => Promise<void>;
}

async function startOverDatabase(): Promise<Started> {
  const calendars = await openCalendarStandIns();
  const backend = await openBackend(calendars.env);
  const provider = await startMeetingProvider();
  const service = await startService({
    backend,
    env: { ...provider.env, CONFERENCING_EVENTS_SECRET: MEETING_SECRET },
  });
  return {
    service,
    provider,
    db: backend.db,
    calendars,
    async end() {
      await service.close();
      await calendars.close();
      await backend.close();
      await provider.close();
    },
  };
}

export async function openFixture(): Promise<Fixture> {
  const { service, provider, calendars, db, end } = await startOverDatabase();
  let count = 0;
  const next = (): number => (count += 1);
  const accountId = await addUser(service, 'ada');
  const organization = await service.stores.teams.teams.createOrganization(
    accountId,
    { name: 'Analytical Society', slug: 'society' },
    ACTOR,
  );
  if (typeof organization !== 'object') throw new Error('no organization was created');
  const { clientId } = await service.client({ scopes: [...SCOPE_NAMES] }, { ownerId: accountId });
  const token = (scope: string, holder = accountId) =>
    mintedToken(service, { clientId, accountId: holder }, scope);
  const everything = await token(SCOPE_NAMES.join(' '));
  const wire = openWire(service.url);
  const call: Fixture['call'] = async <D>(method: string, path: string, body?: unknown) => {
    const { status, text } = await wire.send({ method, path, token: everything, body });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return (JSON.parse(text) as { readonly data: D }).data;
  };
  await call('POST', '/v2/schedules', OPEN_HOURS);
  return {
    ...{ service, provider, calendars, db, wire, accountId, token, call, next },
    routes: registeredRoutes(service),
    orgId: organization.id,
    nonMember: () => addUser(service, `user-${next()}`),
    async close() {
      wire.close();
      await end();
    },
  };
}
