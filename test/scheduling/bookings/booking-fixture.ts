/* A host who is available around the clock, and anonymous callers who book. For the suites of bookings. */
import { readOutbox } from '../../../src/delivery/outbox.js';
import type { Mail } from '../../../src/delivery/message-ports.js';
import { newTerms } from '../../../src/scheduling/event-types/rules.js';
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import type { EventType } from '../../../src/scheduling/event-types/event-type.js';
import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { type Service, type ServiceOptions, startService, type TestUser } from '../../support/service.js';
import { until } from '../../support/until.js';
import { type Caller, callerFor, type Reply } from '../caller.js';

export interface AttendeeView {
  readonly name: string;
  readonly email: string;
  readonly seatUid?: string;
  readonly bookingFieldsResponses?: Readonly<Record<string, unknown>>;
}

export interface BookingView extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly uid: string;
  readonly status: string;
  readonly start: string;
  readonly title: string;
  readonly location: string;
  readonly seatUid?: string;
  readonly attendees: readonly AttendeeView[];
  readonly hosts: readonly { readonly id: number; readonly email: string }[];
}

export interface Fixture {
  readonly service: Service;
  /** Advances the clock of the service. */
  pass(milliseconds: number): void;
  /** Mails to the address, newest first. Waits until there are at least `count`. */
  mails(address: string, count?: number): Promise<readonly Mail[]>;
  readonly host: Caller;
  /** The same, at a browser. */
  readonly hostUser: TestUser;
  readonly username: string;
  /** Of the host; each call creates another one. */
  eventType(change?: Partial<NewEventType>): Promise<EventType>;
  /** Without a token. */
  post<D = BookingView>(
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply<D>>;
  book(eventType: EventType, change?: object): Promise<Reply<BookingView>>;
  /** Throws unless it succeeds. */
  booked(eventType: EventType, change?: object): Promise<BookingView>;
  /** Another account; `proven`: with a verified address. */
  member(options: { readonly proven: boolean }): Promise<Caller & TestUser>;
  close(): Promise<void>;
}

const DAY = 24 * 3_600_000;
const SCOPES: readonly ScopeName[] = ['BOOKING_READ', 'BOOKING_WRITE'];
const ACTOR = { actor: 'test' };

/** In UTC. */
export function ahead(days: number, time = '09:00'): string {
  const date = new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
  return `${date}T${time}:00.000Z`;
}

export const attendee = { name: 'Grace Hopper', email: 'grace@example.net', timeZone: 'America/New_York' };

async function post<D>(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Reply<D>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const envelope = JSON.parse(text) as Pick<Reply<D>, 'data' | 'error'>;
  return { ...envelope, status: response.status, text };
}

/** Every hour of every day, so that a time is refused only for the reason under test. */
async function openAlways({ stores }: Service, ownerId: number): Promise<void> {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
  const availability = [{ days, startTime: '00:00', endTime: '24:00' }];
  const hours = { name: 'Always', timeZone: 'UTC', availability, overrides: [], isDefault: true };
  if (!(await stores.scheduling.schedules.create(ownerId, hours, ACTOR)))
    throw new Error('the account does not exist');
}

/** The maximum of mails to read. */
const MAILS = 5_000;

async function mailsTo({ stores, registry }: Service, address: string): Promise<readonly Mail[]> {
  const messages = await readOutbox({ outbox: stores.delivery.outbox, keys: registry.keys }, MAILS);
  return messages.flatMap((message) =>
    'subject' in message && message.to.address === address ? [message] : [],
  );
}

export async function openFixture(options: ServiceOptions = {}): Promise<Fixture> {
  let passed = 0;
  const service = await startService({ clock: () => Date.now() + passed, ...options });
  const user = await service.user('Ada Lovelace');
  const host = await callerFor(service, SCOPES, user);
  await openAlways(service, host.id);
  let count = 0;

  const eventType: Fixture['eventType'] = async (change = {}) => {
    const slug = `intro-${(count += 1)}`;
    const terms = newTerms({ title: 'Intro call', slug, lengthInMinutes: 60, ...change });
    const created = await service.stores.scheduling.eventTypes.create(host.id, { terms, most: 1_000 }, ACTOR);
    if (typeof created !== 'object') throw new Error(`not created: ${created}`);
    return created.eventType;
  };
  const book: Fixture['book'] = ({ id: eventTypeId }, change = {}) =>
    post(`${service.url}/v2/bookings`, { start: ahead(7), eventTypeId, attendee, ...change }, {});
  return {
    service,
    pass(milliseconds) {
      passed += milliseconds;
    },
    async mails(address, least = 1) {
      let mails: readonly Mail[] = [];
      await until(async () => (mails = await mailsTo(service, address)).length >= least);
      return mails;
    },
    host,
    hostUser: user,
    username: user.account.username,
    eventType,
    post: (path, body, headers = {}) => post(`${service.url}${path}`, body, headers),
    book,
    async booked(type, change) {
      const { status, data, text } = await book(type, change);
      if (status !== 201) throw new Error(`not booked: ${text}`);
      return data;
    },
    async member({ proven }) {
      const member = await service.user('Grace Hopper', { emailVerified: proven });
      const caller = await callerFor(service, SCOPES, member);
      return { ...caller, ...member };
    },
    close: () => service.close(),
  };
}
