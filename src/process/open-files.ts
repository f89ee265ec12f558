/*
 * How many files the system lets this process open: one for each connection and each module of the service. Too few would
 * fail as a module that is not found, so this is examined before any other module is loaded, and imports none.
 */
import { readFileSync } from 'node:fs';

/** For the requests that are worked on and those that wait (http/admission.ts). */
const MIN_OPEN_FILES = 1024;

/** Linux only; Infinity where it is unknown or unlimited. Node.js has raised it to the hard limit. */
function maxOpenFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

interface ProcessOutput {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** Resolves to the exit code. `run` may load the modules of the service. */
export async function withEnoughFiles(run: (output: ProcessOutput) => Promise<number>): Promise<number> {
  const complain = (text: string): void => void process.stderr.write(`${text}\n`);
  const most = maxOpenFiles();
  if (most >= MIN_OPEN_FILES)
    return run({ print: (text) => void process.stdout.write(`${text}\n`), complain });
  complain(
    `slotkey: This process may open only ${most} files, and needs ${MIN_OPEN_FILES} for its connections. ` +
      'Raise the limit: `ulimit -n`, LimitNOFILE of systemd, or ulimits of the container.',
  );
  return 1;
}
