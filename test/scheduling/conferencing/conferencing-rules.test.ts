import { Webhook } from 'standardwebhooks';
import { randomBytes } from 'node:crypto';
import type { Booking, BookingLocation } from '../../../src/scheduling/bookings/booking.js';
import { appNamed, providerAppOf } from '../../../src/scheduling/event-types/meeting-apps.js';
import type { StoredMeeting, MeetingFacts } from '../../../src/scheduling/conferencing/meeting-store.js';
import { mayRetry, meetingStep } from '../../../src/scheduling/conferencing/meeting-steps.js';
import { isSigned } from '../../../src/scheduling/conferencing/signed-events.js';

const NOW = Date.UTC(2030, 0, 1, 9);
const MINUTE = 60_000;

describe('app names', () => {
  test.each([
    ['zoom', 'zoom'],
    ['msteams', 'office365-video'],
    ['cal-video', 'jitsi'],
    ['daily-video', 'jitsi'],
    ['Zoom', undefined],
    ['', undefined],
  ])('%s is %s', (name, app) => expect(appNamed(name)).toBe(app));

  test.each([
    [null, undefined],
    [{ type: 'integration', value: 'zoom' }, 'zoom'],
    [{ type: 'integration', value: 'cal-video' }, undefined],
    [{ type: 'link', value: 'zoom' }, undefined],
  ])('%j has its meeting at %s', (location, app) => expect(providerAppOf(location)).toBe(app));
});

const ZOOM: BookingLocation = { type: 'integration', value: 'zoom' };
const JITSI: BookingLocation = { type: 'integration', value: 'jitsi', link: 'https://meet.example/a' };
const stored = (change: Partial<StoredMeeting> = {}): StoredMeeting => ({
  app: 'zoom',
  id: 'm1',
  connectionId: 7,
  isOwn: true,
  ...change,
});

type Case = Partial<Pick<Booking, 'status' | 'location' | 'end'>> & Partial<Omit<MeetingFacts, 'booking'>>;

function facts({ connectionId, meeting, ...booking }: Case): MeetingFacts {
  const whole = { status: 'accepted', location: ZOOM, end: NOW + 60 * MINUTE, ...booking };
  // No other property is read.
  return { booking: whole as Booking, connectionId, meeting };
}

test.each<[string, Case, string]>([
  ['no connection can hold a meeting', {}, 'room'],
  ['there is no meeting yet', { connectionId: 7 }, 'create'],
  ['there is a meeting', { connectionId: 7, meeting: stored() }, 'change'],
  ['it has another host', { connectionId: 8, meeting: stored({ isOwn: false }) }, 'replace'],
  ['it has another app', { connectionId: 8, meeting: stored({ app: 'google-meet' }) }, 'replace'],
  ['it has another host without a connection', { meeting: stored({ isOwn: false }) }, 'room'],
  ['the connection is revoked', { meeting: stored() }, 'nothing'],
  ['the connection was deleted', { meeting: stored({ connectionId: null, isOwn: false }) }, 'nothing'],
  ['it is pending', { connectionId: 7, status: 'pending' }, 'nothing'],
  ['it is pending again', { connectionId: 7, status: 'pending', meeting: stored() }, 'nothing'],
  ['it is cancelled', { connectionId: 7, status: 'cancelled', meeting: stored() }, 'remove'],
  ['it is cancelled and had no meeting', { connectionId: 7, status: 'cancelled' }, 'nothing'],
  ['it is rejected', { status: 'rejected', meeting: stored() }, 'remove'],
  ['it takes place elsewhere', { location: null, meeting: stored() }, 'remove'],
  ['it is in a room', { location: JITSI }, 'nothing'],
  [
    'it is in a room and cancelled',
    { location: JITSI, status: 'cancelled', meeting: stored({ app: 'jitsi', connectionId: null }) },
    'nothing',
  ],
  ['it is over', { connectionId: 7, end: NOW }, 'nothing'],
])('when %s, %j: %s', (_, state, step) => expect(meetingStep(facts(state), NOW)).toBe(step));

test.each([
  [31 * MINUTE, 1, true],
  [30 * MINUTE, 1, false],
  [31 * MINUTE, 3, true],
  [31 * MINUTE, 4, false],
])('%d ms before the start, at attempt %d, a retry is possible: %s', (before, attempts, possible) =>
  expect(mayRetry(NOW + before, attempts, NOW)).toBe(possible),
);

describe('a signature', () => {
  const key = randomBytes(24);
  const secret = `whsec_${key.toString('base64')}`;
  const sent = new Date(NOW);
  const body = '{"type":"recording.ready"}';
  const signatures = new Webhook(secret).sign('msg_1', sent, body);
  const message = { id: 'msg_1', timestamp: String(NOW / 1000), signatures, body };
  const FIVE = 5 * MINUTE;

  test('is accepted, also among others, and with a plain text secret', () => {
    expect(isSigned(secret, message, NOW)).toBe(true);
    expect(isSigned(secret, { ...message, signatures: `v1,AAAA v1a,x ${signatures}` }, NOW)).toBe(true);
    const plain = new Webhook(Buffer.from('a plain text of some length').toString('base64'));
    const signed = { ...message, signatures: plain.sign('msg_1', sent, body) };
    expect(isSigned('a plain text of some length', signed, NOW)).toBe(true);
  });

  test.each([
    ['another body', { body: `${body} ` }],
    ['another id', { id: 'msg_2' }],
    ['another time', { timestamp: String(NOW / 1000 + 1) }],
    ['no time', { timestamp: 'now' }],
    ['no signature', { signatures: '' }],
    ['a signature of another kind', { signatures: signatures.replace('v1,', 'v2,') }],
    ['a shorter signature', { signatures: signatures.slice(0, -4) }],
  ])('is refused for %s', (_, change) =>
    expect(isSigned(secret, { ...message, ...change }, NOW)).toBe(false),
  );

  test('of another secret is refused', () => expect(isSigned('another secret', message, NOW)).toBe(false));

  test.each([
    [FIVE, true],
    [FIVE + 1_000, false],
    [-FIVE, true],
    [-FIVE - 1_000, false],
  ])('is accepted %d ms after it was sent: %s', (after, accepted) =>
    expect(isSigned(secret, message, NOW + after)).toBe(accepted),
  );
});
