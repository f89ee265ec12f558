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
])('%s matches the table of variables: `npm run docs` writes it', (path, written) => {
  expect(page(path)).toBe(written(page(path)));
});

describe('the tables of docs/configuration.md', () => {
  const rows = tableRows(page('docs/configuration.md')).map(
    ([name = '', , fallback = '']) => [name.replaceAll('`', ''), fallback.replaceAll('`', '')] as const,
  );

  test('name exactly the variables that are read', () => {
    const read = new Set<string>();
    readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
    expect(rows.map(([name]) => name).sort()).toEqual([...read].sort());
  });

  test('list defaults that change nothing when they are set explicitly', () => {
    const defaults = new Map(
      rows
        .filter(([, fallback]) => fallback !== 'none')
        .map(([name, text]) => [name, text.split(';')[0] ?? '']),
    );
    // The value of a variable at the beginning or the end.
    const resolved = (text: string): string =>
      text.replace(/^[A-Z_]{4,}|[A-Z_]{4,}$/g, (name) => resolved(defaults.get(name) ?? name));
    const env = Object.fromEntries([...defaults].map(([name, text]) => [name, resolved(text)]));
    expect(env).toMatchObject({ ISSUER_URL: 'http://localhost:3000', REFRESH_TOKEN_TTL: '2592000' });
    expect(readConfig(env)).toEqual(readConfig({}));
  });

  test('list no default where none is in effect', () => {
    const values = Object.values(readConfig({}));
    const effective = rows.filter(([, fallback]) => fallback !== 'none').length;
    // `production` is a value of NODE_ENV; empty lists and the empty set of providers are "none".
    const given = values.filter((value) => typeof value !== 'object').length;
    expect(effective).toBe(given);
  });
});

const ENVIRONMENT_READS = [
  /\benv(?:\.|\[')([A-Z][A-Z\d_]*)/g,
  /\{ ([A-Z][A-Z\d_, ]*) \} = (?:process\.)?env\b/g,
];

test('code that reads the environment without the table names only variables of the table', () => {
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
