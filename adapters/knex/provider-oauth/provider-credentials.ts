/*
 * Sealed tokens in the rows of connections, in tables with `id`, `credential`, `invalid`, `ended_at`, `refresh_lease`
 * and `refresh_until`. Each step of a refresh is one statement with its precondition in the `where`.
 */
import type { CredentialStore } from '../../../src/scheduling/provider-oauth/store.js';
import { isId } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { DomainEvent } from '../../../src/events/catalogue.js';
import type { Database } from '../connection.js';
import { inTransaction } from '../transaction.js';

interface CredentialRow {
  readonly credential: string | null;
  readonly invalid: boolean;
}

const FREE = { refresh_lease: null, refresh_until: null };
export const VALID = { invalid: false, ended_at: null };
const SYSTEM = { actor: 'system' };

/** `table`: of connections; `toEndedEvent`: the event when the provider has revoked one. */
export function createCredentialStore(
  db: Database,
  table: string,
  toEndedEvent: (trx: Database, id: number, at: Date) => Promise<DomainEvent>,
): CredentialStore {
  const leased = (id: number, lease: string) => db(table).where({ id, refresh_lease: lease });
  return {
    async read(id) {
      const row = isId(id)
        ? await db(table).where({ id }).first<CredentialRow | undefined>('credential', 'invalid')
        : undefined;
      if (row === undefined || row.credential === null) return undefined;
      return { sealed: row.credential, invalid: row.invalid };
    },
    async claim(id, sealed, { lease, now, until }) {
      const free = db(table)
        .where({ id, credential: sealed, invalid: false })
        .where((one) => void one.whereNull('refresh_until').orWhere('refresh_until', '<=', now));
      return (await free.update({ refresh_lease: lease, refresh_until: until })) === 1;
    },
    renew: async (id, lease, sealed) =>
      (await leased(id, lease).update({ credential: sealed, ...VALID, ...FREE })) === 1,
    release: async (id, lease) => void (await leased(id, lease).update(FREE)),
    invalidate: (id, sealed, at) =>
      inTransaction(db, async (trx) => {
        const current = trx(table).where({ id, credential: sealed, invalid: false });
        const isEnded = (await current.update({ invalid: true, ended_at: at, ...FREE })) === 1;
        if (isEnded) await emit(trx, SYSTEM, await toEndedEvent(trx, id, at));
        return isEnded;
      }),
  };
}
