/* How often the database is asked for one booking, one page of bookings and the slots of one event type. */
import { randomUUID } from 'node:crypto';
import { createBookingMailStore } from '../../../../adapters/knex/bookings/booking-mails.js';
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import { createOutboxStore } from '../../../../adapters/knex/delivery/outbox.js';
import { createSlotStore } from '../../../../adapters/knex/slots/slots.js';
import type { Booking } from '../../../../src/scheduling/bookings/booking.js';
import type { NewBooking, Placement } from '../../../../src/scheduling/bookings/store.js';
import { onDatabase } from '../../../contracts/on-database.js';
import { ACTOR, unique } from '../../../contracts/samples.js';
import { statementsOf } from '../../../support/plans.js';
import { booking, createHostedEventType, HOUR, NOW, order, START } from './booking-samples.js';
import type { HostedEventType } from './booking-samples.js';

type Id = Pick<Booking, 'id'>;

const placed = (one: NewBooking): Placement => ({ kind: 'booking', booking: one });

describe('statements', () => {
  const database = onDatabase();
  const book = (hosted: HostedEventType, bookings: readonly NewBooking[]) =>
    statementsOf(database(), () =>
      createBookingStore(database()).book(order(hosted), () => bookings.map(placed), ACTOR),
    );

  /** Begin, four for the facts, four for the booking and what follows from it, commit. */
  const BOOKING = 10;

  test('of a booking, and of all bookings of a recurrence', async () => {
    const hosted = await createHostedEventType(database());
    expect(await book(hosted, [booking(hosted)])).toHaveLength(BOOKING);
    const weeks = [1, 2, 3, 4].map((at) =>
      booking(hosted, { start: START + at * 168 * HOUR, recurringUid: hosted.hostId.toString() }),
    );
    expect(await book(hosted, weeks)).toHaveLength(BOOKING);
  });

  test('of a page of bookings with its total', async () => {
    const hosted = await createHostedEventType(database());
    await book(hosted, [booking(hosted)]);
    const page = { filter: {}, sort: [], now: NOW, take: 100, skip: 0, viewerId: hosted.hostId };
    expect(await statementsOf(database(), () => createBookingStore(database()).list(page))).toHaveLength(2);
  });

  test('of slots', async () => {
    const { eventTypeId } = await createHostedEventType(database());
    const slots = createSlotStore(database());
    const ask = async () => {
      const bookable = await slots.find({ kind: 'id', eventTypeId });
      if (bookable === undefined) throw new Error('there is no such event type');
      await slots.facts({ bookable, range: { from: START, until: START + HOUR }, now: NOW });
    };
    expect(await statementsOf(database(), ask)).toHaveLength(3);
  });

  test('of the mails of one booking, which are written at the same time', async () => {
    const hosted = await createHostedEventType(database());
    await book(hosted, [booking(hosted), booking(hosted, { start: START + 24 * HOUR })]);
    const rows = await database()('booking').where({ event_type_id: hosted.eventTypeId }).select<Id[]>('id');
    const [first = 0, second = 0] = rows.map(({ id }) => id);
    const [mails, outbox] = [createBookingMailStore(database()), createOutboxStore(database())];
    const asked = await statementsOf(database(), async () => {
      const read = await Promise.all([mails.read([first]), mails.read([second, first]), mails.read([])]);
      expect(read.map((bookings) => bookings.map(({ id }) => id))).toEqual([[first], [second, first], []]);
      const createdAt = new Date();
      await Promise.all(
        [unique(), unique()].map((sealed) => outbox.put({ id: randomUUID(), sealed, createdAt })),
      );
    });
    expect(asked).toHaveLength(2);
  });
});
