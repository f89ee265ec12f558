import { runService } from './process/run-service.js';

process.exitCode = await runService(process.env, {
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
