/*
 * Runs a TypeScript entry point: `node start.js src/main.ts`. Its modules are bundled once and again after a change, since
 * to transpile and look up a thousand files takes more CPU time than the rest of a start. What was bundled stays for a
 * week: a process loads some of it only when it needs it.
 */
import cluster from 'node:cluster';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const [ENTRY] = process.argv.splice(2, 1);
// A worker is started in the same way.
if (cluster.isPrimary) cluster.setupPrimary({ args: [ENTRY, ...process.argv.slice(2)] });
const CACHE = join(ROOT, 'node_modules/.cache/slotkey', ENTRY);
const RECORD = join(CACHE, 'bundle.json');
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** What a bundle depends on beside its modules: the bundler, how it is called, and how it reads TypeScript. */
const SETTINGS = ['package-lock.json', 'start.js', 'tsconfig.json'];

/** Changes with the file. */
function stateOf(file) {
  const { mtimeMs, size } = statSync(join(ROOT, file), { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs}:${size}`;
}

function readBundle() {
  try {
    const { root, output, states } = JSON.parse(readFileSync(RECORD, 'utf8'));
    const isCurrent =
      root === ROOT && Object.entries(states).every(([file, state]) => stateOf(file) === state);
    return isCurrent && existsSync(output) ? output : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all: another process may read it at this moment. */
function writeWhole(path, contents) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

/** A module finds the files beside it where it was written. `states`: of each module, from before it is read. */
const ownUrls = (states) => ({
  name: 'own-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      states[relative(ROOT, path)] = stateOf(relative(ROOT, path));
      const url = JSON.stringify(pathToFileURL(path).href);
      return {
        contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      };
    });
  },
});

function removeOld(kept) {
  for (const name of readdirSync(CACHE, { recursive: true })) {
    const path = join(CACHE, name);
    const file = statSync(path, { throwIfNoEntry: false });
    if (file?.isFile() && !kept.has(path) && Date.now() - file.mtimeMs > WEEK_MS)
      rmSync(path, { force: true });
  }
}

async function bundled(states) {
  const { build, stop } = await import('esbuild');
  try {
    return await build({
      absWorkingDir: ROOT,
      entryPoints: [ENTRY],
      entryNames: '[name]-[hash]',
      outdir: CACHE,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      sourcemap: true,
      sourcesContent: false,
      plugins: [ownUrls(states)],
      metafile: true,
      write: false,
    });
  } finally {
    await stop();
  }
}

/** Returns what to run. In a folder that this user cannot write to, tsx transpiles each module. */
async function writeBundle() {
  const states = Object.fromEntries(SETTINGS.map((file) => [file, stateOf(file)]));
  const { outputFiles, metafile } = await bundled(states);
  const [name] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === ENTRY);
  const output = join(ROOT, name);
  try {
    mkdirSync(CACHE, { recursive: true });
    for (const { path, contents } of outputFiles) writeWhole(path, contents);
    writeWhole(RECORD, JSON.stringify({ root: ROOT, output, states }));
    removeOld(new Set([RECORD, ...outputFiles.map(({ path }) => path)]));
    return output;
  } catch {
    await import('tsx');
    return join(ROOT, ENTRY);
  }
}

const script = readBundle() ?? (await writeBundle());
process.setSourceMapsEnabled(true);
// Absent in Node.js 20.
module.enableCompileCache?.(join(CACHE, 'compiled'));
await import(pathToFileURL(script).href);
