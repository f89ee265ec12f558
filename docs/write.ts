/*
 * `npm run docs`: writes the pages that are made from the program. What the API answers is asked of the service itself,
 * started for a moment over an empty database of its own.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config/config.js';
import { serve } from '../src/process/serve.js';
import { scopesPage } from './scopes-page.js';
import type { ApiDescription } from './scopes-page.js';

async function describeApi(): Promise<ApiDescription> {
  const directory = await mkdtemp(join(tmpdir(), 'slotkey-docs-'));
  const config = readConfig({ DATA_DIR: directory, PORT: '0', DEMO: 'false', LOG_LEVEL: 'silent' });
  const service = await serve(config, { print: () => undefined });
  try {
    const response = await fetch(`${service.url}/v2/openapi.json`);
    return (await response.json()) as ApiDescription;
  } finally {
    await service.close();
    await rm(directory, { recursive: true });
  }
}

await writeFile(new URL('scopes.md', import.meta.url), scopesPage(await describeApi()));
