import { Command } from 'commander';
import type { CommandContext } from './command-context.js';

export const serveCommand = ({ terminal, exit }: CommandContext): Command =>
  new Command('serve').description('run the service until it is told to stop').action(async () => {
    // Loaded when it is wanted: no other command needs the whole application.
    const { runService } = await import('../process/run-service.js');
    exit(await runService(terminal.env, terminal));
  });
