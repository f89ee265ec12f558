/* The context of commands: opens the stores, runs the command, writes its result and closes the stores again. */
import { Command } from 'commander';
import { readConfig } from '../config/config.js';
import type { Config } from '../config/config.js';
import type { Actor } from '../events/audit-log.js';
import { createKeyRing } from '../keys/key-ring.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Stores } from '../stores.js';
import type { Output, Terminal } from './terminal.js';

export interface Open {
  readonly config: Config;
  readonly stores: Stores;
  readonly keys: KeyRing;
  /** Newest first. */
  readonly secretKeys: readonly string[];
}

export interface CommandContext {
  readonly terminal: Terminal;
  /** Keeps the exit code of the process. */
  readonly exit: (code: number) => void;
  /** Writes the result and keeps its exit code. */
  readonly answer: (output: Output) => void;
  /**
   * In embedded mode this locks DATA_DIR, and throws while another process holds it. Work that resolves to undefined has
   * written its result itself.
   */
  readonly withStores: (work: (open: Open) => Promise<Output | undefined>) => Promise<void>;
}

/** The actor of the audit log for the operator. */
export const CLI: Actor = { actor: 'cli' };

export type CommandFactory = (context: CommandContext) => Command;

/** A command that only has subcommands. */
export const groupCommand =
  (name: string, description: string, subcommands: readonly CommandFactory[]): CommandFactory =>
  (context) => {
    const group = new Command(name).description(description);
    for (const create of subcommands) group.addCommand(create(context));
    return group;
  };

export async function openAll(config: Config): Promise<Open & { readonly close: () => Promise<void> }> {
  // Loaded when it is wanted: help and mistakes need no store.
  const { openStores } = await import('../../adapters/stores.js');
  const stores = await openStores(config);
  const { secretKeys } = stores;
  return { config, stores, secretKeys, keys: createKeyRing(secretKeys), close: () => stores.close() };
}

export function createCommandContext(
  terminal: Terminal,
  asJson: () => boolean,
  exit: (code: number) => void,
): CommandContext {
  const answer = ({ json, text, exitCode = 0 }: Output): void => {
    terminal.print(asJson() ? JSON.stringify(json, undefined, 2) : text);
    exit(exitCode);
  };
  return {
    terminal,
    exit,
    answer,
    async withStores(work) {
      const open = await openAll(readConfig(terminal.env));
      try {
        const output = await work(open);
        if (output !== undefined) answer(output);
      } finally {
        await open.close();
      }
    },
  };
}
