/* `npm start` and `npm run cli` run a bundle, which has to follow its sources. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Directory, temporaryDirectory } from '../support/child-server.js';

const MAIN = `import { greeting } from './greeting.js';
console.log(greeting, process.argv.slice(2).join(), import.meta.url);
if (process.argv[2] === 'late') await import('./late.js');
interface Unused { readonly name: string }
if (process.argv[2] === 'fail') throw new Error('as asked');
`;

let folder: Directory;
const write = (name: string, text: string): Promise<void> => writeFile(join(folder.path, name), text);

beforeEach(async () => {
  folder = await temporaryDirectory();
  for (const name of ['node_modules', 'src']) await mkdir(join(folder.path, name));
  for (const name of ['esbuild', 'tsx'])
    await symlink(resolve('node_modules', name), join(folder.path, 'node_modules', name));
  await copyFile('start.js', join(folder.path, 'start.js'));
  await write('package.json', '{ "type": "module" }');
  await write('src/main.ts', MAIN);
  await write('src/greeting.ts', `export const greeting: string = 'Hello';`);
  await write('src/late.ts', `console.log('later');`);
});
afterEach(() => folder.remove());

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (...args: readonly string[]): Promise<Outcome> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      ['start.js', 'src/main.ts', ...args],
      { cwd: folder.path },
      (_, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    );
  });

/** The files of bundles, and when they were written. */
async function bundles(): Promise<readonly string[]> {
  const cache = join(folder.path, 'node_modules/.cache/slotkey/src/main.ts');
  const names = (await readdir(cache)).filter((name) => name !== 'compiled');
  return Promise.all(names.map(async (name) => `${name} ${(await stat(join(cache, name))).mtimeMs}`));
}

test('an entry point runs with its arguments and its own URL, and is bundled once', async () => {
  const url = pathToFileURL(join(folder.path, 'src/main.ts')).href;
  expect(await run('one', 'two')).toEqual({ code: 0, stdout: `Hello one,two ${url}\n`, stderr: '' });
  const written = await bundles();
  expect((await run('late')).stdout).toBe(`Hello late ${url}\nlater\n`);
  expect(await bundles()).toEqual(written);
});

test('a changed module is bundled again, and a running process keeps what it may still load', async () => {
  await run();
  const before = await readdir(join(folder.path, 'node_modules/.cache/slotkey/src/main.ts'));
  await write('src/greeting.ts', `export const greeting = 'Good morning';`);
  await write('src/late.ts', `console.log('much later');`);
  expect((await run('late')).stdout).toMatch(/^Good morning late .*\nmuch later\n$/);
  expect(await readdir(join(folder.path, 'node_modules/.cache/slotkey/src/main.ts'))).toEqual(
    expect.arrayContaining(before),
  );
});

test('an error names the line of the source', async () => {
  const { code, stderr } = await run('fail');
  expect(code).toBe(1);
  expect(stderr).toMatch(/Error: as asked\n {4}at .*\/src\/main\.ts:5:/);
});

test('without a place for the bundle each module is transpiled', async () => {
  await write('node_modules/.cache', 'not a folder');
  expect((await run('late')).stdout).toMatch(/^Hello late file:.*\nlater\n$/);
});

test('a module that is not found ends the process', async () => {
  await rm(join(folder.path, 'src/greeting.ts'));
  const { code, stderr } = await run();
  expect(code).toBe(1);
  expect(stderr).toContain('Could not resolve "./greeting.js"');
});
