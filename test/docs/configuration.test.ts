/* The documentation of the variables is what their table says, and the table has what the program reads. */
import { composeFile, configurationPage, envExample } from '../../docs/configuration-files.js';
import { readConfig } from '../../src/config/config.js';
import type { Variable } from '../../src/config/variable.js';
import { VARIABLES } from '../../src/config/variables.js';
import { filesUnder } from '../architecture/modules.js';
import { page, tableRows } from './blocks.js';

test.each([
  ['.env.example', envExample],
  ['docker-compose.yml', composeFile],
  ['docs/configuration.md', configurationPage],
])('%s is what the table of variables says: `npm run docs` writes it', (path, written) => {
  expect(page(path)).toBe(written(page(path)));
});

describe('the tables of docs/configuration.md', () => {
  const rows = tableRows(page('docs/configuration.md')).map(
    ([name = '', , fallback = '']) => [name.replaceAll('`', ''), fallback.replaceAll('`', '')] as const,
  );

  test('name every variable that is read, and no other', () => {
    const read = new Set<string>();
    readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
    expect(rows.map(([name]) => name).sort()).toEqual([...read].sort());
  });

  test('show defaults that, set as they are shown, change nothing', () => {
    const shown = new Map(
      rows
        .filter(([, fallback]) => fallback !== 'none')
        .map(([name, text]) => [name, text.split(';')[0] ?? '']),
    );
    // What a name at the beginning or the end stands for.
    const resolved = (text: string): string =>
      text.replace(/^[A-Z_]{4,}|[A-Z_]{4,}$/g, (name) => resolved(shown.get(name) ?? name));
    const env = Object.fromEntries([...shown].map(([name, text]) => [name, resolved(text)]));
    expect(env).toMatchObject({ ISSUER_URL: 'http://localhost:3000', REFRESH_TOKEN_TTL: '2592000' });
    expect(readConfig(env)).toEqual(readConfig({}));
  });

  test('show no default where none is in effect', () => {
    const values = Object.values(readConfig({}));
    const effective = rows.filter(([, fallback]) => fallback !== 'none').length;
    // `production` stands for NODE_ENV; empty lists and the empty set of providers are "none".
    const given = values.filter((value) => typeof value !== 'object').length;
    expect(effective).toBe(given);
  });
});

const ENVIRONMENT_READS = [
  /\benv(?:\.|\[')([A-Z][A-Z\d_]*)/g,
  /\{ ([A-Z][A-Z\d_, ]*) \} = (?:process\.)?env\b/g,
];

test('what reads the environment without the table names only variables of the table', () => {
  const texts = [...filesUnder(['src', 'adapters']), 'knexfile.ts', 'Dockerfile'].map(page);
  const read = ENVIRONMENT_READS.flatMap((pattern) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(', '))),
  );
  expect(read.toSorted()).toEqual(['DATABASE_URL', 'HEALTH_PORT', 'PORT']);
  expect(read.filter((name) => !(name in VARIABLES))).toEqual([]);
});

test('no secret has a default', () => {
  const rows = Object.values<Variable>(VARIABLES);
  expect(rows.filter((row) => row.secret && row.default !== undefined)).toEqual([]);
});
