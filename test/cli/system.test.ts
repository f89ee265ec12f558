import { createCliFixture, type CliFixture } from './slotkey.js';

const SECRET = 'whsec_known-to-nobody-else-0123456789';

interface System {
  readonly node: string;
  readonly stores: readonly {
    readonly version: string;
    readonly schema: string;
    readonly latency_ms: number;
  }[];
  readonly keys: readonly { readonly position: number; readonly advice: string }[];
  readonly configuration: readonly {
    readonly variable: string;
    readonly set: boolean;
    readonly value: unknown;
  }[];
}

let cli: CliFixture;
beforeAll(async () => {
  cli = await createCliFixture();
});
afterAll(() => cli.remove());

test('versions, stores, keys and the configuration are printed, without secrets', async () => {
  const env = { CONFERENCING_EVENTS_SECRET: SECRET, PORT: '8080' };
  const { stdout } = await cli.slotkey(['system'], env);
  expect(stdout).toMatch(/CONFERENCING_EVENTS_SECRET: +set, not shown/);
  expect(stdout).toMatch(/PORT: +8080/);
  expect(stdout).toMatch(/database +PGlite \d/);
  const system = (await cli.json(['system'], env)) as System;
  expect(JSON.stringify(system) + stdout).not.toContain(SECRET);
  expect(system.node).toBe(process.version);
  expect(system.stores).toEqual([
    expect.objectContaining({ store: 'database', schema: expect.stringMatching(/^\d{3}-/) as string }),
  ]);
  // No service has run with this key.
  expect(system.keys).toEqual([expect.objectContaining({ position: 1, advice: 'unknown' })]);
  const port = system.configuration.find(({ variable }) => variable === 'PORT');
  expect(port).toEqual({ variable: 'PORT', set: true, value: '8080', changed: true });
});
