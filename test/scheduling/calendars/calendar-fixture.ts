/* A host whose calendars can be connected, and whose free times strangers look at. For the suites of calendars. */
import { randomBytes } from 'node:crypto';
import { createKeyRing } from '../../../src/keys/key-ring.js';
import { calendarWorkKit } from '../../../src/scheduling/calendars/deps.js';
import { refreshCalendar } from '../../../src/scheduling/calendars/refresh.js';
import type { EventType } from '../../../src/scheduling/event-types/event-type.js';
import { ahead, openWorld } from '../bookings/booking-fixture.js';
import type { World } from '../bookings/booking-fixture.js';
import type { Caller } from '../caller.js';
import { again } from '../conferencing/conferencing-fixture.js';
import { openBackend } from '../../support/backend.js';

export interface ShownCalendar {
  readonly externalId: string;
  readonly name: string;
  readonly primary: boolean;
  readonly readOnly: boolean;
  readonly isSelected: boolean;
  readonly credentialId: number;
  readonly error?: { readonly message: string };
}

export interface ShownConnection {
  readonly credentialId: number;
  readonly integration: { readonly type: string };
  readonly calendars: readonly ShownCalendar[];
  readonly error?: { readonly message: string };
}

export interface ShownCalendars {
  readonly connectedCalendars: readonly ShownConnection[];
  readonly destinationCalendar: { readonly externalId: string; readonly integration: string } | null;
}

export interface CalendarWorld extends World {
  /** The host, with an application that manages calendars. */
  readonly owner: Caller;
  connected(): Promise<ShownCalendars>;
  /** Everything that is selected is read now. */
  refresh(): Promise<void>;
  /** The times of day, in UTC, at which the event type can be booked so many days ahead. */
  free(eventType: EventType, days: number): Promise<readonly string[]>;
}

/** `env`: where the providers are. */
export async function openCalendarWorld(env: Readonly<Record<string, string>> = {}): Promise<CalendarWorld> {
  let passed = 0;
  const backend = await openBackend(env);
  const world = await openWorld({ clock: () => Date.now() + passed, backend });
  const { service, host } = world;
  const owner = await again(service, host.id, ['APPS_READ', 'APPS_WRITE', 'BOOKING_READ']);
  const kit = calendarWorkKit({
    ...service.stores,
    ...service.config,
    keys: createKeyRing(backend.stores.secretKeys),
    random: randomBytes,
    clock: () => Date.now() + passed,
  });
  const connected = async (): Promise<ShownCalendars> =>
    (await owner.call<ShownCalendars>('GET', '/v2/calendars')).data;
  return {
    ...world,
    owner,
    connected,
    pass(milliseconds) {
      passed += milliseconds;
    },
    async refresh() {
      const personal = await service.stores.calendars.list(owner.id);
      for (const { calendars } of personal?.connections ?? [])
        for (const { id, selected } of calendars) if (selected) await refreshCalendar(kit, id);
    },
    async close() {
      await world.close();
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
