import { Command } from 'commander';
import { readConfig } from '../config/config.js';
import type { CommandContext } from './command-context.js';

export const migrateCommand = ({ terminal, answer }: CommandContext): Command =>
  new Command('migrate').description('bring the database up to date').action(async () => {
    const { migrate } = await import('../../adapters/stores.js');
    const steps = await migrate(readConfig(terminal.env));
    const text = steps.length === 0 ? 'The database is up to date.' : `Done: ${steps.join(', ')}.`;
    answer({ json: { steps }, text });
  });
