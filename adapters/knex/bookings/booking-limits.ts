/* A person's own limits, kept with the account. Membership stands in each statement, so that leaving ends the right. */
import type { Knex } from 'knex';
import type { Actor } from '../../../src/events/audit-log.js';
import type { BookingLimitStore, LimitsChange } from '../../../src/scheduling/booking-limits/store.js';
import type { PersonLimits } from '../../../src/scheduling/slots/slot.js';
import { isId } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { EventOf } from '../../../src/events/catalogue.js';
import type { Database } from '../connection.js';
import { ORGANIZATION_ID } from '../accounts/profiles.js';
import { inTransaction } from '../transaction.js';

interface LimitsRow {
  readonly id: number;
  readonly booking_limits: PersonLimits;
}

const member = (db: Database, id: number) =>
  db<LimitsRow>('account').where({ id }).whereNull('disabled_at').whereRaw(`${ORGANIZATION_ID} is not null`);

async function find(db: Database, id: number): Promise<PersonLimits | undefined> {
  const row = await member(db, id).first('booking_limits');
  return row?.booking_limits;
}

type LimitsEvent =
  | Pick<EventOf<'booking_limits.changed'>, 'action' | 'facts'>
  | Pick<EventOf<'booking_limits.cleared'>, 'action' | 'facts'>;

async function write(
  trx: Database,
  id: number,
  limits: Knex.Raw<PersonLimits>,
  told: { readonly actor: Actor; readonly event: LimitsEvent },
): Promise<PersonLimits | undefined> {
  const [row] = await member(trx, id).update({ booking_limits: limits }).returning('booking_limits');
  if (!row) return undefined;
  await emit(trx, told.actor, { ...told.event, subject: `account:${id}` });
  return row.booking_limits;
}

async function change(
  trx: Database,
  id: number,
  asked: LimitsChange,
  actor: Actor,
): Promise<PersonLimits | undefined> {
  const changed = Object.keys(asked);
  if (changed.length === 0) return find(trx, id);
  const limits = trx.raw<PersonLimits>('jsonb_strip_nulls(booking_limits || ?::jsonb)', [
    JSON.stringify(asked),
  ]);
  return write(trx, id, limits, {
    actor,
    event: { action: 'booking_limits.changed', facts: { changed } },
  });
}

export const createBookingLimitStore = (db: Database): BookingLimitStore => ({
  find: async (id) => (isId(id) ? find(db, id) : undefined),
  change: async (id, asked, actor, accept) =>
    isId(id)
      ? inTransaction(db, async (trx) => {
          const limits = await change(trx, id, asked, actor);
          if (limits !== undefined) accept?.(limits);
          return limits;
        })
      : undefined,
  async clear(id, actor) {
    const told = { actor, event: { action: 'booking_limits.cleared', facts: {} } } as const;
    return isId(id)
      ? inTransaction(db, (trx) => write(trx, id, trx.raw<PersonLimits>(`'{}'::jsonb`), told))
      : undefined;
  },
});
