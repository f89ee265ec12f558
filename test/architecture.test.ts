/*
 * The code base keeps the modules and rules of architecture/layers.ts. Each rule comes with a file that breaks it, so that
 * a rule which no longer sees anything fails too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { filesUnder, type Import, type Module, parseModule, readModules } from './architecture/modules.js';
import {
  DOMAIN_MODULES,
  ENVIRONMENT_READERS,
  moduleOf,
  type ModuleRule,
  MODULES,
  PACKAGES,
  WEB_PACKAGES,
} from './architecture/layers.js';
import { retiredIn, retiredInTitle, RETIRED_PHRASES, RETIRED_PROSE } from './architecture/retired-words.js';

const PROGRAM = ['src', 'adapters', 'views', 'knexfile.ts'];
const MAX_FILE_LENGTH = 250;

const program = readModules(PROGRAM);
const everything = [...program, ...readModules(['test', 'bench'].filter((folder) => existsSync(folder)))];

const ruleOf = (path: string): ModuleRule | undefined =>
  MODULES.filter((rule) => path.startsWith(rule.path)).sort((a, b) => b.path.length - a.path.length)[0];

const isUnder = (path: string, prefixes: readonly string[] = []): boolean =>
  prefixes.some((prefix) => path.startsWith(prefix));

/** `@scope/name/inner` and `name/inner` are parts of a package. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const packagesOf = ({ imports }: Module): readonly string[] =>
  imports
    .filter(({ specifier }) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
    .map(({ specifier }) => packageOf(specifier));

function isAllowed(module: Module, { file = '', typeOnly }: Import): boolean {
  const rule = ruleOf(module.path);
  if (rule === undefined || file.startsWith(rule.path)) return true;
  return isUnder(file, rule.may) && (typeOnly || !isUnder(file, rule.types));
}

interface Rule {
  readonly sentence: string;
  readonly modules: readonly Module[];
  readonly faults: (module: Module) => readonly string[];
  /** A path and a text that break the rule. */
  readonly breach: readonly [path: string, text: string];
}

const when = (broken: boolean, fault: string): readonly string[] => (broken ? [fault] : []);

