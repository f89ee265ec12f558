/* Calendars and conferencing apps that end at their provider: whoever needs them is written to, once for each ending. */
import { type CalendarWorld, openCalendarWorld } from './calendar-fixture.js';
import { type FeedServer, startFeedServer } from './feed-server.js';
import { calendar } from './files.js';
import { OWN, type ProviderServer, startProvider } from './provider-server.js';
import { readOutbox } from '../../../src/delivery/outbox.js';
import type { Mail } from '../../../src/jobs/store.js';
import { until } from '../../support/until.js';
import { ahead } from '../bookings/booking-fixture.js';
import { again, connect } from '../conferencing/conferencing-fixture.js';
import { type MeetingProvider, startMeetingProvider } from '../conferencing/meeting-provider.js';
import { hosts, openTeamWorld, type TeamWorld } from '../team-fixture.js';

const HOUR = 3_600_000;
const CAUSE = { actor: 'test' };

describe('the owner of a calendar', () => {
  let provider: ProviderServer;
  let feeds: FeedServer;
  let world: CalendarWorld;
  let address: string;
  beforeAll(async () => {
    [provider, feeds] = [await startProvider(), await startFeedServer()];
    world = await openCalendarWorld(provider.env);
    address = (await world.service.stores.accounts.findById(world.owner.id))?.email ?? '';
  });
  afterAll(async () => {
    await world.close();
    await provider.close();
    await feeds.close();
  });

  async function connected(): Promise<void> {
    const path = '/v2/calendars/google/connect?isDryRun=false';
    const { data } = await world.owner.call<{ readonly authUrl: string }>('GET', path);
    const query = provider.consent(data.authUrl);
    await fetch(`${world.service.url}/v2/calendars/google/save?${query}`, { redirect: 'manual' });
  }
  const letters = async (subject: string, count: number): Promise<readonly Mail[]> => {
    const all = () => world.mails(address, 0);
    const fit = async () => (await all()).filter((mail) => mail.subject === subject);
    await until(async () => (await fit()).length >= count);
    return fit();
  };

  test('is told what its end means and where it is mended, once until it is', async () => {
    await connected();
    await world.owner.call('PUT', '/v2/destination-calendars', {
      integration: 'google_calendar',
      externalId: OWN,
    });
    provider.revoke();
    await Promise.all([world.refresh(), world.refresh()]);
    await world.refresh();
    const [letter] = await letters('Connect Google Calendar again', 1);
    expect(letter?.text).toContain(OWN);
    expect(letter?.text).toContain('After that nobody can book you at all');
    expect(letter?.text).toContain('Bookings are not written there meanwhile.');
    expect(letter?.text).toContain(`${world.service.config.appUrl}/settings/calendars`);
    await connected();
    await world.service.stores.calendars.setOutage(world.owner.id, 'last_known', CAUSE);
    await world.service.stores.calendars.chooseNone(world.owner.id, CAUSE);
    provider.revoke();
    await world.refresh();
    const both = await letters('Connect Google Calendar again', 2);
    expect(both).toHaveLength(2);
    expect(both[0]?.text).toContain('goes on to count, as you have chosen');
    expect(both[0]?.text).not.toContain('Bookings are not written');
  });

  test('cannot be booked an hour after the end, however it was found', async () => {
    const { stores } = world.service;
    await stores.calendars.setOutage(world.owner.id, 'block', CAUSE);
    await connected();
    await world.refresh();
    await world.owner.call('PUT', '/v2/destination-calendars', {
      integration: 'google_calendar',
      externalId: OWN,
    });
    const eventType = await world.eventType();
    provider.revoke();
    // Nobody reads the calendar: what finds the end is a booking that is to be written.
    await world.booked(eventType, { start: ahead(5, '09:00') });
    await letters('Connect Google Calendar again', 3);
    expect(await world.free(eventType, 6)).toContain('10:00');
    world.pass(HOUR + 60_000);
    expect(await world.free(eventType, 6)).toEqual([]);
    const [connection] = (await stores.calendars.list(world.owner.id))?.connections ?? [];
    await stores.calendars.disconnect(world.owner.id, { kind: 'google', id: connection?.id ?? 0 }, CAUSE);
  });

  test('hears of a feed that is silent for a day, and again when it falls silent once more', async () => {
    const url = feeds.publish('football', calendar('X-WR-CALNAME:Football'));
    await world.owner.call('POST', '/v2/calendars/ics-feed/save', { urls: [url] });
    await world.refresh();
    const subject = 'Football has not answered for a day';
    const silence = async (): Promise<void> => {
      feeds.answerWith(410);
      await world.refresh();
      world.pass(23 * HOUR);
      await world.refresh();
      world.pass(HOUR);
      await Promise.all([world.refresh(), world.refresh()]);
    };
    await silence();
    const [letter] = await letters(subject, 1);
    expect(letter?.text).toContain('there is nothing at its address any more');
    expect(letter?.text).not.toContain('football');
    feeds.answerWith(undefined);
    await world.refresh();
    await silence();
    expect(await letters(subject, 2)).toHaveLength(2);
  });
});

describe('the end of a team’s app', () => {
  let provider: MeetingProvider;
  let world: TeamWorld;
  beforeAll(async () => {
    provider = await startMeetingProvider();
    world = await openTeamWorld({ env: provider.env });
  });
  afterAll(async () => {
    await world.close();
    await provider.close();
  });

  async function mailsOf(accountId: number): Promise<readonly Mail[]> {
    const { stores, registry } = world.service;
    const account = await stores.accounts.findById(accountId);
    const kept = await readOutbox({ outbox: stores.outbox, keys: registry.keys }, 1_000);
    return kept.flatMap((one) => ('subject' in one && one.to.address === account?.email ? [one] : []));
  }

  test('is told to those who may connect it again, and the booking that found it has a room', async () => {
    const ada = await again(world.service, world.ada.id, ['TEAM_APPS_READ', 'TEAM_APPS_WRITE']);
    const door = `/v2/organizations/${world.orgId}/teams/${world.teamId}`;
    await connect(world.service, provider, ada, { door });
    const locations = [{ type: 'integration', integration: 'zoom' }];
    const { id: eventTypeId } = await world.made({ locations, hosts: hosts(world.ben) });
    provider.revoke();
    const { uid } = await world.booked({ eventTypeId, start: ahead(30) });
    const place = async () => (await world.service.stores.bookings.find(uid, world.ben.id))[0]?.location;
    await until(async () => (await place())?.link !== undefined);
    expect(await place()).toMatchObject({ value: 'jitsi' });
    const letters = async (accountId: number) =>
      (await mailsOf(accountId)).filter(({ subject }) => subject.startsWith('Connect Zoom of'));
    await until(async () => (await letters(ada.id)).length > 0);
    const [letter, ...others] = await letters(ada.id);
    expect(others).toEqual([]);
    expect(letter?.text).toContain('meet.jit.si');
    expect(letter?.text).toContain(`${world.service.config.appUrl}/settings/conferencing`);
    expect(await letters(world.ben.id)).toEqual([]);
  });
});
