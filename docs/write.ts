/*
 * `npm run docs`: writes the pages and files that are made from the program. What the API answers is asked of the service itself,
 * started for a moment over an empty database of its own.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config/config.js';
import { serve } from '../src/process/serve.js';
import { composeFile, configurationPage, envExample } from './configuration-files.js';
import { metricsTable } from './metrics-table.js';
import { pagesPage } from './pages-page.js';
import { newestResults, peerResults, performanceChart, performancePage } from './performance-page.js';
import { scopesPage } from './scopes-page.js';
import type { ApiDescription } from './scopes-page.js';

async function describeService(): Promise<{ api: ApiDescription; pages: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'slotkey-docs-'));
  const config = readConfig({ DATA_DIR: directory, PORT: '0', DEMO: 'false', LOG_LEVEL: 'silent' });
  const service = await serve(config, { print: () => undefined });
  try {
    const response = await fetch(`${service.url}/v2/openapi.json`);
    return { api: (await response.json()) as ApiDescription, pages: pagesPage(service.pages) };
  } finally {
    await service.close();
    await rm(directory, { recursive: true });
  }
}

async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  const file = new URL(`../${path}`, import.meta.url);
  await writeFile(file, change(await readFile(file, 'utf8')));
}

await rewrite('.env.example', envExample);
await rewrite('docker-compose.yml', composeFile);
await rewrite('docs/configuration.md', configurationPage);
await rewrite('docs/operating.md', metricsTable);
const measured = newestResults();
await rewrite('docs/performance.md', (text) => performancePage(text, measured, peerResults()));
await writeFile(new URL('performance.svg', import.meta.url), performanceChart(measured));
const { api, pages } = await describeService();
await rewrite('docs/scopes.md', () => scopesPage(api));
await writeFile(new URL('pages.md', import.meta.url), pages);
