/* README is executed: the authorization by hand, block by block, with what a reader would paste. */
import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Directory, temporaryDirectory } from '../support/child-server.js';
import { blocks, page } from './blocks.js';
import { type Demonstration, startDemonstration } from './demonstration.js';

const README = page('README.md');
const [setUp = '', ...steps] = blocks(README, 'sh');

let demonstration: Demonstration;
let standIn: Directory;
beforeAll(async () => {
  demonstration = await startDemonstration();
  standIn = await temporaryDirectory();
  const program = `"${process.execPath}" --import tsx "${resolve('test/docs/curl.ts')}"`;
  await writeFile(join(standIn.path, 'curl'), `#!/bin/sh\nexec ${program} "$@"\n`);
  await chmod(join(standIn.path, 'curl'), 0o755);
});
afterAll(async () => {
  await demonstration.close();
  await standIn.remove();
});

/** Runs a block after the earlier ones; `pasted` replaces the placeholder of README. */
async function type(block: string | undefined, path: string, known: Record<string, string>): Promise<string> {
  const typed = (block ?? '')
    .replaceAll('http://localhost:3000', demonstration.url)
    .replaceAll('localhost%3A3000', encodeURIComponent(new URL(demonstration.url).host))
    .replaceAll(/^([A-Z_]+)='paste .*'$/gm, (_, name: string) => `${name}='${known[name] ?? 'unknown'}'`);
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', typed], { env: { PATH: path, ...known } });
  return stdout;
}

const { PATH = '' } = process.env;

test('the set-up is two lines', () => {
  expect(setUp.trim().split('\n')).toEqual(['npm ci', 'npm start']);
});

describe.each([
  ['with curl, where the machine has it', () => [PATH, standIn.path]],
  ['without curl', () => [standIn.path, PATH]],
])('the first authorization by hand, %s', (_, searchPath) => {
  test('creates a client and runs the first authorization', async () => {
    const path = searchPath().join(delimiter);
    const [, link, exchange, me, forbidden, refresh] = steps;
    const { id, secret } = demonstration.client('Acme Sync');
    const client = { CLIENT_ID: id, CLIENT_SECRET: secret };

    const back = await demonstration.allow((await type(link, path, client)).trim());
    expect(back.pathname).toBe('/playground/callback');
    expect(back.searchParams.get('state')).toBe('by-hand');
    const code = back.searchParams.get('code') ?? '';

    const answer = JSON.parse(await type(exchange, path, { ...client, CODE: code })) as Record<
      string,
      string
    >;
    const [example = ''] = blocks(README, 'json');
    const { access_token: access = '', refresh_token: spent = '', ...facts } = answer;
    expect({ ...facts, access_token: '…', refresh_token: '…' }).toEqual(JSON.parse(example));

    const profile: unknown = JSON.parse(await type(me, path, { ACCESS_TOKEN: access }));
    expect(profile).toMatchObject({ status: 'success', data: { email: 'maria@slotkey.example' } });
    const refusal = await type(forbidden, path, { ACCESS_TOKEN: access });
    expect(refusal).toMatch(/^HTTP\/1\.1 403/);
    expect(refusal).toContain('scope="PROFILE_WRITE"');

    const renewed: unknown = JSON.parse(await type(refresh, path, { ...client, REFRESH_TOKEN: spent }));
    expect(renewed).toMatchObject({ token_type: 'bearer', scope: 'PROFILE_READ' });
    expect(renewed).not.toMatchObject({ refresh_token: spent });
  });
});
