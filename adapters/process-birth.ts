import { readFile } from 'node:fs/promises';

// Fields 3 and 22 of proc_pid_stat(5), counted behind the command name, which may itself hold spaces and brackets.
const STATE = 0;
const START_TIME = 19;

/** Boot and start time of a living process, empty where the system has no /proc or the process is gone. */
export async function processBirth(pid: number): Promise<string> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A process that ended but was not yet collected by its parent holds nothing any more.
    if (fields[STATE] === 'Z') return '';
    return `${boot.trim()} ${fields[START_TIME] ?? ''}`;
  } catch {
    return '';
  }
}
