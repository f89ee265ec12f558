/* What the documentation lists is what the program has. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { pagesPage } from '../../docs/pages-page.js';
import {
  newestResults,
  peerResults,
  performanceChart,
  performancePage,
} from '../../docs/performance-page.js';
import { type ApiDescription, scopesPage } from '../../docs/scopes-page.js';
import { createCommandContext } from '../../src/cli/command-context.js';
import { createProgram } from '../../src/cli/program.js';
import { filesUnder } from '../architecture/modules.js';
import { MODULES } from '../architecture/layers.js';
import { RETIRED_PHRASES } from '../architecture/retired-words.js';
import { startService } from '../support/service.js';
import { blocks, page, tableAfter } from './blocks.js';

const README = page('README.md');
const COMMAND_LINE = page('docs/command-line.md');
const PAGES = ['README.md', 'CHANGELOG.md', ...filesUnder(['docs']).filter((path) => path.endsWith('.md'))];

describe('the command line', () => {
  const listed = blocks(COMMAND_LINE, 'text').flatMap((block) => block.trim().split('\n'));
  /** `slotkey client reject ID --reason T`: the name, its parameters, and its required and optional options. */
  const documented = (line: string) => {
    const optional = [...line.matchAll(/\[([^\]]*)\]/g)].map(([, text = '']) => text);
    const rest = line.replace(/ \[[^\]]*\]/g, '').replace(/"[^"]*"/g, 'TEXT');
    const [, name = '', tail = ''] = /^slotkey((?: [a-z][a-z-]*)+)(.*)$/.exec(rest) ?? [];
    return {
      words: name.trim(),
      parameters: tail.replace(/--[a-z-]+ \S+/g, '').match(/\S+/g)?.length ?? 0,
      required: (tail.match(/--[a-z-]+/g) ?? []).toSorted(),
      optional: optional
        .map((text) => [text.split(' ')[0] ?? '', text.includes(' ')] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    };
  };

  type Documented = ReturnType<typeof documented>;

  /** The same of what commander knows. */
  function leaves(command: Command, above: readonly string[] = []): readonly Documented[] {
    const { commands, options, registeredArguments } = command;
    const below = commands.flatMap((one) => leaves(one, [...above, one.name()]));
    // A command with options of its own is one itself, beside its subcommands.
    if (below.length > 0 && (above.length === 0 || options.length === 0)) return below;
    const [must, may] = [options.filter((one) => one.mandatory), options.filter((one) => !one.mandatory)];
    return [
      ...below,
      {
        words: above.join(' '),
        parameters: registeredArguments.length,
        required: must.map(({ long }) => long ?? '').toSorted(),
        optional: may
          .map(({ long, required }) => [long ?? '', required] as const)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      },
    ];
  }

  test('is documented completely, each command with exactly its parameters and options', () => {
    const silent = (): void => undefined;
    const useCases = createCommandContext({ env: {}, print: silent, complain: silent }, () => false, silent);
    const byWords = (a: Documented, b: Documented): number => (a.words < b.words ? -1 : 1);
    expect(listed.map(documented).toSorted(byWords)).toEqual(
      [...leaves(createProgram(useCases))].toSorted(byWords),
    );
  });
});

const pathsIn = (rows: readonly (readonly string[])[]): readonly string[] =>
  rows.flatMap(([cell = '']) => cell.match(/(?<=`)[\w./-]+(?=`)/g) ?? []);

test('the table of modules in docs/architecture.md names each of them', () => {
  const listed = pathsIn(tableAfter(page('docs/architecture.md'), '## Modules'));
  const folders = MODULES.map(({ path }) => path).filter((path) => path.endsWith('/'));
  expect(folders.filter((folder) => !listed.includes(folder))).toEqual([]);
  expect(listed.filter((path) => !existsSync(path))).toEqual([]);
});

test('README names modules that exist, and is short', () => {
  expect(pathsIn(tableAfter(README, '## Modules')).filter((path) => !existsSync(path))).toEqual([]);
  expect(README.split(/\s+/).length).toBeLessThanOrEqual(900);
});

test('CHANGELOG of the first release has less than 60 lines', () => {
  expect(page('CHANGELOG.md').trimEnd().split('\n').length).toBeLessThan(60);
});

test('docs/scopes.md matches the catalogue and the routes', async () => {
  const service = await startService();
  const api = (await (await fetch(`${service.url}/v2/openapi.json`)).json()) as ApiDescription;
  await service.close();
  expect(page('docs/scopes.md')).toBe(scopesPage(api));
});

test('docs/performance.md shows the newest run that is kept', () => {
  const results = newestResults();
  expect(performancePage(page('docs/performance.md'), results, peerResults())).toBe(
    page('docs/performance.md'),
  );
  expect(page('docs/performance.svg')).toBe(performanceChart(results));
});

test('docs/pages.md matches the table of pages', async () => {
  const service = await startService();
  await service.close();
  expect(page('docs/pages.md')).toBe(pagesPage(service.pages));
});

test.each(PAGES)('%s is in plain language', (path) => {
  expect(
    page(path)
      .split('\n')
      .filter((line) => RETIRED_PHRASES.test(line)),
  ).toEqual([]);
});

test.each(PAGES)('every link of %s has a target', (path) => {
  const targets = [...page(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) =>
    join(dirname(path), target),
  );
  expect(targets.filter((target) => !existsSync(target))).toEqual([]);
});
