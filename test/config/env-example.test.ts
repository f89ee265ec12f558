import { readFile } from 'node:fs/promises';
import { readConfig } from '../../src/config.js';

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

test('.env.example documents every variable that is read, and no other', async () => {
  const documented = (await exampleVariables()).map(([name]) => name);
  expect(new Set(documented)).toEqual(variablesRead());
  expect(new Set(documented).size).toBe(documented.length);
});

test('.env.example gives no key that somebody might keep, and every value it gives is accepted', async () => {
  const oneRedis = (name: string): boolean => !name.startsWith('REDIS_') || name === 'REDIS_URL';
  const env = Object.fromEntries((await exampleVariables()).filter(([name]) => oneRedis(name)));
  expect(env['SECRET_KEYS']).toBe('');
  expect(() => readConfig({ ...env, SECRET_KEYS: 'k'.repeat(32) })).not.toThrow();
});
