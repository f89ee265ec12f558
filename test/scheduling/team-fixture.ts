/* A team of an organization whose members can be booked at any time, for suites about bookings of teams. */
import { randomUUID } from 'node:crypto';
import type { ScopeName } from '../../src/scopes/catalogue.js';
import { type Service, type ServiceOptions, startService } from '../support/service.js';
import { ahead, attendee, type BookingView } from './bookings/booking-fixture.js';
import { type Caller, callerFor, type Reply } from './caller.js';

export interface HostView {
  readonly userId: number;
  readonly name: string;
  readonly username: string;
  readonly mandatory?: boolean;
  readonly priority?: string;
}

export interface EventTypeView extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly ownerId: number | null;
  readonly hosts: readonly HostView[];
}

export interface TeamFixture {
  readonly service: Service;
  readonly orgId: number;
  readonly teamId: number;
  readonly teamSlug: string;
  /** The team at its own mount. */
  readonly team: string;
  /** Owns the organization and the team. */
  readonly ada: Caller;
  /** Members of both. */
  readonly ben: Caller;
  readonly cleo: Caller;
  /** Is in neither. */
  readonly nonMember: Caller;
  /** An event type of the team, created by Ada; throws on failure. A managed one is the first of several. */
  createEventType<D = EventTypeView>(body: object): Promise<D>;
  /** Anonymous; `origin`: of another replica. */
  book(body: object, origin?: string): Promise<Reply<BookingView>>;
  booked(body: object): Promise<BookingView>;
  close(): Promise<void>;
}

const SCOPES: readonly ScopeName[] = [
  'EVENT_TYPE_READ',
  'EVENT_TYPE_WRITE',
  'BOOKING_READ',
  'BOOKING_WRITE',
  'TEAM_EVENT_TYPE_READ',
  'TEAM_EVENT_TYPE_WRITE',
  'TEAM_BOOKING_READ',
  'TEAM_BOOKING_WRITE',
  'ORG_EVENT_TYPE_READ',
  'ORG_EVENT_TYPE_WRITE',
  'ORG_BOOKING_READ',
  'ORG_BOOKING_WRITE',
  'TEAM_MEMBERSHIP_WRITE',
  'ORG_MEMBERSHIP_WRITE',
  'TEAM_ROUTING_FORM_READ',
  'TEAM_ROUTING_FORM_WRITE',
  'ORG_ROUTING_FORM_READ',
  'ORG_ROUTING_FORM_WRITE',
  'TEAM_WORKFLOW_READ',
  'TEAM_WORKFLOW_WRITE',
];
export const ACTOR = { actor: 'test' };
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Every hour of every day. */
async function openAlways({ stores }: Service, ownerId: number): Promise<number> {
  const availability = [{ days: DAYS, startTime: '00:00', endTime: '24:00' }];
  const hours = { name: 'Always', timeZone: 'UTC', availability, overrides: [], isDefault: true };
  const schedule = await stores.scheduling.schedules.create(ownerId, hours, ACTOR);
  if (!schedule) throw new Error('there is no such user');
  return schedule.id;
}

/** Added by an owner of the group, and accepted by the user. */
export async function addMember(
  service: Service,
  groupId: number,
  ownerId: number,
  accountId: number,
): Promise<number> {
  const input = { accountId, role: 'member', accepted: true, disableImpersonation: false } as const;
  const membership = await service.stores.teams.memberships.add(groupId, ownerId, input, ACTOR);
  if (typeof membership !== 'object') throw new Error(`not added: ${membership}`);
  await service.stores.teams.ownMemberships.agree(accountId, membership.id, ACTOR);
  return membership.id;
}

async function host(service: Service, name: string): Promise<Caller> {
  const caller = await callerFor(service, SCOPES, await service.user(name));
  await openAlways(service, caller.id);
  return caller;
}

export async function openTeamFixture(options: ServiceOptions = {}): Promise<TeamFixture> {
  const service = await startService(options);
  const {
    teams: { teams },
  } = service.stores;
  const [ada, ben] = [await host(service, 'Ada Lovelace'), await host(service, 'Ben Franklin')];
  const [cleo, nonMember] = [await host(service, 'Cleo Patra'), await host(service, 'Max Planck')];
  const organization = await teams.createOrganization(ada.id, { name: 'Harbour', slug: 'harbour' }, ACTOR);
  if (typeof organization !== 'object') throw new Error('no organization was created');
  const orgId = organization.id;
  const input = {
    organizationId: orgId,
    name: 'Desk',
    slugs: ['desk'],
    settings: {},
    accepted: true,
    most: 9,
  };
  const team = await teams.create(ada.id, input, ACTOR);
  if (typeof team !== 'object') throw new Error('no team was created');
  for (const { id } of [ben, cleo]) {
    await addMember(service, orgId, ada.id, id);
    await addMember(service, team.id, ada.id, id);
  }
  const book: TeamFixture['book'] = async (body, origin = service.url) => {
    const response = await fetch(`${origin}/v2/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ start: ahead(7), attendee, ...body }),
    });
    const text = await response.text();
    return { ...(JSON.parse(text) as Reply<BookingView>), status: response.status, text };
  };
  return {
    ...{ service, orgId, ada, ben, cleo, nonMember, book },
    teamId: team.id,
    teamSlug: team.slug,
    team: `/v2/teams/${team.id}`,
    async createEventType<D>(body: object) {
      const terms = { title: 'Intro call', slug: `intro-${randomUUID()}`, lengthInMinutes: 60 };
      const path = `/v2/teams/${team.id}/event-types`;
      const reply = await ada.call<D>('POST', path, { ...terms, schedulingType: 'collective', ...body });
      if (reply.status !== 201) throw new Error(`not created: ${reply.text}`);
      return reply.data;
    },
    async booked(body) {
      const { status, data, text } = await book(body);
      if (status !== 201) throw new Error(`not booked: ${text}`);
      return data;
    },
    close: () => service.close(),
  };
}

/** In the order of importance. */
export const hosts = (...callers: readonly Caller[]) => callers.map(({ id: userId }) => ({ userId }));
