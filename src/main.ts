import { withEnoughFiles } from './process/open-files.js';

process.exitCode = await withEnoughFiles(async (output) => {
  const { runService } = await import('./process/run-service.js');
  return runService(process.env, output);
});
