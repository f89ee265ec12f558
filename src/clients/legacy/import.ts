/*
 * Imports legacy clients with the ids, secret hashes and redirect URIs they have elsewhere, so that nothing changes for
 * them. Today's rules apply to them too. A file is imported whole or refused whole, unless its faulty lines are to be
 * skipped; an existing client is not changed, so that an import can be repeated.
 */
import type { AccountStore } from '../../accounts/store.js';
import type { Actor } from '../../events/audit-log.js';
import { invalidInput } from '../../errors.js';
import type { PropertyFault } from '../../errors.js';
import { legacyForm, OWNERLESS, parseLegacyFile } from './import-lines.js';
import type { LegacyLine, ParsedLine } from './import-lines.js';
import type { Registry } from '../register.js';
import { clientDetails } from '../rules.js';
import { importedSecret } from '../secrets.js';
import type { ClientStore, NewClient } from '../store.js';

export interface Importer extends Pick<Registry, 'random'> {
  readonly clients: Pick<ClientStore, 'create' | 'find'>;
  readonly accounts: Pick<AccountStore, 'findByEmail'>;
}

export interface ImportOptions {
  /** Reports what would happen, faults included, and changes nothing. */
  readonly dryRun?: boolean;
  /** Imports the lines without a fault. */
  readonly skipFaulty?: boolean;
}

export type RefusedLine = Pick<ParsedLine, 'line' | 'faults'>;

export interface ImportReport {
  readonly imported: readonly string[];
  /** Ids that existed before. */
  readonly skipped: readonly string[];
  readonly refused: readonly RefusedLine[];
}

type Owners = ReadonlyMap<string, number>;

async function ownersOf({ accounts }: Importer, lines: readonly ParsedLine[]): Promise<Owners> {
  const owners = new Map<string, number>();
  for (const email of new Set(lines.flatMap(({ read }) => read?.owner ?? []))) {
    const account = await accounts.findByEmail(email);
    if (account?.emailVerifiedAt) owners.set(email, account.id);
  }
  return owners;
}

const withOwnerFaults = (lines: readonly ParsedLine[], owners: Owners): readonly ParsedLine[] =>
  lines.map((line) =>
    line.read === undefined || owners.has(line.read.owner)
      ? line
      : { ...line, faults: [...line.faults, OWNERLESS] },
  );

const legacyClient = (line: LegacyLine, ownerId: number, { random }: Importer): NewClient => ({
  ...clientDetails(legacyForm(line)),
  id: line.client_id,
  status: line.status,
  legacy: true,
  ownerId,
  secrets: line.secret_hashes.map((hash) => importedSecret(hash, random)),
});

/** `line 3, redirect_uris.0`; `line 3` where the line itself is at fault. */
export const locationOf = (line: number, { property }: PropertyFault): string =>
  [`line ${line}`, property].filter(Boolean).join(', ');

/**
 * `text`: the whole file, format in import-lines.ts. Throws `invalidInput` with the faults of every line, unless they are
 * to be reported or left out.
 */
export async function importLegacy(
  importer: Importer,
  text: string,
  { dryRun = false, skipFaulty = false }: ImportOptions,
  actor: Actor,
): Promise<ImportReport> {
  const parsed = parseLegacyFile(text);
  const owners = await ownersOf(importer, parsed);
  const lines = withOwnerFaults(parsed, owners);
  const refused = lines.flatMap(({ line, faults }) => (faults.length === 0 ? [] : [{ line, faults }]));
  if (refused.length > 0 && !dryRun && !skipFaulty)
    throw invalidInput(
      refused.flatMap(({ line, faults }) =>
        faults.map((fault) => ({ property: locationOf(line, fault), message: fault.message })),
      ),
    );
  const ids = { imported: [] as string[], skipped: [] as string[] };
  for (const { read, faults } of lines) {
    if (read === undefined || faults.length > 0) continue;
    const client = legacyClient(read, owners.get(read.owner) ?? 0, importer);
    const isNew = dryRun
      ? (await importer.clients.find(client.id)) === undefined
      : (await importer.clients.create(client, actor)) === 'created';
    ids[isNew ? 'imported' : 'skipped'].push(client.id);
  }
  return { ...ids, refused };
}
