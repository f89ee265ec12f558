import { readFile } from 'node:fs/promises';
import { readConfig } from '../../src/config/config.js';

/** Assignments of the file, those commented out included. */
async function exampleVariables(): Promise<[string, string][]> {
  const text = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
  return [...text.matchAll(/^(#)?([A-Z][A-Z\d_]+)=(.*)$/gm)].map(([, , name = '', value = '']) => [
    name,
    value,
  ]);
}

/** The variables readConfig asks for, seen by handing it an environment that remembers. */
function variablesRead(): ReadonlySet<string> {
  const read = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
  return read;
}

test('.env.example documents exactly the variables that are read', async () => {
  const documented = (await exampleVariables()).map(([name]) => name);
  expect(new Set(documented)).toEqual(variablesRead());
  expect(new Set(documented).size).toBe(documented.length);
});

/** The environment of the service in the compose file, as written. */
async function handedOn(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
  const service = text.slice(text.indexOf('\n  slotkey:'));
  const environment = /\n {4}environment:\n((?: {6}.*\n)+)/.exec(service)?.[1] ?? '';
  const rows = [...environment.matchAll(/^ {6}([A-Z][A-Z\d_]+): (.+)$/gm)];
  return new Map(rows.map(([, name = '', value = '']) => [name, value]));
}

test('docker-compose.yml passes exactly the variables that are read', async () => {
  const handed = await handedOn();
  expect(new Set(handed.keys())).toEqual(variablesRead());
  // Values that are fixed inside the container; two of them follow the published port.
  const fixed = { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: "'3000'" };
  expect(Object.fromEntries(handed)).toMatchObject(fixed);
  const compose = await readFile(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
  expect(compose).toContain("- '${HOST:-127.0.0.1}:${PORT:-3000}:3000'");
  const passed = [...handed].filter(([name]) => !(name in fixed));
  for (const [name, value] of passed)
    expect([name, value.slice(0, name.length + 2)]).toEqual([name, `\${${name}`]);
});

test('with only its two secrets set the compose file is valid in production', async () => {
  const known: Readonly<Record<string, string>> = { SECRET_KEYS: 'k'.repeat(32), POSTGRES_PASSWORD: 'pw' };
  // Innermost first, as nested defaults stand.
  const resolved = (value: string): string => {
    const next = value.replaceAll(
      /\$\{(\w+)(?::?[-?]([^${}]*))?\}/g,
      (_, name: string, fallback?: string) => known[name] ?? fallback ?? '',
    );
    return next === value ? value.replaceAll("'", '') : resolved(next);
  };
  const env = Object.fromEntries([...(await handedOn())].map(([name, value]) => [name, resolved(value)]));
  expect(readConfig(env)).toMatchObject({
    production: true,
    baseUrl: 'http://localhost:3000',
    databaseUrl: 'postgres://slotkey:pw@postgres:5432/slotkey',
    redis: { mode: 'single', url: 'redis://redis:6379' },
    logLevel: 'info',
  });
});

test('.env.example contains no key, and every value in it is accepted', async () => {
  const oneRedis = (name: string): boolean => !name.startsWith('REDIS_') || name === 'REDIS_URL';
  const env = Object.fromEntries((await exampleVariables()).filter(([name]) => oneRedis(name)));
  expect(env['SECRET_KEYS']).toBe('');
  expect(() => readConfig({ ...env, SECRET_KEYS: 'k'.repeat(32) })).not.toThrow();
});
