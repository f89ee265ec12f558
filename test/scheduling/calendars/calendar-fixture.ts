/* A host who connects calendars, and the free times that anonymous callers see. For the suites of calendars. */
import { randomBytes } from 'node:crypto';
import { createKeyRing } from '../../../src/keys/key-ring.js';
import { calendarJobDeps } from '../../../src/scheduling/calendars/deps.js';
import { refreshCalendar } from '../../../src/scheduling/calendars/refresh.js';
import type { EventType } from '../../../src/scheduling/event-types/event-type.js';
import { ahead, openFixture } from '../bookings/booking-fixture.js';
import type { Fixture } from '../bookings/booking-fixture.js';
import type { Caller } from '../caller.js';
import { callerAs } from '../conferencing/conferencing-fixture.js';
import { openBackend } from '../../support/backend.js';

export interface CalendarView {
  readonly externalId: string;
  readonly name: string;
  readonly primary: boolean;
  readonly readOnly: boolean;
  readonly isSelected: boolean;
  readonly credentialId: number;
  readonly error?: { readonly message: string };
}

export interface ConnectionView {
  readonly credentialId: number;
  readonly integration: { readonly type: string };
  readonly calendars: readonly CalendarView[];
  readonly error?: { readonly message: string };
}

export interface CalendarsView {
  readonly connectedCalendars: readonly ConnectionView[];
  readonly destinationCalendar: { readonly externalId: string; readonly integration: string } | null;
}

export interface CalendarFixture extends Fixture {
  /** The host, with an application that manages calendars. */
  readonly owner: Caller;
  list(): Promise<CalendarsView>;
  /** Reads all selected calendars now. */
  refresh(): Promise<void>;
  /** The times of day, in UTC, at which the event type can be booked on that day. */
  free(eventType: EventType, days: number): Promise<readonly string[]>;
}

/** `env`: addresses of the providers. */
export async function openCalendarFixture(
  env: Readonly<Record<string, string>> = {},
): Promise<CalendarFixture> {
  let passedMs = 0;
  const backend = await openBackend(env);
  const fixture = await openFixture({ clock: () => Date.now() + passedMs, backend });
  const { service, host } = fixture;
  const owner = await callerAs(service, host.id, ['APPS_READ', 'APPS_WRITE', 'BOOKING_READ']);
  const deps = calendarJobDeps({
    calendarSync: service.stores.scheduling.calendarSync,
    calendarCredentials: service.stores.scheduling.calendarCredentials,
    calendarProviders: service.stores.calendarProviders,
    outbound: service.stores.outbound,
    ...service.config,
    keys: createKeyRing(backend.stores.secretKeys),
    random: randomBytes,
    clock: () => Date.now() + passedMs,
  });
  const list = async (): Promise<CalendarsView> =>
    (await owner.call<CalendarsView>('GET', '/v2/calendars')).data;
  return {
    ...fixture,
    owner,
    list,
    pass(milliseconds) {
      passedMs += milliseconds;
    },
    async refresh() {
      const personal = await service.stores.scheduling.calendars.list(owner.id);
      for (const { calendars } of personal?.connections ?? [])
        for (const { id, selected } of calendars) if (selected) await refreshCalendar(deps, id);
    },
    async close() {
      await fixture.close();
      await backend.close();
    },
    async free({ id }, days) {
      const day = ahead(days).slice(0, 10);
      const query = new URLSearchParams({ eventTypeId: String(id), start: day, end: day }).toString();
      const response = await fetch(`${service.url}/v2/slots?${query}`);
      const { data } = (await response.json()) as {
        readonly data: Readonly<Record<string, readonly { readonly start: string }[]>>;
      };
      return (data[day] ?? []).map(({ start }) => start.slice(11, 16));
    },
  };
}

/** `20300102T090000Z` */
export const stamp = (days: number, time: string): string => ahead(days, time).replace(/[-:]|\.\d{3}/g, '');
