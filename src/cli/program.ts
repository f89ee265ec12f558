/*
 * The command line of the operator. A command reads its options, calls one use case and prints the result. Results go to
 * standard output, a failure is one line on standard error.
 */
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config.js';
import { errorSummary } from '../process/error-summary.js';
import { VERSION } from '../version.js';
import { auditCommand } from './audit-command.js';
import { clientCommand } from './client-commands.js';
import { type CommandContext, type CommandFactory, createCommandContext } from './command-context.js';
import { doctorCommand } from './doctor-command.js';
import { jobsCommand } from './jobs-command.js';
import { keysCommand } from './keys-command.js';
import { migrateCommand } from './migrate-command.js';
import { orgCommand } from './org-commands.js';
import { serveCommand } from './serve-command.js';
import { systemCommand } from './system-command.js';
import { EXIT_CONFIG, EXIT_FAILURE, EXIT_USAGE } from './terminal.js';
import type { Terminal } from './terminal.js';
import { userCommand } from './user-commands.js';

const COMMANDS: readonly CommandFactory[] = [
  serveCommand,
  migrateCommand,
  doctorCommand,
  systemCommand,
  keysCommand,
  auditCommand,
  jobsCommand,
  userCommand,
  orgCommand,
  clientCommand,
];

/** Commander would print errors and exit by itself. Only help that was asked for is printed as it is. */
function silence(command: Command, print: Terminal['print']): void {
  const silent = (): void => undefined;
  command.exitOverride().configureOutput({
    writeOut: (text) => print(text.trimEnd()),
    writeErr: silent,
    outputError: silent,
  });
  for (const subcommand of command.commands) silence(subcommand, print);
}

function messageOf(error: unknown): string {
  if (error instanceof CommanderError && error.code === 'commander.help')
    return 'error: name a command; --help lists them';
  return errorSummary(error);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  return error instanceof ConfigError ? EXIT_CONFIG : EXIT_FAILURE;
}

export function createProgram(context: CommandContext): Command {
  const program = new Command('slotkey')
    .description('Scoped OAuth 2.0 for a scheduling service')
    .version(VERSION, '--version', 'print the version')
    .option('--json', 'print one JSON document instead of text');
  for (const command of COMMANDS) program.addCommand(command(context));
  return program;
}

/** `args` without the names of node and the script. Resolves to the exit code; `serve` resolves once it has stopped. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  const context = createCommandContext(
    terminal,
    () => program.opts<{ json?: boolean }>().json === true,
    (code) => (exitCode = code),
  );
  const program = createProgram(context);
  silence(program, terminal.print);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    const code = exitCodeOf(error);
    if (code !== 0) terminal.complain(messageOf(error));
    return code;
  }
}
