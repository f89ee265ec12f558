import { readFile } from 'node:fs/promises';

// Fields 3 and 22 of proc_pid_stat(5), counted after the command name, which may contain spaces and brackets.
const STATE = 0;
const START_TIME = 19;

/** Boot id and start time of a running process, empty without /proc or when the process has ended. */
export async function processBirth(pid: number): Promise<string> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie process holds no files.
    if (fields[STATE] === 'Z') return '';
    return `${boot.trim()} ${fields[START_TIME] ?? ''}`;
  } catch {
    return '';
  }
}