const RULES: readonly Rule[] = [
  {
    sentence: 'every file belongs to a module',
    modules: program,
    faults: ({ path }) => when(ruleOf(path) === undefined, 'belongs to no module'),
    breach: ['src/helpers/text.ts', ''],
  },
  {
    sentence: 'a module imports only what its rule allows, and only types where it says so',
    modules: program,
    faults: (module) =>
      module.imports
        .filter(({ file }) => file !== undefined)
        .filter((found) => !isAllowed(module, found))
        .map(({ specifier, typeOnly }) => `imports ${typeOnly ? 'the types of' : ''} ${specifier}`),
    breach: ['src/api/api.ts', "import { verify } from '../authorization/bearer.js';"],
  },
  {
    sentence: 'a package is imported only in its modules',
    modules: program,
    faults: (module) =>
      packagesOf(module)
        .filter((name) => !isUnder(module.path, PACKAGES[name]))
        .map((name) => `imports ${name}`),
    breach: ['src/clients/store.ts', "import knex from 'knex';"],
  },
  {
    sentence: 'domain modules know nothing of the web',
    modules: program,
    faults: (module) =>
      packagesOf(module)
        .filter((name) => isUnder(module.path, DOMAIN_MODULES) && WEB_PACKAGES.includes(name))
        .map((name) => `imports ${name}`),
    breach: ['src/clients/register.ts', "import type { Context } from 'koa';"],
  },
  {
    sentence: 'only the entry points read the environment',
    modules: program,
    faults: ({ path, text, imports }) =>
      when(
        !ENVIRONMENT_READERS.includes(path) &&
          (/process\s*(?:\?\.|\.)\s*env\b|process\[/.test(text) ||
            imports.some(({ specifier }) => specifier === 'node:process')),
        'reads the environment',
      ),
    breach: ['src/ops/log.ts', 'const level = process.env.LOG_LEVEL;'],
  },
  {
    sentence: 'every import is written out',
    modules: everything,
    // The test runner imports the selected suites.
    faults: ({ path, imports }) =>
      when(
        path !== 'test/support/jest-runtime.ts' &&
          imports.some(({ specifier }) => specifier === '(computed)'),
        'computes an import',
      ),
    breach: ['src/app.ts', 'const module = await import(name);'],
  },
  {
    sentence: 'nothing is exported without a name, except to tools that want it so',
    modules: everything,
    faults: ({ path, hasDefaultExport }) =>
      when(
        hasDefaultExport && !/^knexfile\.ts$|\/(?:global-(?:setup|teardown)|jest-[a-z]+)\.ts$/.test(path),
        'has a default export',
      ),
    breach: ['src/errors.ts', 'export default class AppError {}'],
  },
  {
    sentence: 'there are no barrels',
    modules: everything,
    faults: ({ path, hasStarExport }) => when(hasStarExport || /\/index\.tsx?$/.test(path), 'is a barrel'),
    breach: ['src/clients/all.ts', "export * from './rules.js';"],
  },
  {
    sentence: 'folders and files are named after things, in kebab-case',
    modules: everything,
    faults: ({ path }) =>
      when(
        !/^(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.test|\.contract)?\.tsx?$/.test(path) ||
          /(?:^|\/)(?:utils?|helpers?|services?|common|lib|misc|shared)(?:\/|\.tsx?$)/.test(
            path.replace(/^test\/support\/service\.ts$/, ''),
          ),
        'has a name that says nothing, or not in kebab-case',
      ),
    breach: ['src/clients/utils.ts', ''],
  },
  {
    sentence: 'files and exported names use the terms of the field',
    modules: everything,
    faults: ({ path, exports }) => [
      ...retiredIn(path.split('/').at(-1)?.replace(/\..*/, '') ?? '').map(
        (word) => `has "${word}" in its name`,
      ),
      ...exports.flatMap((name) => retiredIn(name).map((word) => `exports ${name}, with "${word}"`)),
    ],
    breach: ['src/authorization/token-desk.ts', ''],
  },
  {
    sentence: 'local names and members use the terms of the field',
    modules: everything,
    faults: ({ declarations }) =>
      [...new Set(declarations)].flatMap((name) =>
        retiredIn(name).map((word) => `declares ${name}, with "${word}"`),
      ),
    breach: ['src/jobs/worker.ts', 'function run(theBell: number): void {}'],
  },
  {
    sentence: 'comments and titles of tests are plain',
    modules: everything.filter(({ path }) => !path.startsWith('test/architecture')),
    faults: ({ comments, titles }) =>
      [...comments, ...titles].filter((text) => RETIRED_PROSE.test(text)).map((text) => `says ${text}`),
    breach: ['test/jobs/worker.test.ts', "test('the parcel reaches its receiver', () => {});"],
  },
  {
    sentence: 'titles of tests use the terms of the field',
    modules: everything.filter(({ path }) => path.startsWith('test/')),
    faults: ({ titles }) =>
      titles
        .filter((title) => RETIRED_PHRASES.test(title) || retiredInTitle(title).length > 0)
        .map((title) => `has the title ${title}`),
    breach: ['test/jobs/worker.test.ts', "test('a client hears of it from nobody', () => {});"],
  },
  {
    sentence: 'texts for people are plain',
    modules: program,
    faults: ({ sentences }) =>
      sentences.filter((text) => RETIRED_PHRASES.test(text)).map((text) => `says "${text}"`),
    breach: ['views/error-page.tsx', "const text = 'Whoever comes, load the page anew.';"],
  },
  {
    sentence: `no file of the program is longer than ${MAX_FILE_LENGTH} lines`,
    modules: program,
    faults: ({ lines }) => when(lines > MAX_FILE_LENGTH, `has ${lines} lines`),
    breach: ['src/app.ts', '\n'.repeat(MAX_FILE_LENGTH) + 'end'],
  },
  {
    sentence: 'no absolute path of one machine and no registry is named',
    modules: everything,
    faults: ({ text }) =>
      when(
        /['"`\s](?:\/(?:home|root|Users|work|tmp|opt)\/\w|[A-Z]:\\)|registry\.(?:npmjs|yarnpkg)/.test(text),
        'names one',
      ),
    breach: ['test/support/paths.ts', `const home = '${['', 'home', 'somebody'].join('/')}';`],
  },
];

const faultsIn = ({ faults }: Rule, modules: readonly Module[]): readonly string[] =>
  modules.flatMap((module) => faults(module).map((fault) => `${module.path} ${fault}`));

describe.each(RULES)('$sentence', (rule) => {
  test('has no violations', () => {
    expect(faultsIn(rule, rule.modules)).toEqual([]);
  });

  test('detects a violation', () => {
    const [path, text] = rule.breach;
    expect(faultsIn(rule, [parseModule(path, text, () => true)])).toHaveLength(1);
  });
});

describe('comments and documentation', () => {
  const files = filesUnder(['src', 'adapters', 'views', 'test', 'bench', 'docs']);
  const known = new Set([...files, 'README.md', 'CHANGELOG.md', 'knexfile.ts']);
  const isKnown = (name: string): boolean =>
    known.has(name) || [...known].some((path) => path.endsWith(`/${name}`));
  const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g;
  const NAME = /(?<![\w/.-])((?:[\w.-]+\/)*[a-z][\w-]*\.(?:tsx?|md|sql))\b/g;

  const missingIn = (text: string): readonly string[] =>
    [...text.matchAll(NAME)]
      .map(([, name = '']) => name.replace(/^(?:\.{1,2}\/)+/, ''))
      .filter((name) => !isKnown(name));

  test('name only files that are in the repository', () => {
    const pages = [...known]
      .filter((path) => path.endsWith('.md'))
      .map((path) => [path, readFileSync(path, 'utf8')]);
    const comments = everything.map(({ path, text }) => [path, (text.match(COMMENT) ?? []).join('\n')]);
    const missing = [...pages, ...comments].flatMap(([path = '', text = '']) =>
      missingIn(text).map((name) => `${path} names ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('that name a missing file are detected', () => {
    expect(missingIn('See src/clients/rules.ts and accounts/form-door.ts.')).toEqual([
      'accounts/form-door.ts',
    ]);
  });
});

describe('the modules', () => {
  /** Every file that `path` imports, directly or through others. */
  function importedBy(path: string, counts: (one: Import) => boolean = () => true): ReadonlySet<string> {
    const seen = new Set<string>();
    const queue = [path];
    for (const next of queue) {
      const module = program.find((candidate) => candidate.path === next);
      for (const one of module?.imports ?? []) {
        const { file, typeOnly } = one;
        if (!counts(one) || file === undefined || typeOnly || seen.has(file)) continue;
        seen.add(file);
        queue.push(file);
      }
    }
    return seen;
  }

  /** `from -> to`, with a file that imports so. Imports of types count. */
  function importsBetween(modules: readonly Module[]): ReadonlyMap<string, string> {
    return new Map(
      modules.flatMap(({ path, imports }) =>
        imports.flatMap(({ file = '' }): (readonly [string, string])[] => {
          const [from, to] = [moduleOf(path), moduleOf(file)];
          return file === '' || from === to ? [] : [[`${from} -> ${to}`, path]];
        }),
      ),
    );
  }

  function mutualImports(modules: readonly Module[]): readonly string[] {
    const found = importsBetween(modules);
    return [...found].flatMap(([arrow, file]) => {
      const [from = '', to = ''] = arrow.split(' -> ');
      const back = found.get(`${to} -> ${from}`);
      return back !== undefined && from < to ? [`${arrow} in ${file}, and back in ${back}`] : [];
    });
  }

  test('have no import cycles', () => {
    expect(mutualImports(program)).toEqual([]);
  });

  test('an import cycle between modules is detected', () => {
    const breach = [
      parseModule('src/jobs/a.ts', "import { b } from '../delivery/b.js';", () => true),
      parseModule('src/delivery/b.ts', "import type { a } from '../jobs/a.js';", () => true),
    ];
    expect(mutualImports(breach)).toHaveLength(1);
  });

  test('the scopes module imports no other module', () => {
    const outside = program
      .filter(({ path }) => path.startsWith('src/scopes/'))
      .flatMap(({ imports }) => imports)
      .filter(({ file = '' }) => !file.startsWith('src/scopes/'));
    expect(outside).toEqual([]);
  });

  test.each(['src/api/', 'src/scheduling/'])(
    '%s never imports the authorization server, directly or through others',
    (path) => {
      const modules = program.filter((module) => module.path.startsWith(path));
      expect(modules).not.toHaveLength(0);
      const imported = modules.flatMap((module) => [...importedBy(module.path)]);
      expect(imported.filter((file) => /^src\/(?:authorization|clients|web)\//.test(file))).toEqual([]);
    },
  );

  test('the application never imports an adapter, directly or through others', () => {
    expect([...importedBy('src/app.ts')].filter((file) => file.startsWith('adapters/'))).toEqual([]);
    expect([...importedBy('src/main.ts')].some((file) => file.startsWith('adapters/'))).toBe(true);
  });

  // They cost time at every start, and memory for as long as the process runs.
  test.each([
    ...['@electric-sql/pglite', '@simplewebauthn/server', 'commander', 'fast-xml-parser', 'ical.js'],
    ...['nodemailer', 'sanitize-html', 'sharp', 'swagger-ui-dist'],
  ])('the service does not load %s before it is needed', (name) => {
    const isAtOnce = ({ isLate, typeOnly }: Import): boolean => isLate !== true && !typeOnly;
    const loaded = importedBy('src/process/serve.ts', isAtOnce);
    expect(loaded.size).toBeGreaterThan(500);
    const importers = program
      .filter(({ path }) => loaded.has(path))
      .filter(({ imports }) =>
        imports.some((one) => isAtOnce(one) && `${one.specifier}/`.startsWith(`${name}/`)),
      );
    expect(importers.map(({ path }) => path)).toEqual([]);
  });

  test('every module, file and package in the rules exists', () => {
    const isKnown = (path: string): boolean => program.some((module) => module.path.startsWith(path));
    const named = MODULES.flatMap(({ path, may, types = [] }) => [path, ...may, ...types]);
    expect([...new Set(named)].filter((path) => !isKnown(path))).toEqual([]);
    const imported = new Set(program.flatMap(packagesOf));
    expect(Object.keys(PACKAGES).filter((name) => !imported.has(name))).toEqual([]);
  });
});
