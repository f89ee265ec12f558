/* Current names of the parties of the audit log, in two queries. */
import { isStorable } from '../../storable.js';
import type { Database } from '../connection.js';

/** Account ids are 32-bit numbers. */
const ACCOUNT = /^account:(\d{1,9})$/;
const CLIENT = /^client:(.+)$/s;

const idsIn = (parties: readonly string[], shape: RegExp): readonly string[] =>
  parties.flatMap((party) => shape.exec(party)?.[1] ?? []);

export async function namesOf(
  db: Database,
  parties: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const accounts = idsIn(parties, ACCOUNT).map(Number);
  const clients = idsIn(parties, CLIENT).filter(isStorable);
  const accountRows = await db<{ id: number; name: string; email: string }>('account')
    .whereIn('id', accounts)
    .select('id', 'name', 'email');
  const clientRows = await db<{ id: string; name: string }>('client')
    .whereIn('id', clients)
    .select('id', 'name');
  return new Map([
    ...accountRows.map(({ id, name, email }) => [`account:${id}`, `${name} <${email}>`] as const),
    ...clientRows.map(({ id, name }) => [`client:${id}`, name] as const),
  ]);
}
