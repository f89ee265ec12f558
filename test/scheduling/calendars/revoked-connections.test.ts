/* Calendars and conferencing apps that are revoked at their provider: their owners get one mail each time. */
import { type CalendarFixture, openCalendarFixture } from './calendar-fixture.js';
import { type FeedServer, startFeedServer } from './feed-server.js';
import { calendar } from './files.js';
import { OWN, type ProviderServer, startProvider } from './provider-server.js';
import { readOutbox } from '../../../src/delivery/outbox.js';
import type { Mail } from '../../../src/delivery/message-ports.js';
import { until } from '../../support/until.js';
import { ahead } from '../bookings/booking-fixture.js';
import { callerAs, connect } from '../conferencing/conferencing-fixture.js';
import { type MeetingProvider, startMeetingProvider } from '../conferencing/meeting-provider.js';
import { hosts, openTeamFixture, type TeamFixture } from '../team-fixture.js';

const HOUR = 3_600_000;
const ACTOR = { actor: 'test' };

describe('the owner of a calendar', () => {
  let provider: ProviderServer;
  let feeds: FeedServer;
  let fixture: CalendarFixture;
  let address: string;
  beforeAll(async () => {
    [provider, feeds] = [await startProvider(), await startFeedServer()];
    fixture = await openCalendarFixture(provider.env);
    address = (await fixture.service.stores.accounts.accounts.findById(fixture.owner.id))?.email ?? '';
  });
  afterAll(async () => {
    await fixture.close();
    await provider.close();
    await feeds.close();
  });

  async function connectGoogle(): Promise<void> {
    const path = '/v2/calendars/google/connect?isDryRun=false';
    const { data } = await fixture.owner.call<{ readonly authUrl: string }>('GET', path);
    const query = provider.consent(data.authUrl);
    await fetch(`${fixture.service.url}/v2/calendars/google/save?${query}`, { redirect: 'manual' });
  }
  const mails = async (subject: string, count: number): Promise<readonly Mail[]> => {
    const matching = async () => (await fixture.mails(address, 0)).filter((mail) => mail.subject === subject);
    await until(async () => (await matching()).length >= count);
    return matching();
  };

  test('gets one mail about a revoked connection, with its consequences and a link to reconnect', async () => {
    await connectGoogle();
    await fixture.owner.call('PUT', '/v2/destination-calendars', {
      integration: 'google_calendar',
      externalId: OWN,
    });
    provider.revoke();
    await Promise.all([fixture.refresh(), fixture.refresh()]);
    await fixture.refresh();
    const [mail] = await mails('Connect Google Calendar again', 1);
    expect(mail?.text).toContain(OWN);
    expect(mail?.text).toContain('After that nobody can book you');
    expect(mail?.text).toContain('Bookings are not written there in the meantime.');
    expect(mail?.text).toContain(`${fixture.service.config.appUrl}/settings/calendars`);
    await connectGoogle();
    await fixture.service.stores.scheduling.calendars.setOutage(fixture.owner.id, 'last_known', ACTOR);
    await fixture.service.stores.scheduling.calendars.chooseNone(fixture.owner.id, ACTOR);
    provider.revoke();
    await fixture.refresh();
    const both = await mails('Connect Google Calendar again', 2);
    expect(both).toHaveLength(2);
    expect(both[0]?.text).toContain('are used, as you have chosen');
    expect(both[0]?.text).not.toContain('Bookings are not written');
  });

  test('cannot be booked an hour after the revocation, also if writing a booking found it', async () => {
    const { stores } = fixture.service;
    await stores.scheduling.calendars.setOutage(fixture.owner.id, 'block', ACTOR);
    await connectGoogle();
    await fixture.refresh();
    await fixture.owner.call('PUT', '/v2/destination-calendars', {
      integration: 'google_calendar',
      externalId: OWN,
    });
    const eventType = await fixture.eventType();
    provider.revoke();
    // The calendar is not read: writing the booking finds the revocation.
    await fixture.booked(eventType, { start: ahead(5, '09:00') });
    await mails('Connect Google Calendar again', 3);
    expect(await fixture.free(eventType, 6)).toContain('10:00');
    fixture.pass(HOUR + 60_000);
    expect(await fixture.free(eventType, 6)).toEqual([]);
    const [connection] = (await stores.scheduling.calendars.list(fixture.owner.id))?.connections ?? [];
    await stores.scheduling.calendars.disconnect(
      fixture.owner.id,
      { kind: 'google', id: connection?.id ?? 0 },
      ACTOR,
    );
  });

  test('gets a mail about a feed that has not answered for a day, and another after the next outage', async () => {
    const url = feeds.publish('football', calendar('X-WR-CALNAME:Football'));
    await fixture.owner.call('POST', '/v2/calendars/ics-feed/save', { urls: [url] });
    await fixture.refresh();
    const subject = 'Football has not answered for a day';
    const outage = async (): Promise<void> => {
      feeds.answerWith(410);
      await fixture.refresh();
      fixture.pass(23 * HOUR);
      await fixture.refresh();
      fixture.pass(HOUR);
      await Promise.all([fixture.refresh(), fixture.refresh()]);
    };
    await outage();
    const [mail] = await mails(subject, 1);
    expect(mail?.text).toContain('there is no longer anything at its address');
    expect(mail?.text).not.toContain('football');
    feeds.answerWith(undefined);
    await fixture.refresh();
    await outage();
    expect(await mails(subject, 2)).toHaveLength(2);
  });
});

describe('a revoked app of a team', () => {
  let provider: MeetingProvider;
  let fixture: TeamFixture;
  beforeAll(async () => {
    provider = await startMeetingProvider();
    fixture = await openTeamFixture({ env: provider.env });
  });
  afterAll(async () => {
    await fixture.close();
    await provider.close();
  });

  async function mailsOf(accountId: number): Promise<readonly Mail[]> {
    const { stores, registry } = fixture.service;
    const account = await stores.accounts.accounts.findById(accountId);
    const all = await readOutbox({ outbox: stores.delivery.outbox, keys: registry.keys }, 1_000);
    return all.flatMap((one) => ('subject' in one && one.to.address === account?.email ? [one] : []));
  }

  test('is reported to those who may connect it again, and its booking gets a room', async () => {
    const ada = await callerAs(fixture.service, fixture.ada.id, ['TEAM_APPS_READ', 'TEAM_APPS_WRITE']);
    const mount = `/v2/organizations/${fixture.orgId}/teams/${fixture.teamId}`;
    await connect(fixture.service, provider, ada, { mount });
    const locations = [{ type: 'integration', integration: 'zoom' }];
    const { id: eventTypeId } = await fixture.createEventType({ locations, hosts: hosts(fixture.ben) });
    provider.revoke();
    const { uid } = await fixture.booked({ eventTypeId, start: ahead(30) });
    const locationOf = async () =>
      (await fixture.service.stores.scheduling.bookings.find(uid, { viewerId: fixture.ben.id }))[0]?.location;
    await until(async () => (await locationOf())?.link !== undefined);
    expect(await locationOf()).toMatchObject({ value: 'jitsi' });
    const mails = async (accountId: number) =>
      (await mailsOf(accountId)).filter(({ subject }) => subject.startsWith('Connect Zoom of'));
    await until(async () => (await mails(ada.id)).length > 0);
    const [mail, ...others] = await mails(ada.id);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('meet.jit.si');
    expect(mail?.text).toContain(`${fixture.service.config.appUrl}/settings/conferencing`);
    expect(await mails(fixture.ben.id)).toEqual([]);
  });
});
