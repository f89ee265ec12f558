/* Signed events of meeting servers. */
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { ahead, openFixture, type BookingView, type Fixture } from '../bookings/booking-fixture.js';
import { faulty } from '../caller.js';

const SECRET = `whsec_${Buffer.from('a secret of sufficient length').toString('base64')}`;

let later = 0;
let fixture: Fixture;
beforeAll(async () => {
  const env = { CONFERENCING_EVENTS_SECRET: SECRET };
  fixture = await openFixture({ env, clock: () => Date.now() + later });
});
afterAll(() => fixture.close());
afterEach(() => {
  later = 0;
});

let day = 30;
async function booked(): Promise<BookingView> {
  const type = await fixture.eventType({ locations: [{ type: 'integration', integration: 'jitsi' }] });
  return fixture.booked(type, { start: ahead((day += 1)) });
}
const roomOf = ({ location }: BookingView): string => location.slice(location.lastIndexOf('/') + 1);

interface SendOptions {
  readonly app?: string;
  readonly id?: string;
  readonly at?: Date;
  readonly secret?: string;
  readonly signed?: string;
}
function send(
  event: object,
  { app = 'jitsi', id = randomUUID(), at = new Date(), secret = SECRET, signed }: SendOptions = {},
) {
  const signature = new Webhook(secret).sign(id, at, signed ?? JSON.stringify(event));
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  };
  return fixture.post<{ readonly recorded: boolean }>(`/v2/conferencing/${app}/events`, event, headers);
}
const recording = (meetingId: string) => ({
  type: 'recording.ready',
  data: {
    meetingId,
    id: 'r1',
    startTs: 1_893_488_400,
    duration: 1_800,
    downloadLink: 'https://files.example/r1.mp4',
  },
});
const recordsOf = async (uid: string, kind: string) =>
  (await fixture.host.call('GET', `/v2/bookings/${uid}/${kind}`)).data;

test('a recording is stored with its booking', async () => {
  const booking = await booked();
  const room = roomOf(booking);
  const { status, data } = await send(recording(room));
  expect([status, data]).toEqual([200, { recorded: true }]);
  const { meetingId: _, ...facts } = recording(room).data;
  expect(await recordsOf(booking.uid, 'recordings')).toEqual([
    { ...facts, roomName: room, status: 'finished', shareToken: '' },
  ]);
});

test('a transcript and a session are stored with their booking', async () => {
  const booking = await booked();
  const meetingId = roomOf(booking);
  const participants = [{ userId: null, userName: 'Grace', joinTime: 1_893_488_400, duration: 60 }];
  const session = { id: 's1', startTime: 1_893_488_400, duration: 1_800, maxParticipants: 2, participants };
  await send({ type: 'transcript.ready', data: { meetingId, link: 'https://files.example/t.vtt' } });
  await send({ type: 'session.ended', data: { meetingId, ...session } });
  expect(await recordsOf(booking.uid, 'transcripts')).toEqual(['https://files.example/t.vtt']);
  expect(await recordsOf(booking.uid, 'conferencing-sessions')).toEqual([
    { ...session, room: meetingId, ongoing: false },
  ]);
});

test('a repeated event is stored once, also when sent concurrently', async () => {
  const booking = await booked();
  const event = recording(roomOf(booking));
  const sending = { id: 'msg_again', at: new Date() };
  const answers = await Promise.all([1, 2, 3].map(() => send(event, sending)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.filter(({ data }) => data.recorded)).toHaveLength(1);
  expect((await send(event)).data).toEqual({ recorded: false });
  expect(await recordsOf(booking.uid, 'recordings')).toHaveLength(1);
});

test('events of a rescheduled booking belong to the new booking', async () => {
  const booking = await booked();
  const { data: moved } = await fixture.post(`/v2/bookings/${booking.uid}/reschedule`, {
    start: ahead((day += 1)),
  });
  await send(recording(roomOf(booking)));
  expect(await recordsOf(moved.uid, 'recordings')).toHaveLength(1);
  expect(await recordsOf(booking.uid, 'recordings')).toEqual([]);
});

describe('nothing is stored', () => {
  let booking: BookingView;
  beforeEach(async () => {
    booking = await booked();
  });
  afterEach(async () => expect(await recordsOf(booking.uid, 'recordings')).toEqual([]));
  const code = async (sent: ReturnType<typeof send>) => (await sent).error.code;

  test('of an event that is signed with another secret', async () => {
    const other = `whsec_${Buffer.from('another secret of some length').toString('base64')}`;
    const answer = await send(recording(roomOf(booking)), { secret: other });
    expect([answer.status, answer.error.code]).toEqual([400, 'INVALID_SIGNATURE']);
  });

  test('of an event that was changed after signing, also in white space', async () => {
    const event = recording(roomOf(booking));
    expect(await code(send(event, { signed: JSON.stringify(recording('other')) }))).toBe('INVALID_SIGNATURE');
    expect(await code(send(event, { signed: JSON.stringify(event, null, 1) }))).toBe('INVALID_SIGNATURE');
  });

  test('of an event that was signed more than five minutes ago', async () => {
    const at = new Date(Date.now() - 301_000);
    expect(await code(send(recording(roomOf(booking)), { at }))).toBe('INVALID_SIGNATURE');
  });

  test('of an event without a signature', async () => {
    const answer = await fixture.post('/v2/conferencing/jitsi/events', recording(roomOf(booking)));
    expect([answer.status, faulty(answer)]).toEqual([
      400,
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    ]);
  });

  test('of a meeting that no booking has, or of another app', async () => {
    expect((await send(recording('unknown'))).status).toBe(404);
    expect((await send(recording(roomOf(booking)), { app: 'zoom' })).status).toBe(404);
  });

  test.each([
    [{ type: 'recording.started', data: {} }, 'type'],
    [
      { type: 'recording.ready', data: { ...recording('x').data, downloadLink: 'http://files.example/' } },
      'data.downloadLink',
    ],
    [{ type: 'recording.ready', data: { ...recording('x').data, duration: -1 } }, 'data.duration'],
    [{ type: 'transcript.ready', data: { meetingId: '', link: 'https://files.example/' } }, 'data.meetingId'],
  ])('of %j, which is invalid at %s', async (event, property) => {
    const answer = await send(event);
    expect([answer.status, faulty(answer)]).toEqual([400, [property]]);
  });
});

test('an installation without a secret accepts no meeting events', async () => {
  const bare = await openFixture();
  const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,a' };
  const { status } = await bare.post('/v2/conferencing/jitsi/events', recording('x'), headers);
  expect(status).toBe(404);
  await bare.close();
});
