/* The programs in docs/clients.md are run as they stand there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { isScopeName } from '../../src/scopes/catalogue.js';
import { createBrowser } from '../support/browser.js';
import { type TestUser, useService } from '../support/service.js';
import { blocks, page } from './blocks.js';

const CLIENTS = page('docs/clients.md');
const REDIRECT_URI = 'http://localhost:8080/callback';

const service = useService();
let maria: TestUser;
beforeAll(async () => {
  maria = await service.user('Maria');
});

async function allow(link: string): Promise<string> {
  const browser = createBrowser(service.url);
  const back = await browser.submit(await browser.signIn(maria, await browser.get(link)), {}, 'allow');
  return back.left?.href ?? '';
}

async function runProgram(program: string): Promise<{ readonly code: unknown; readonly output: string }> {
  const client = await service.client({ redirectUris: [REDIRECT_URI] });
  const env = {
    PATH: process.env['PATH'],
    ISSUER: service.url,
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.clientSecret,
  };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { env });
  const ended = once(child, 'close');
  const complaints = text(child.stderr);
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    const [, link] = /^Open (http\S+)$/.exec(line) ?? [];
    if (link !== undefined) child.stdin.end(`${await allow(link)}\n`);
  }
  const [code] = (await ended) as unknown[];
  return { code, output: lines.join('\n') + (await complaints) };
}

describe('the example programs for developers', () => {
  const programs = blocks(CLIENTS, 'js').map(
    (program) => [/from '([a-z-]+)'/.exec(program)?.[1] ?? 'fetch', program] as const,
  );

  test('docs/clients.md has two programs', () => {
    expect(programs.map(([name]) => name)).toEqual(['fetch', 'openid-client']);
  });

  test.each(programs)('with %s read the profile', async (_, program) => {
    const { code, output } = await runProgram(program);
    expect(output).toContain(`email: '${maria.email}'`);
    expect(code).toBe(0);
  });
});

test('the endpoints are those of the discovery document', async () => {
  const response = await fetch(`${service.url}/.well-known/oauth-authorization-server`);
  const metadata = (await response.json()) as Record<string, string>;
  const named = [...CLIENTS.matchAll(/^\| (\w+) \| `(\/\S+)` \|$/gm)];
  expect(named).toHaveLength(4);
  for (const [, name = '', path = ''] of named) expect(metadata[`${name}_endpoint`]).toBe(service.url + path);
});

test('every scope it names exists', () => {
  const names = CLIENTS.match(/\b[A-Z]+(?:_[A-Z]+)*_(?:READ|WRITE)\b/g) ?? [];
  expect(names).not.toHaveLength(0);
  expect(names.filter((name) => !isScopeName(name))).toEqual([]);
});
