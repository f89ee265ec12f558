/*
 * Holds of slots. A hold takes two kinds of locks, always in this order: that of its holder, so that holds are counted
 * right, and those of the hosts, as bookings do.
 */
import type {
  DecideHold,
  HoldOrder,
  HoldRefusal,
  SlotHold,
  SlotHoldStore,
} from '../../../src/scheduling/slots/store.js';
import { isStorable } from '../../storable.js';
import { lockHosts } from '../account-rows.js';
import type { OwnHolds } from './availability.js';
import type { Database } from '../connection.js';
import { freeTimeFacts } from './slots.js';
import { inTransaction } from '../transaction.js';

interface HoldRow {
  readonly uid: string;
  readonly event_type_id: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly expires_at: Date;
  readonly holder: string;
}

const toHold = (row: HoldRow): SlotHold => ({
  uid: row.uid,
  eventTypeId: row.event_type_id,
  start: row.starts_at.getTime(),
  end: row.ends_at.getTime(),
  until: row.expires_at.getTime(),
});

const columns = ({ eventTypeId, start, end, until }: SlotHold) => ({
  event_type_id: eventTypeId,
  starts_at: new Date(start),
  ends_at: new Date(end),
  expires_at: new Date(until),
});

const live = (db: Database, now: number) => db<HoldRow>('slot_hold').where('expires_at', '>', new Date(now));

/** Undefined while the holder may have one more. */
async function tooMany(trx: Database, { holders, most, now }: HoldOrder): Promise<HoldRefusal | undefined> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [holders.at(-1) ?? '']);
  const ends = await live(trx, now).whereIn('holder', holders).orderBy('expires_at').select('expires_at');
  const [next] = ends.slice(Math.max(0, ends.length - most));
  return ends.length < most || !next ? undefined : { kind: 'too_many', until: next.expires_at.getTime() };
}

/** False when the event type is gone; as it may be changed, but not removed, until the transaction ends. */
async function decided(
  trx: Database,
  { bookable, hold, now }: Pick<HoldOrder, 'bookable' | 'hold' | 'now'>,
  decide: DecideHold,
  exceptHolds: OwnHolds,
): Promise<boolean> {
  const eventType = trx<{ id: number }>('event_type').where({ id: bookable.eventType.id });
  await lockHosts(trx, bookable.hostIds);
  if ((await eventType.forKeyShare().first('id')) === undefined) return false;
  const range = { from: hold.start, until: hold.end };
  decide(await freeTimeFacts(trx, { bookable, range, now, exceptHolds }));
  return true;
}

async function hold(trx: Database, order: HoldOrder, decide: DecideHold): Promise<SlotHold | HoldRefusal> {
  const refusal = await tooMany(trx, order);
  if (refusal !== undefined) return refusal;
  if (!(await decided(trx, order, decide, {}))) return { kind: 'gone' };
  const { hold: created, holders } = order;
  await trx('slot_hold').insert({ uid: created.uid, holder: holders[0] ?? '', ...columns(created) });
  return created;
}

type Change = Parameters<SlotHoldStore['change']>[0];

async function change(
  trx: Database,
  order: Change,
  decide: DecideHold,
): Promise<SlotHold | { readonly kind: 'gone' } | undefined> {
  const { uid } = order.hold;
  if (!(await decided(trx, order, decide, { uid }))) return { kind: 'gone' };
  const changed = await live(trx, order.now).where({ uid }).update(columns(order.hold));
  return changed === 0 ? undefined : order.hold;
}

export const createSlotHoldStore = (db: Database): SlotHoldStore => ({
  hold: (order, decide) => inTransaction(db, (trx) => hold(trx, order, decide)),
  async find(uid, now) {
    const row = isStorable(uid) ? await live(db, now).where({ uid }).first() : undefined;
    return row && toHold(row);
  },
  async change(order, decide) {
    if (!isStorable(order.hold.uid)) return undefined;
    return inTransaction(db, (trx) => change(trx, order, decide));
  },
  release: async (uid, now) => isStorable(uid) && (await live(db, now).where({ uid }).delete()) > 0,
});

export async function sweepSlotHolds(db: Database): Promise<void> {
  await db('slot_hold').where('expires_at', '<', db.raw(`now() - interval '1 minute'`)).delete();
}
