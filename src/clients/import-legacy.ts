/*
 * Takes over legacy clients with the ids, secret hashes and redirect URIs they have elsewhere, so that nothing changes
 * for them. A file is taken whole or refused whole; a client that is already here is left alone, so that an interrupted
 * import can be run again.
 */
import type { AccountStore } from '../accounts/store.js';
import type { Cause } from '../audit.js';
import { invalidInput } from '../errors.js';
import type { PropertyFault } from '../errors.js';
import { at, legacyForm, parseLegacyFile } from './legacy-lines.js';
import type { LegacyLine } from './legacy-lines.js';
import type { Registry } from './register.js';
import { clientDetails } from './rules.js';
import { importedSecret } from './secrets.js';
import type { ClientStore, NewClient } from './store.js';

export interface Importer extends Pick<Registry, 'random'> {
  readonly clients: Pick<ClientStore, 'create'>;
  readonly accounts: Pick<AccountStore, 'findByEmail'>;
}

export interface ImportReport {
  readonly imported: readonly string[];
  /** Ids that were here before. */
  readonly skipped: readonly string[];
}

async function ownersOf(
  { accounts }: Importer,
  lines: readonly LegacyLine[],
): Promise<ReadonlyMap<string, number>> {
  const owners = new Map<string, number>();
  for (const email of new Set(lines.map(({ owner }) => owner))) {
    const account = await accounts.findByEmail(email);
    if (account) owners.set(email, account.id);
  }
  return owners;
}

function legacyClient(line: LegacyLine, ownerId: number, { random }: Importer): NewClient {
  return {
    ...clientDetails(legacyForm(line)),
    id: line.client_id,
    status: line.status,
    legacy: true,
    ownerId,
    secrets: line.secret_hashes.map((hash) => importedSecret(hash, random)),
  };
}

const ownerFault = ({ lineNumber }: LegacyLine): PropertyFault =>
  at(lineNumber, {
    property: 'owner',
    message: 'is not the e-mail address of an account. Add the account first',
  });

/** `text`: the whole file, format in legacy-lines.ts. Throws `invalidInput` with the faults of every line. */
export async function importLegacy(importer: Importer, text: string, cause: Cause): Promise<ImportReport> {
  const { lines, faults } = parseLegacyFile(text);
  const owners = await ownersOf(importer, lines);
  const ownerless = lines.filter(({ owner }) => !owners.has(owner)).map(ownerFault);
  if (faults.length + ownerless.length > 0) throw invalidInput([...faults, ...ownerless]);
  const imported: string[] = [];
  const skipped: string[] = [];
  for (const line of lines) {
    const verdict = await importer.clients.create(
      legacyClient(line, owners.get(line.owner) ?? 0, importer),
      cause,
    );
    (verdict === 'created' ? imported : skipped).push(line.client_id);
  }
  return { imported, skipped };
}
