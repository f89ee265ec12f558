/* Started by data-dir.test.ts as a separate process: takes the lock, writes the result, and releases it at end of input. */
import { lockDataDir } from '../../adapters/data-dir.js';
import { errorMessage } from '../../adapters/error-code.js';

try {
  const lock = await lockDataDir(process.argv[2] ?? '');
  process.stdout.write('held\n');
  process.stdin.resume().once('end', () => void lock.release());
} catch (error) {
  process.stdout.write(`${errorMessage(error)}\n`);
}
