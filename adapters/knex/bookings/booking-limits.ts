/* A user's own limits, kept with the account. Every statement checks the membership, so that leaving ends the right. */
import type { Knex } from 'knex';
import type { Actor } from '../../../src/events/audit-log.js';
import type { EventOf } from '../../../src/events/catalogue.js';
import type { BookingLimitStore } from '../../../src/scheduling/booking-limits/store.js';
import type { PersonLimits } from '../../../src/scheduling/slots/slot.js';
import { isId } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { ORGANIZATION_ID } from '../accounts/profiles.js';
import { inTransaction } from '../transaction.js';

interface LimitsRow {
  readonly id: number;
  readonly booking_limits: PersonLimits;
}

const member = (db: Database, id: number) =>
  db<LimitsRow>('account')
    .where({ id: isId(id) ? id : 0 })
    .whereNull('disabled_at')
    .whereRaw(`${ORGANIZATION_ID} is not null`);

const find = async (db: Database, id: number): Promise<PersonLimits | undefined> =>
  (await member(db, id).first('booking_limits'))?.booking_limits;

type LimitsEvent =
  | Pick<EventOf<'booking_limits.changed'>, 'action' | 'facts'>
  | Pick<EventOf<'booking_limits.cleared'>, 'action' | 'facts'>;

async function write(
  trx: Database,
  id: number,
  limits: Knex.Raw<PersonLimits>,
  actor: Actor,
  event: LimitsEvent,
): Promise<PersonLimits | undefined> {
  const [row] = await member(trx, id).update({ booking_limits: limits }).returning('booking_limits');
  if (!row) return undefined;
  await emit(trx, actor, { ...event, subject: `account:${id}` });
  return row.booking_limits;
}

export const createBookingLimitStore = (db: Database): BookingLimitStore => ({
  find: (id) => find(db, id),
  async change(id, change, actor, accept) {
    const changed = Object.keys(change);
    if (changed.length === 0) return find(db, id);
    return inTransaction(db, async (trx) => {
      const sql = 'jsonb_strip_nulls(booking_limits || ?::jsonb)';
      const limits = trx.raw<PersonLimits>(sql, [JSON.stringify(change)]);
      const event = { action: 'booking_limits.changed', facts: { changed } } as const;
      const written = await write(trx, id, limits, actor, event);
      if (written !== undefined) accept?.(written);
      return written;
    });
  },
  clear: (id, actor) =>
    inTransaction(db, (trx) => {
      const event = { action: 'booking_limits.cleared', facts: {} } as const;
      return write(trx, id, trx.raw<PersonLimits>(`'{}'::jsonb`), actor, event);
    }),
});
