/* Calendars of Google and Microsoft 365, with a local server: sign-in, busy times and bookings. */
import { type CalendarFixture, openCalendarFixture } from './calendar-fixture.js';
import { OWN, type ProviderServer, startProvider } from './provider-server.js';
import { startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { ahead } from '../bookings/booking-fixture.js';
import { callerFor, faulty } from '../caller.js';

const KINDS = [
  { kind: 'google', type: 'google_calendar', calendar: OWN, other: 'Holidays' },
  { kind: 'office365', type: 'office365_calendar', calendar: 'AAMk=own', other: 'Team' },
] as const;
type Kind = (typeof KINDS)[number];

/** Start and end on a day, in the format of the provider. */
const timesOf = (
  kind: Kind['kind'],
  days: number,
  from: string,
  to: string,
): Readonly<Record<string, unknown>> => {
  const time = (text: string): object => {
    const dateTime = ahead(days, text);
    return kind === 'google'
      ? { dateTime }
      : { dateTime: `${dateTime.slice(0, 19)}.0000000`, timeZone: 'UTC' };
  };
  return { start: time(from), end: time(to) };
};
const titleOf = (kind: Kind['kind']): string => (kind === 'google' ? 'summary' : 'subject');

describe.each(KINDS)('calendars of $kind', ({ kind, type, calendar, other }) => {
  let provider: ProviderServer;
  let fixture: CalendarFixture;
  beforeAll(async () => {
    provider = await startProvider();
    fixture = await openCalendarFixture(provider.env);
  });
  afterAll(async () => {
    await fixture.close();
    await provider.close();
  });

  async function authUrl(query = ''): Promise<string> {
    const path = `/v2/calendars/${kind}/connect?isDryRun=false${query}`;
    const reply = await fixture.owner.call<{ readonly authUrl: string }>('GET', path);
    expect(reply.status).toBe(200);
    return reply.data.authUrl;
  }
  async function returnWith(query: string): Promise<string> {
    const url = `${fixture.service.url}/v2/calendars/${kind}/save?${query}`;
    const response = await fetch(url, { redirect: 'manual' });
    expect([response.status, await response.text()]).toEqual([303, '']);
    return response.headers.get('location') ?? '';
  }
  const live = () => [...provider.events.values()].filter(({ deleted }) => !deleted);

  test('are connected after consent, once for each state', async () => {
    const url = await authUrl();
    expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256');
    const query = provider.consent(url);
    expect(await returnWith(query)).toBe(`${fixture.service.config.appUrl}/settings/calendars?done=${kind}`);
    expect(await returnWith(query)).toBe(`${fixture.service.config.appUrl}/settings/calendars?failed=state`);
    const [found] = (await fixture.list()).connectedCalendars;
    expect(found).toMatchObject({
      integration: { type, email: OWN },
      calendars: [
        { externalId: calendar, primary: true, readOnly: false, isSelected: true },
        { name: other, readOnly: true, isSelected: false },
      ],
    });
    expect((await fixture.owner.call('GET', `/v2/calendars/${kind}/check`)).status).toBe(200);
  });

  test('are not connected without consent, with an unknown state, or in a dry run', async () => {
    const home = 'https://client.example.com/back';
    const url = await authUrl(`&redir=${encodeURIComponent(home)}`);
    const state = new URL(url).searchParams.get('state') ?? '';
    expect(await returnWith(new URLSearchParams({ state, error: 'access_denied' }).toString())).toBe(
      `${home}?error=access_denied`,
    );
    expect(await returnWith('state=guessed&code=x')).toContain('failed=state');
    const dry = await fixture.owner.call<{ readonly authUrl: string }>(
      'GET',
      `/v2/calendars/${kind}/connect?isDryRun=true`,
    );
    expect(await returnWith(provider.consent(dry.data.authUrl))).toContain('failed=state');
    const foreign = await fixture.owner.call(
      'GET',
      `/v2/calendars/${kind}/connect?isDryRun=false&redir=https://evil.example/`,
    );
    expect([foreign.status, faulty(foreign)]).toEqual([400, ['redir']]);
    expect((await fixture.list()).connectedCalendars).toHaveLength(1);
  });

  test('make the host unavailable, except during free events', async () => {
    const type = await fixture.eventType();
    provider.events.set('meeting', {
      id: 'meeting',
      fields: timesOf(kind, 4, '09:00', '10:00'),
      deleted: false,
    });
    const free = kind === 'google' ? { transparency: 'transparent' } : { showAs: 'free' };
    const fields = { ...timesOf(kind, 4, '11:00', '12:00'), ...free };
    provider.events.set('free', { id: 'free', fields, deleted: false });
    await fixture.refresh();
    const offered = await fixture.free(type, 4);
    expect([offered.includes('09:00'), offered.includes('11:00')]).toEqual([false, true]);
  });

  test('are read with new tokens after the old ones expired, refreshed once', async () => {
    provider.expire();
    const before = provider.calls.filter((call) => call.includes('/token')).length;
    await Promise.all([fixture.refresh(), fixture.refresh(), fixture.refresh()]);
    expect(provider.calls.filter((call) => call.includes('/token')).length).toBe(before + 1);
    const [found] = (await fixture.list()).connectedCalendars;
    expect(found?.calendars.map(({ error }) => error)).toEqual([undefined, undefined]);
  });

  test('receive bookings, whose events are moved and deleted and do not block twice', async () => {
    const eventType = await fixture.eventType({ slotInterval: 30 });
    const before = live().length;
    const name = { integration: type, externalId: calendar };
    expect((await fixture.owner.call('PUT', '/v2/destination-calendars', name)).status).toBe(200);
    const booking = await fixture.booked(eventType, { start: ahead(6, '09:00') });
    const written = () => live().filter(({ fields }) => fields[titleOf(kind)] !== undefined);
    await until(async () => Promise.resolve(written().length === 1));
    const references = async (uid: string) =>
      (
        await fixture.owner.call<readonly { readonly eventUid: string }[]>(
          'GET',
          `/v2/bookings/${uid}/references`,
        )
      ).data;
    await until(async () => (await references(booking.uid)).length === 1);
    const [event] = written();
    expect(await references(booking.uid)).toMatchObject([
      { type, eventUid: event?.id, destinationCalendarId: calendar },
    ]);
    await fixture.refresh();
    const moved = await fixture.post(`/v2/bookings/${booking.uid}/reschedule`, { start: ahead(6, '09:30') });
    expect(moved.status).toBe(201);
    await until(async () =>
      Promise.resolve(JSON.stringify(written()).includes(ahead(6, '09:30').slice(0, 19))),
    );
    expect(written().map(({ id }) => id)).toEqual([event?.id]);
    await fixture.post(`/v2/bookings/${moved.data.uid}/cancel`, { cancellationReason: 'Rain.' });
    await until(async () => Promise.resolve(live().length === before));
    expect(await fixture.free(eventType, 6)).toContain('09:30');
  });

  test('return an event and edit it', async () => {
    const read = await fixture.owner.call('GET', `/v2/calendars/${kind}/event/meeting`);
    expect([read.status, read.data]).toMatchObject([
      200,
      { id: 'meeting', start: { time: ahead(4, '09:00') }, end: { time: ahead(4, '10:00') }, source: kind },
    ]);
    const changed = await fixture.owner.call('PATCH', `/v2/calendars/${kind}/events/meeting`, {
      title: 'Standup',
    });
    expect([changed.status, changed.data]).toMatchObject([200, { title: 'Standup' }]);
    expect(provider.events.get('meeting')?.fields[titleOf(kind)]).toBe('Standup');
    expect((await fixture.owner.call('GET', `/v2/calendars/${kind}/event/none`)).status).toBe(404);
  });

  test('report that they must be connected again after the user revoked access', async () => {
    provider.revoke();
    await fixture.refresh();
    const [found] = (await fixture.list()).connectedCalendars;
    expect(found?.error?.message).toContain('Connect it again');
    expect((await fixture.owner.call('GET', `/v2/calendars/${kind}/check`)).status).toBe(400);
    expect(await returnWith(provider.consent(await authUrl()))).toContain(`done=${kind}`);
    const { connectedCalendars, destinationCalendar } = await fixture.list();
    expect(connectedCalendars.map(({ error }) => error)).toEqual([undefined]);
    expect(destinationCalendar).toMatchObject({ externalId: calendar });
    await until(async () => (await fixture.list()).connectedCalendars[0]?.calendars[0]?.error === undefined);
  });
});

test('without a client at the provider connecting is refused with a reason', async () => {
  const service = await startService();
  const caller = await callerFor(service, ['APPS_WRITE']);
  const reply = await caller.call('GET', '/v2/calendars/google/connect?isDryRun=false');
  expect([reply.status, reply.error.message]).toEqual([400, expect.stringContaining('not set up here')]);
  await service.close();
});
