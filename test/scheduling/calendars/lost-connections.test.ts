/* Calendars and conferencing apps that end at their provider: whoever needs them is written to, once for each ending. */
import { type CalendarFixture, openCalendarFixture } from './calendar-fixture.js';
import { type FeedServer, startFeedServer } from './feed-server.js';
import { calendar } from './files.js';
import { OWN, type ProviderServer, startProvider } from './provider-server.js';
import { readOutbox } from '../../../src/delivery/outbox.js';
import type { Mail } from '../../../src/delivery/message-ports.js';
import { until } from '../../support/until.js';
import { ahead } from '../bookings/booking-fixture.js';
import { again, connect } from '../conferencing/conferencing-fixture.js';
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

  async function connected(): Promise<void> {
    const path = '/v2/calendars/google/connect?isDryRun=false';
    const { data } = await fixture.owner.call<{ readonly authUrl: string }>('GET', path);
    const query = provider.consent(data.authUrl);
    await fetch(`${fixture.service.url}/v2/calendars/google/save?${query}`, { redirect: 'manual' });
  }
  const letters = async (subject: string, count: number): Promise<readonly Mail[]> => {
    const all = () => fixture.mails(address, 0);
    const fit = async () => (await all()).filter((mail) => mail.subject === subject);
    await until(async () => (await fit()).length >= count);
    return fit();
  };

  test('is told what its end means and where it is mended, once until it is', async () => {
    await connected();
    await fixture.owner.call('PUT', '/v2/destination-calendars', {
      integration: 'google_calendar',
      externalId: OWN,
    });
    provider.revoke();
    await Promise.all([fixture.refresh(), fixture.refresh()]);
    await fixture.refresh();
    const [letter] = await letters('Connect Google Calendar again', 1);
    expect(letter?.text).toContain(OWN);
    expect(letter?.text).toContain('After that nobody can book you at all');
    expect(letter?.text).toContain('Bookings are not written there meanwhile.');
    expect(letter?.text).toContain(`${fixture.service.config.appUrl}/settings/calendars`);
    await connected();
    await fixture.service.stores.scheduling.calendars.setOutage(fixture.owner.id, 'last_known', ACTOR);
    await fixture.service.stores.scheduling.calendars.chooseNone(fixture.owner.id, ACTOR);
    provider.revoke();
    await fixture.refresh();
    const both = await letters('Connect Google Calendar again', 2);
    expect(both).toHaveLength(2);
    expect(both[0]?.text).toContain('goes on to count, as you have chosen');
    expect(both[0]?.text).not.toContain('Bookings are not written');
  });

  test('cannot be booked an hour after the end, however it was found', async () => {
    const { stores } = fixture.service;
    await stores.scheduling.calendars.setOutage(fixture.owner.id, 'block', ACTOR);
    await connected();
    await fixture.refresh();
    await fixture.owner.call('PUT', '/v2/destination-calendars', {
      integration: 'google_calendar',
      externalId: OWN,
    });
    const eventType = await fixture.eventType();
    provider.revoke();
    // Nobody reads the calendar: what finds the end is a booking that is to be written.
    await fixture.booked(eventType, { start: ahead(5, '09:00') });
    await letters('Connect Google Calendar again', 3);
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

  test('hears of a feed that is silent for a day, and again when it falls silent once more', async () => {
    const url = feeds.publish('football', calendar('X-WR-CALNAME:Football'));
    await fixture.owner.call('POST', '/v2/calendars/ics-feed/save', { urls: [url] });
    await fixture.refresh();
    const subject = 'Football has not answered for a day';
    const silence = async (): Promise<void> => {
      feeds.answerWith(410);
      await fixture.refresh();
      fixture.pass(23 * HOUR);
      await fixture.refresh();
      fixture.pass(HOUR);
      await Promise.all([fixture.refresh(), fixture.refresh()]);
    };
    await silence();
    const [letter] = await letters(subject, 1);
    expect(letter?.text).toContain('there is nothing at its address any more');
    expect(letter?.text).not.toContain('football');
    feeds.answerWith(undefined);
    await fixture.refresh();
    await silence();
    expect(await letters(subject, 2)).toHaveLength(2);
  });
});

describe('the end of a team’s app', () => {
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
    const kept = await readOutbox({ outbox: stores.delivery.outbox, keys: registry.keys }, 1_000);
    return kept.flatMap((one) => ('subject' in one && one.to.address === account?.email ? [one] : []));
  }

  test('is told to those who may connect it again, and the booking that found it has a room', async () => {
    const ada = await again(fixture.service, fixture.ada.id, ['TEAM_APPS_READ', 'TEAM_APPS_WRITE']);
    const door = `/v2/organizations/${fixture.orgId}/teams/${fixture.teamId}`;
    await connect(fixture.service, provider, ada, { door });
    const locations = [{ type: 'integration', integration: 'zoom' }];
    const { id: eventTypeId } = await fixture.made({ locations, hosts: hosts(fixture.ben) });
    provider.revoke();
    const { uid } = await fixture.booked({ eventTypeId, start: ahead(30) });
    const place = async () =>
      (await fixture.service.stores.scheduling.bookings.find(uid, fixture.ben.id))[0]?.location;
    await until(async () => (await place())?.link !== undefined);
    expect(await place()).toMatchObject({ value: 'jitsi' });
    const letters = async (accountId: number) =>
      (await mailsOf(accountId)).filter(({ subject }) => subject.startsWith('Connect Zoom of'));
    await until(async () => (await letters(ada.id)).length > 0);
    const [letter, ...others] = await letters(ada.id);
    expect(others).toEqual([]);
    expect(letter?.text).toContain('meet.jit.si');
    expect(letter?.text).toContain(`${fixture.service.config.appUrl}/settings/conferencing`);
    expect(await letters(fixture.ben.id)).toEqual([]);
  });
});
