import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { importLegacy, type ImportOptions, type ImportReport, locationOf } from '../clients/legacy/import.js';
import { badRequest } from '../errors.js';
import { CLI } from './command-context.js';
import type { CommandContext } from './command-context.js';
import { EXIT_FAILURE } from './terminal.js';
import type { Output } from './terminal.js';

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file',
  EISDIR: 'This is a folder, not a file',
  EACCES: 'You are not allowed to read this file',
};

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    throw badRequest(`${UNREADABLE[code] ?? `This file cannot be read (${code})`}: ${file}`);
  }
}

function outputOf(report: ImportReport, { dryRun = false }: ImportOptions): Output {
  const { imported, skipped, refused } = report;
  const counts = [
    `${dryRun ? 'Would import' : 'Imported'} ${imported.length}`,
    `left alone ${skipped.length} that were here before`,
    ...(refused.length === 0 ? [] : [`refused ${refused.length}`]),
  ].join(', ');
  const lines = refused.flatMap(({ line, faults }) =>
    faults.map((fault) => `${locationOf(line, fault)}: ${fault.message}`),
  );
  const json = { ...report, ...(dryRun ? { dry_run: true } : {}) };
  return {
    json,
    text: [`${counts}.`, ...lines].join('\n'),
    exitCode: refused.length === 0 ? 0 : EXIT_FAILURE,
  };
}

export const importCommand = ({ withStores }: CommandContext): Command =>
  new Command('import')
    .description(
      'take over legacy clients, one JSON object a line, with their ids, secret hashes and redirect URIs; all or none',
    )
    .argument('<file>')
    .option('--dry-run', 'print what would happen, line by line, and change nothing')
    .option('--skip-faulty', 'leave out the lines that have a fault, and import the others')
    .action((file: string, options: ImportOptions) =>
      withStores(async ({ stores }) => {
        const text = await textOf(file);
        return outputOf(
          await importLegacy(
            { clients: stores.clients.clients, accounts: stores.accounts.accounts, random: randomBytes },
            text,
            options,
            CLI,
          ),
          options,
        );
      }),
    );
