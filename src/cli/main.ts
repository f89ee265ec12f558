#!/usr/bin/env node
import { runCommandLine } from './program.js';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
