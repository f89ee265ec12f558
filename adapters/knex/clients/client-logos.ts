/* Logos of clients, each stored once, by the hash of its bytes. */
import type { LogoStore } from '../../../src/clients/logo/logo-store.js';
import { isStorable } from '../../storable.js';
import type { Database } from '../connection.js';

interface LogoRow {
  readonly hash: string;
  readonly png: Buffer;
  readonly held_at: Date;
}

export const createLogoStore = (db: Database): LogoStore => ({
  async save(hash, png) {
    await db('client_logo').insert({ hash, png }).onConflict('hash').merge({ held_at: db.fn.now() });
  },
  async hold(hash) {
    if (!isStorable(hash)) return false;
    return (await db('client_logo').where({ hash }).update({ held_at: db.fn.now() })) === 1;
  },
  async find(hash) {
    if (!isStorable(hash)) return undefined;
    const row = await db<LogoRow>('client_logo').where({ hash }).first('png');
    // The embedded database returns a Uint8Array, not a Buffer.
    return row && Buffer.from(row.png);
  },
});

// A logo is held before it is referenced: then its row is locked or young, and a new reference protects it.
const SWEEP = `
delete from client_logo
where held_at < now() - interval '1 day'
  and not exists (select from client where client.logo = client_logo.hash)
  and not exists (select from client_proposal where client_proposal.logo = client_logo.hash)`;

export async function sweepLogos(db: Database): Promise<void> {
  await db.raw(SWEEP);
}
