/* Recordings, transcripts, sessions and references of a booking, and its calendar links. */
import type { RecordFacts } from '../../../src/scheduling/bookings/records/record-store.js';
import { readCalendarFile } from '../../support/calendar-file.js';
import { ahead, attendee, openFixture } from './booking-fixture.js';
import type { BookingView, Fixture } from './booking-fixture.js';
import { type Caller, faulty } from '../caller.js';

let fixture: Fixture;
let member: Caller & { readonly email: string };
let booking: BookingView;
beforeAll(async () => {
  fixture = await openFixture();
  member = await fixture.member({ proven: true });
  booking = await fixture.booked(await fixture.eventType(), {
    start: ahead(20),
    attendee: { ...attendee, email: member.email },
  });
});
afterAll(() => fixture.close());

const ACTOR = { actor: 'test' };
const read = <D>(what: string, caller: Caller = fixture.host, uid = booking.uid) =>
  caller.call<D>('GET', `/v2/bookings/${uid}/${what}`);

const recording: RecordFacts['recording'] = {
  ...{ id: 'r1', roomName: 'room', startTs: 1_900_000_000, status: 'finished', duration: 60 },
  ...{ shareToken: 'token', maxParticipants: 2, downloadLink: null },
};
const session: RecordFacts['session'] = {
  ...{ id: 's1', room: 'room', startTime: 1_900_000_000, duration: 60, ongoing: false, maxParticipants: 2 },
  participants: [{ userId: null, userName: 'Grace', joinTime: 1_900_000_010, duration: 50 }],
};

describe('records of meetings', () => {
  it('are empty at first', async () => {
    for (const what of ['recordings', 'transcripts', 'conferencing-sessions', 'references']) {
      const { status, data } = await read(what);
      expect([what, status, data]).toEqual([what, 200, []]);
    }
  });

  it('are listed as they were added', async () => {
    const {
      scheduling: { bookingRecords },
    } = fixture.service.stores;
    const { uid } = booking;
    await bookingRecords.add(uid, { kind: 'recording', facts: recording }, ACTOR);
    await bookingRecords.add(uid, { kind: 'transcript', facts: { link: 'https://x.example/t' } }, ACTOR);
    await bookingRecords.add(uid, { kind: 'session', facts: session }, ACTOR);
    expect((await read('recordings')).data).toEqual([recording]);
    expect((await read('transcripts')).data).toEqual(['https://x.example/t']);
    expect((await read('conferencing-sessions')).data).toEqual([session]);
  });

  it('can be filtered by the type of the other system', async () => {
    const {
      scheduling: { bookingRecords },
    } = fixture.service.stores;
    const reference = { type: 'zoom_video', eventUid: 'z1', destinationCalendarId: null };
    await bookingRecords.add(booking.uid, { kind: 'reference', facts: reference }, ACTOR);
    const { data } = await read('references');
    expect(data).toEqual([{ ...reference, id: expect.any(Number) }]);
    expect((await read('references?type=zoom_video')).data).toEqual(data);
    expect((await read('references?type=google_calendar')).data).toEqual([]);
    expect(faulty(await read('references?type=fax'))).toEqual(['type']);
  });

  it.each(['recordings', 'transcripts', 'conferencing-sessions', 'references'])(
    'are available to hosts only: %s',
    async (what) => {
      expect((await read(what, member)).status).toBe(403);
      expect((await read(what, await fixture.member({ proven: true }))).status).toBe(404);
      expect((await read(what, fixture.host, 'none')).status).toBe(404);
    },
  );
});

describe('GET /v2/bookings/:bookingUid/calendar-links', () => {
  interface Link {
    readonly label: string;
    readonly link: string;
  }
  const links = async (uid: string): Promise<ReadonlyMap<string, string>> => {
    const { data } = await read<readonly Link[]>('calendar-links', fixture.host, uid);
    return new Map(data.map(({ label, link }) => [label, link]));
  };

  it('returns links to Google, Office, Outlook and a file', async () => {
    const type = await fixture.eventType({
      customName: 'Cats & dogs + 100%',
      locations: [{ type: 'link', link: 'https://meet.example/a?b=c&d', public: true }],
    });
    const start = ahead(50, '10:00');
    const notes = 'Line one\nline two';
    const { uid, ...created } = await fixture.booked(type, { start, bookingFieldsResponses: { notes } });
    const result = await links(uid);
    expect([...result.keys()]).toEqual(['Google Calendar', 'Microsoft Office', 'Microsoft Outlook', 'ICS']);
    const times = [start, start.replace('T10', 'T11')].map((time) => time.replace('.000', ''));
    const common = { location: 'https://meet.example/a?b=c&d' };
    const google = new URL(result.get('Google Calendar') ?? '');
    expect(`${google.origin}${google.pathname}`).toBe('https://calendar.google.com/calendar/r/eventedit');
    expect(Object.fromEntries(google.searchParams)).toEqual({
      ...common,
      dates: times.join('/').replace(/[-:]/g, ''),
      text: created.title,
      details: notes,
    });
    for (const [label, host] of [
      ['Microsoft Office', 'outlook.office.com'],
      ['Microsoft Outlook', 'outlook.live.com'],
    ] as const) {
      const link = new URL(result.get(label) ?? '');
      expect(link.host).toBe(host);
      expect(Object.fromEntries(link.searchParams)).toMatchObject({
        ...common,
        ...{ path: '/calendar/action/compose', rru: 'addevent', startdt: times[0], enddt: times[1] },
        ...{ subject: 'Cats & dogs + 100%', body: notes },
      });
      expect(link.search).not.toContain('+');
    }
    const ics = /^data:text\/calendar;charset=utf-8,(.*)$/.exec(result.get('ICS') ?? '')?.[1] ?? '';
    expect(readCalendarFile(decodeURIComponent(ics))).toMatchObject({
      ...{ method: 'PUBLISH', uid: created['icsUid'], status: 'CONFIRMED', summary: created.title },
      ...{ start, description: notes, location: common.location, url: common.location, attendees: {} },
    });
  });

  it('is available to hosts and attendees only', async () => {
    expect((await read('calendar-links', member)).status).toBe(200);
    expect((await read('calendar-links', await fixture.member({ proven: true }))).status).toBe(404);
    expect((await read('calendar-links', fixture.host, 'none')).status).toBe(404);
  });
});
