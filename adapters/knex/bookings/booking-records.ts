/* What other systems keep of a booking. Facts are stored as their kind has them. */
import type { Actor } from '../../../src/events/audit-log.js';
import type { BookingGroup, BookingViewer } from '../../../src/scheduling/bookings/lists/list-store.js';
import type {
  BookingRecord,
  BookingRecords,
  NewRecord,
  RecordFacts,
  RecordKind,
} from '../../../src/scheduling/bookings/records/record-store.js';
import { recordEventOf } from '../../../src/scheduling/bookings/notifications/booking-event.js';
import { isStorable, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import { enqueueRecordWebhooks } from '../webhooks/booking-webhooks.js';
import { viewerValues } from '../booking-rows/administered-bookings.js';
import { HOSTED_OR_ADMINISTERED } from '../booking-rows/booking-reads.js';
import type { Database } from '../connection.js';
import { belongsTo, groupValues } from './group-bookings.js';
import { inTransaction } from '../transaction.js';

interface RecordRow<K extends RecordKind> {
  readonly id: number;
  readonly facts: RecordFacts[K];
}

const toRecord = <K extends RecordKind>({ id, facts }: RecordRow<K>): BookingRecord<K> => ({
  ...facts,
  recordId: id,
});

async function add<K extends RecordKind>(
  trx: Database,
  uid: string,
  { kind, facts, externalId }: NewRecord<K>,
  actor: Actor,
): Promise<BookingRecord<K> | 'known' | undefined> {
  const booking = await trx('booking').where({ uid }).forKeyShare().first<{ id: number } | undefined>('id');
  if (booking === undefined) return undefined;
  const [row] = await trx('booking_record')
    .insert({ booking_id: booking.id, kind, facts: JSON.stringify(facts), told_id: externalId ?? null })
    .onConflict()
    .ignore()
    .returning<RecordRow<K>[]>(['id', 'facts']);
  if (row === undefined) return 'known';
  await emit(trx, actor, recordEventOf(booking.id, { kind, facts }));
  await enqueueRecordWebhooks(trx, row.id);
  return toRecord(row);
}

async function list<K extends RecordKind>(
  db: Database,
  uid: string,
  kind: K,
  viewer: BookingViewer | BookingGroup,
): Promise<readonly BookingRecord<K>[] | undefined> {
  const bookings = db('booking').where({ uid });
  const visible =
    'viewerId' in viewer
      ? bookings.whereRaw(HOSTED_OR_ADMINISTERED, viewerValues(viewer))
      : bookings.whereRaw(belongsTo(viewer), groupValues(viewer));
  const booking = await visible.first<{ id: number } | undefined>('id');
  if (booking === undefined) return undefined;
  const rows = db('booking_record').where({ booking_id: booking.id, kind }).orderBy('id');
  return (await rows.select<RecordRow<K>[]>('id', 'facts')).map(toRecord);
}

export const createBookingRecords = (db: Database): BookingRecords => ({
  async add(uid, record, actor) {
    mustBeStorable(record);
    return isStorable(uid) ? inTransaction(db, (trx) => add(trx, uid, record, actor)) : undefined;
  },
  list: async (uid, kind, viewer) => (isStorable(uid) ? list(db, uid, kind, viewer) : undefined),
});
