#!/usr/bin/env node
import { withEnoughFiles } from '../process/open-files.js';

process.exitCode = await withEnoughFiles(async (output) => {
  const { runCommandLine } = await import('./program.js');
  return runCommandLine(process.argv.slice(2), { env: process.env, ...output });
});
