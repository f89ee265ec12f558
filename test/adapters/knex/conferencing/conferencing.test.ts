/* Conferencing apps and the meetings of bookings: queries filter by owner, and one of several concurrent writes wins. */
import { createMeetingStore } from '../../../../adapters/knex/bookings/booking-meetings.js';
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import {
  createConferencingCredentials,
  createConferencingStore,
} from '../../../../adapters/knex/conferencing/conferencing.js';
import type { Booking } from '../../../../src/scheduling/bookings/booking.js';
import type { NewBooking } from '../../../../src/scheduling/bookings/store.js';
import type { NewMeeting } from '../../../../src/scheduling/conferencing/meeting-store.js';
import type { AppOwner } from '../../../../src/scheduling/conferencing/store.js';
import { backendName } from '../../../support/backend.js';
import { booking, createHostedEventType, order, type HostedEventType } from '../bookings/booking-samples.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, unique, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';

const ZOOM = { type: 'integration', value: 'zoom' } as const;
const ROOM = 'https://meet.example/0123456789abcdef';
const AT = new Date('2030-01-02T03:04:05.678Z');
const FAR = [0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER];

describe(`conferencing on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createConferencingStore(database());
  const credentials = () => createConferencingCredentials(database());
  const meetings = () => createMeetingStore(database());
  const zoomOf = async (owner: AppOwner, accountId: number): Promise<number> => {
    const connected = await store().connect(owner, { app: 'zoom', accountId, sealed: 'sealed' }, ACTOR);
    if (connected === undefined) throw new Error('not connected');
    return connected.id;
  };

  async function booked(fixture: HostedEventType, change: Partial<NewBooking> = {}): Promise<Booking> {
    const newBooking = booking(fixture, { location: ZOOM, room: ROOM, ...change });
    const plan = () => [{ kind: 'booking', booking: newBooking } as const];
    const outcome = await createBookingStore(database()).book(order(fixture), plan, ACTOR);
    if (outcome.kind !== 'booked' || outcome.placed[0] === undefined) throw new Error('not booked');
    return outcome.placed[0].booking;
  }
  const cancel = ({ uid }: Booking) =>
    createBookingStore(database()).change(
      { uid },
      () => [{ uid, done: 'cancelled', set: { status: 'cancelled' } }],
      ACTOR,
    );
  const jobs = async ({ id }: Booking): Promise<number> =>
    (
      await database()('job')
        .where({ kind: 'conference' })
        .whereRaw(`payload ->> 'bookingId' = ?`, [String(id)])
    ).length;
  const meeting = (connectionId: number): NewMeeting => {
    const id = unique();
    return { app: 'zoom', connectionId, id, link: `https://zoom.example/${id}` };
  };

  describe('a connection', () => {
    test('is unique for each app and owner, also with concurrent requests', async () => {
      const accountId = await insertAccount(database());
      const teamId = await insertMembership(database(), accountId, { organization: false, accepted: true });
      for (const owner of [{ accountId }, { teamId }]) {
        const ids = await Promise.all([1, 2, 3].map(() => zoomOf(owner, accountId)));
        expect(new Set(ids).size).toBe(1);
        expect(await store().list(owner)).toEqual([
          { id: ids[0], app: 'zoom', accountId, invalid: false, endedAt: null, isDefault: false },
        ]);
      }
      expect(await store().list({ accountId: await insertAccount(database()) })).toEqual([]);
    });

    test('needs an existing owner', async () => {
      const accountId = await insertAccount(database());
      const jitsi = { app: 'jitsi', accountId } as const;
      for (const far of FAR) {
        expect(await store().connect({ accountId: far }, jitsi, ACTOR)).toBeUndefined();
        expect(await store().connect({ teamId: far }, jitsi, ACTOR)).toBeUndefined();
        expect(await store().list({ teamId: far })).toEqual([]);
        expect(await store().setDefault({ teamId: far }, 'jitsi', ACTOR)).toBe('not_connected');
        expect(await store().disconnect({ accountId: far }, 'jitsi', ACTOR)).toBe('not_connected');
      }
    });

    test('is the only default, also with concurrent choices', async () => {
      const accountId = await insertAccount(database());
      await zoomOf({ accountId }, accountId);
      const meet = { app: 'google-meet', accountId, sealed: 'sealed' } as const;
      await store().connect({ accountId }, meet, ACTOR);
      const apps = ['zoom', 'google-meet', 'zoom', 'google-meet'] as const;
      const results = await Promise.all(apps.map((app) => store().setDefault({ accountId }, app, ACTOR)));
      expect(new Set(results)).toEqual(new Set(['set']));
      expect((await store().list({ accountId })).filter(({ isDefault }) => isDefault)).toHaveLength(1);
    });

    test('is refreshed by one process, if its tokens have not changed', async () => {
      const accountId = await insertAccount(database());
      const id = await zoomOf({ accountId }, accountId);
      const [now, until] = [new Date(), new Date(Date.now() + 60_000)];
      const claims = ['a', 'b', 'c'].map((lease) => credentials().claim(id, 'sealed', { lease, now, until }));
      const won = await Promise.all(claims);
      expect(won.filter(Boolean)).toHaveLength(1);
      const lease = ['a', 'b', 'c'][won.indexOf(true)] ?? '';
      expect(await credentials().renew(id, 'other', 'new')).toBe(false);
      expect(await credentials().renew(id, lease, 'new')).toBe(true);
      expect(await credentials().read(id)).toEqual({ sealed: 'new', invalid: false });
      expect(await credentials().claim(id, 'sealed', { lease, now, until })).toBe(false);
      expect(await credentials().claim(id, 'new', { lease: 'd', now, until })).toBe(true);
      await credentials().release(id, 'd');
      expect(await credentials().claim(id, 'new', { lease: 'e', now, until })).toBe(true);
    });

    test('that was connected again is not invalidated by its old tokens', async () => {
      const accountId = await insertAccount(database());
      const id = await zoomOf({ accountId }, accountId);
      expect(await credentials().invalidate(id, 'older', AT)).toBe(false);
      const ends = await Promise.all([1, 2].map(() => credentials().invalidate(id, 'sealed', AT)));
      expect(ends.filter(Boolean)).toHaveLength(1);
      expect((await store().list({ accountId }))[0]).toMatchObject({
        invalid: true,
        endedAt: AT.getTime(),
      });
    });
  });

  describe('the meeting of a booking', () => {
    const hosted = async (change: Partial<NewBooking> = {}) => {
      const fixture = await createHostedEventType(database());
      const connectionId = await zoomOf({ accountId: fixture.hostId }, fixture.hostId);
      return { fixture, connectionId, created: await booked(fixture, change) };
    };

    test('is created by one job, and its mails wait for it', async () => {
      const { created, connectionId } = await hosted();
      expect([created.location, await jobs(created)]).toEqual([ZOOM, 1]);
      const facts = await meetings().read(created.id);
      expect(facts).toEqual({ booking: created, connectionId, meeting: undefined });
      const mails = database()('job')
        .where({ kind: 'booking' })
        .whereRaw(`payload -> 'bookingIds' @> ?::jsonb`, [JSON.stringify([created.id])]);
      const due = () => mails.clone().whereRaw('due_at <= now()');
      expect([(await mails.clone()).length, (await due()).length]).toEqual([2, 0]);
      await meetings().save(created.id, meeting(connectionId));
      expect([(await mails.clone()).length, (await due()).length]).toEqual([2, 2]);
    });

    test('is the first of several that were created', async () => {
      const { created, connectionId } = await hosted();
      const several = [1, 2, 3].map(() => meeting(connectionId));
      const verdicts = await Promise.all(several.map((one) => meetings().save(created.id, one)));
      expect([...verdicts].sort()).toEqual(['saved', 'unwanted', 'unwanted']);
      const saved = several[verdicts.indexOf('saved')];
      const facts = await meetings().read(created.id);
      expect(facts?.booking.location).toEqual({ ...ZOOM, link: saved?.link });
      expect(facts?.meeting).toEqual({ app: 'zoom', id: saved?.id, connectionId, isOwn: true });
      expect(await meetings().bookingAt('zoom', saved?.id ?? '')).toEqual({ uid: created.uid });
    });

    test('is unwanted once the booking is cancelled', async () => {
      const { created, connectionId } = await hosted();
      await cancel(created);
      expect(await meetings().save(created.id, meeting(connectionId))).toBe('unwanted');
      await meetings().moveToRoom(created.id, ROOM);
      expect((await meetings().read(created.id))?.booking.location).toEqual(ZOOM);
    });

    test('is unwanted after its connection was deleted', async () => {
      const { created, fixture, connectionId } = await hosted();
      await store().disconnect({ accountId: fixture.hostId }, 'zoom', ACTOR);
      expect(await meetings().save(created.id, meeting(connectionId))).toBe('unwanted');
    });

    test('is deleted with its reference, by its id', async () => {
      const { created, connectionId } = await hosted();
      const one = meeting(connectionId);
      await meetings().save(created.id, one);
      await meetings().forget(created.id, 'other');
      expect((await meetings().read(created.id))?.meeting?.id).toBe(one.id);
      await meetings().forget(created.id, one.id);
      expect((await meetings().read(created.id))?.meeting).toBeUndefined();
      const references = database()('booking_record').where({ booking_id: created.id, kind: 'reference' });
      expect(await references).toEqual([]);
    });

    test('is a room without a valid connection', async () => {
      const fixture = await createHostedEventType(database());
      const created = await booked(fixture);
      expect([created.location, await jobs(created)]).toEqual([
        { type: 'integration', value: 'jitsi', link: ROOM },
        0,
      ]);
      expect(await meetings().bookingAt('jitsi', '0123456789abcdef')).toEqual({ uid: created.uid });
    });

    test('is not found by invalid ids', async () => {
      for (const text of [...UNSTORABLE_TEXTS, 'none'])
        expect(await meetings().bookingAt('zoom', text)).toBeUndefined();
      for (const id of FAR) expect(await meetings().read(id)).toBeUndefined();
    });
  });
});
