/*
 * The house stays as the map in architecture/rooms.ts draws it. Each rule comes with a file that breaks it, so that a
 * rule which no longer sees anything fails too.
 */
import { existsSync } from 'node:fs';
import { type Import, type Module, parseModule, readModules } from './architecture/modules.js';
import {
  ENVIRONMENT_READERS,
  MIXED_ROOMS,
  PACKAGES,
  type Group,
  ROOMS,
  type Room,
  WEB_FILE,
  WEB_PACKAGES,
} from './architecture/layers.js';

const PROGRAM = ['src', 'adapters', 'views', 'knexfile.ts'];
const MAX_FILE_LENGTH = 250;

const program = readModules(PROGRAM);
const everything = [...program, ...readModules(['test', 'bench'].filter((folder) => existsSync(folder)))];

const roomOf = (path: string): Room | undefined =>
  ROOMS.filter(({ place }) => path.startsWith(place)).sort((a, b) => b.place.length - a.place.length)[0];

const inOneOf = (path: string, places: readonly Group[] = []): boolean =>
  places.some((place) => (typeof place === 'string' ? path.startsWith(place) : place.test(path)));

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

function passesMount(module: Module, { file = '', typeOnly }: Import): boolean {
  const room = roomOf(module.path);
  if (room === undefined || file.startsWith(room.place)) return true;
  if (!inOneOf(file, room.may)) return false;
  return typeOnly || !inOneOf(file, room.typesOnly);
}

const isWebBesideRules = (module: Module, name: string): boolean =>
  inOneOf(module.path, MIXED_ROOMS) && WEB_PACKAGES.includes(name) && !WEB_FILE.test(module.path);

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
    sentence: 'every file has a room on the map',
    modules: program,
    faults: ({ path }) => when(roomOf(path) === undefined, 'is in no room'),
    breach: ['src/helpers/text.ts', ''],
  },
  {
    sentence: 'a room imports only the rooms that the map allows, and only types where it says so',
    modules: program,
    faults: (module) =>
      module.imports
        .filter(({ file }) => file !== undefined)
        .filter((found) => !passesMount(module, found))
        .map(({ specifier, typeOnly }) => `imports ${typeOnly ? 'the types of' : ''} ${specifier}`),
    breach: ['src/api/api.ts', "import { verify } from '../authorization/bearer.js';"],
  },
  {
    sentence: 'a package is imported only in its rooms',
    modules: program,
    faults: (module) =>
      packagesOf(module)
        .filter((name) => !inOneOf(module.path, PACKAGES[name]))
        .map((name) => `imports ${name}`),
    breach: ['src/clients/store.ts', "import knex from 'knex';"],
  },
  {
    sentence: 'rules, use cases and stores know nothing of the web',
    modules: program,
    faults: (module) =>
      packagesOf(module)
        .filter((name) => isWebBesideRules(module, name))
        .map((name) => `imports ${name}`),
    breach: ['src/clients/register.ts', "import type { Context } from 'koa';"],
  },
  {
    sentence: 'only the entrances read the environment',
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
    faults: ({ imports }) =>
      when(
        imports.some(({ specifier }) => specifier === '(computed)'),
        'computes an import',
      ),
    breach: ['src/app.ts', 'const room = await import(name);'],
  },
  {
    sentence: 'nothing is exported without a name, except to tools that want it so',
    modules: everything,
    faults: ({ path, hasDefaultExport }) =>
      when(
        hasDefaultExport && !/^knexfile\.ts$|\/global-(?:setup|teardown)\.ts$/.test(path),
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
    breach: ['test/support/places.ts', `const home = '${['', 'home', 'somebody'].join('/')}';`],
  },
];

const faultsIn = ({ faults }: Rule, modules: readonly Module[]): readonly string[] =>
  modules.flatMap((module) => faults(module).map((fault) => `${module.path} ${fault}`));

describe.each(RULES)('$sentence', (rule) => {
  test('holds everywhere', () => {
    expect(faultsIn(rule, rule.modules)).toEqual([]);
  });

  test('is not blind', () => {
    const [path, text] = rule.breach;
    expect(faultsIn(rule, [parseModule(path, text, () => true)])).toHaveLength(1);
  });
});

describe('the rooms', () => {
  /** Whoever `path` imports, directly or through others. */
  function reached(path: string): ReadonlySet<string> {
    const seen = new Set<string>();
    const queue = [path];
    for (const next of queue) {
      const module = program.find((candidate) => candidate.path === next);
      for (const { file, typeOnly } of module?.imports ?? []) {
        if (file === undefined || typeOnly || seen.has(file)) continue;
        seen.add(file);
        queue.push(file);
      }
    }
    return seen;
  }

  test('the vocabulary imports nothing but itself', () => {
    const outside = program
      .filter(({ path }) => path.startsWith('src/scopes/'))
      .flatMap(({ imports }) => imports)
      .filter(({ file = '' }) => !file.startsWith('src/scopes/'));
    expect(outside).toEqual([]);
  });

  test.each(['src/api/', 'src/scheduling/'])(
    '%s does not reach the authorization server on any way',
    (room) => {
      const modules = program.filter(({ path }) => path.startsWith(room));
      expect(modules).not.toHaveLength(0);
      const reach = modules.flatMap(({ path }) => [...reached(path)]);
      expect(reach.filter((file) => /^src\/(?:authorization|clients)\//.test(file))).toEqual([]);
    },
  );

  test('the application does not reach an adapter on any way', () => {
    expect([...reached('src/app.ts')].filter((file) => file.startsWith('adapters/'))).toEqual([]);
    expect([...reached('src/main.ts')].some((file) => file.startsWith('adapters/'))).toBe(true);
  });

  test('the map names no room and no package that does not exist', () => {
    const known = (place: string): boolean => program.some(({ path }) => path.startsWith(place));
    expect(ROOMS.map(({ place }) => place).filter((place) => !known(place))).toEqual([]);
    const imported = new Set(program.flatMap(packagesOf));
    expect(Object.keys(PACKAGES).filter((name) => !imported.has(name))).toEqual([]);
  });
});
