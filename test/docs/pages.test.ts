/* What the documentation lists is what the program has. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ApiDescription, scopesPage } from '../../docs/scopes-page.js';
import { runCommandLine } from '../../src/cli/program.js';
import { readConfig } from '../../src/config.js';
import { filesUnder } from '../architecture/modules.js';
import { ROOMS } from '../architecture/rooms.js';
import { startService } from '../support/service.js';
import { blocks, page, tableAfter } from './blocks.js';

const README = page('README.md');
const PAGES = ['README.md', 'CHANGELOG.md', ...filesUnder(['docs']).filter((path) => path.endsWith('.md'))];

describe('the configuration table', () => {
  const rows = tableAfter(README, '<!-- configuration -->').map(
    ([name = '', fallback = '']) => [name.replaceAll('`', ''), fallback] as const,
  );

  test('names every variable that is read, and no other', () => {
    const read = new Set<string>();
    readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
    expect(rows.map(([name]) => name).sort()).toEqual([...read].sort());
  });

  test('shows the defaults', () => {
    const { production, ...config } = readConfig({});
    const values: Record<string, unknown> = { ...config, nodeEnv: production ? 'production' : 'development' };
    for (const [name, fallback] of rows) {
      const member = name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const value = values[member];
      const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      const shown = fallback.replaceAll('`', '').replace(/^(?:BASE_URL|APP_URL)/, config.baseUrl);
      expect([name, shown]).toEqual([name, isPlain ? String(value) : 'none']);
    }
  });
});

describe('the command line', () => {
  const listed = blocks(README, 'text').flatMap((block) => block.trim().split('\n'));
  const wordsOf = (line: string): readonly string[] =>
    /^slotkey((?: [a-z][a-z-]*)+)/.exec(line)?.[1]?.trim().split(' ') ?? [];

  async function help(words: readonly string[]): Promise<string> {
    const printed: string[] = [];
    const print = (text: string): void => void printed.push(text);
    await runCommandLine([...words, '--help'], { env: {}, print, complain: print });
    return printed.join('\n');
  }

  const commandsIn = (text: string): readonly string[] =>
    [...(text.split('Commands:')[1] ?? '').matchAll(/^ {2}([a-z-]+)/gm)].flatMap(([, name = '']) =>
      name === 'help' ? [] : [name],
    );

  async function leaves(words: readonly string[]): Promise<readonly string[]> {
    const commands = commandsIn(await help(words));
    const below = await Promise.all(commands.map((name) => leaves([...words, name])));
    return commands.length === 0 ? [words.join(' ')] : below.flat();
  }

  test('is listed whole', async () => {
    expect(listed.map((line) => wordsOf(line).join(' ')).sort()).toEqual([...(await leaves([]))].sort());
  });

  test.each(listed)('has every option of %s', async (line) => {
    const text = await help(wordsOf(line));
    for (const option of line.match(/--[a-z-]+/g) ?? []) expect(text).toContain(option);
  });
});

test('the map of the rooms shows every room', () => {
  const map = tableAfter(README, '## The map of the rooms').map(([room = '']) => room);
  const shown = map.flatMap((cell) => cell.match(/(?<=`)[\w./-]+(?=`)/g) ?? []);
  const folders = ROOMS.map(({ place }) => place).filter((place) => place.endsWith('/'));
  expect(folders.filter((folder) => !shown.includes(folder))).toEqual([]);
  expect(shown.filter((place) => !existsSync(place))).toEqual([]);
});

test('docs/scopes.md is what the catalogue and the routes say', async () => {
  const service = await startService();
  const api = (await (await fetch(`${service.url}/v2/openapi.json`)).json()) as ApiDescription;
  await service.close();
  expect(page('docs/scopes.md')).toBe(scopesPage(api));
});

test.each(PAGES)('every link of %s leads somewhere', (path) => {
  const targets = [...page(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) =>
    join(dirname(path), target),
  );
  expect(targets.filter((target) => !existsSync(target))).toEqual([]);
});
