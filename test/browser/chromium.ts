/*
 * Chromium, with a record of script errors, content blocked by policies and missing resources. It can connect only to
 * this machine.
 */
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the browser itself. Rejected forms and error pages are not among them. */
  readonly complaints: readonly string[];
}

export interface Chromium {
  visit(options?: BrowserContextOptions): Promise<Visit>;
  close(): Promise<void>;
}

function listen(context: BrowserContext): readonly string[] {
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(`page error: ${String(error.error())}`));
  context.on('console', (message) => {
    const answered = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !answered) complaints.push(message.text());
  });
  context.on('response', (response) => {
    const request = response.request();
    const part = request.resourceType() !== 'document' && request.resourceType() !== 'fetch';
    if (part && response.status() >= 400) complaints.push(`${response.status()} ${request.url()}`);
  });
  return complaints;
}

/** Throws when there is no Chromium, so that these tests are never skipped silently. */
export async function launchChromium(): Promise<Chromium> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS });
  return {
    async visit(options = {}) {
      const context = await browser.newContext({ locale: 'en-GB', ...options });
      context.setDefaultTimeout(60_000);
      const complaints = listen(context);
      return { page: await context.newPage(), context, complaints };
    },
    close: () => browser.close(),
  };
}
