import { openStores } from '../../adapters/stores.js';
import { readConfig } from '../../src/config/config.js';
import { createCliFixture, onlyLine } from './slotkey.js';
import type { CliFixture } from './slotkey.js';

let cli: CliFixture;
let ownerId: number;
beforeAll(async () => {
  cli = await createCliFixture();
  const added = await cli.json(['user', 'add', '--email', 'ann@app.example', '--name', 'Ann Bell']);
  ownerId = (added as { id: number }).id;
});
afterAll(() => cli.remove());

const add = (slug: string, owner = 'ann@app.example', name = 'Harbour Clinic') => [
  ...['org', 'add', '--name', name, '--slug', slug, '--owner', owner],
];

test('org add creates an organization for its owner, and prints its id', async () => {
  const { id } = (await cli.json(add('Harbour', 'Ann@App.example'))) as { id: number };
  const stores = await openStores(readConfig({ DATA_DIR: cli.dataDir }));
  try {
    const membership = await stores.teams.teams.readMembership(ownerId, { orgId: id, teamId: undefined });
    expect(membership).toEqual({ teamId: undefined, organizationId: id, role: 'owner' });
    const [entry] = (await stores.events.audit.list(undefined, 100)).filter(
      ({ subject }) => subject === `team:${id}`,
    );
    expect(entry).toMatchObject({ actor: 'cli', action: 'organization.created', facts: { slug: 'harbour' } });
  } finally {
    await stores.close();
  }
  const { stdout } = await cli.slotkey(add('mill'));
  expect(stdout).toBe(`id: ${id + 1}\n`);
});

test.each([
  ['a slug that is taken', add('harbour'), /slug harbour already/],
  ['somebody unknown', add('other', 'nobody@app.example'), /no account with the address nobody@app.example/],
  ['a faulty slug', add('two words'), /slug: must be/],
  ['an empty name', add('other', 'ann@app.example', ' '), /name: must not be empty/],
])('org add refuses %s with a message of one line', async (_what, args, message) => {
  const outcome = await cli.slotkey(args);
  expect(outcome.code).toBe(1);
  expect(onlyLine(outcome)).toMatch(message);
});

test('org add requires all three options', async () => {
  expect((await cli.slotkey(['org', 'add', '--name', 'X'])).code).toBe(2);
});

test('org list prints the organizations, and org edit changes one', async () => {
  const before = (await cli.json(['org', 'list'])) as readonly { readonly slug: string }[];
  expect(before.map(({ slug }) => slug)).toEqual(['harbour', 'mill']);
  const { stdout } = await cli.slotkey(['org', 'edit', 'mill', '--name', 'Wind Mill', '--slug', 'Windmill']);
  expect(stdout).toMatch(/windmill +Wind Mill +ann@app\.example +1 +0\n$/);
  const [, mill] = (await cli.json(['org', 'list'])) as readonly object[];
  expect(mill).toMatchObject({ slug: 'windmill', name: 'Wind Mill', owners: ['ann@app.example'], teams: 0 });
});

test('org remove lists what an organization contains, and deletes it only with --force', async () => {
  const stores = await openStores(readConfig({ DATA_DIR: cli.dataDir }));
  try {
    const { id: organizationId = 0 } = (await stores.teams.organizations.list())[0] ?? {};
    const terms = { organizationId, name: 'Desk', slugs: ['desk'], settings: {}, accepted: true, most: 9 };
    await stores.teams.teams.create(ownerId, terms, { actor: 'test' });
  } finally {
    await stores.close();
  }
  const refused = await cli.slotkey(['org', 'remove', 'harbour']);
  expect(refused.code).toBe(1);
  expect(onlyLine(refused)).toMatch(/has 1 team \(Desk\) and 0 coming bookings\. --force/);
  const removed = await cli.json(['org', 'remove', 'harbour', '--force']);
  expect(removed).toMatchObject({ name: 'Harbour Clinic', teams: ['Desk'], coming_bookings: 0 });
  const { stdout } = await cli.slotkey(['org', 'remove', 'windmill']);
  expect(stdout).toBe('Wind Mill was deleted, with 0 teams.\n');
  expect((await cli.slotkey(['org', 'list'])).stdout).toBe('There are no organizations.\n');
});

test.each([
  [['org', 'edit', 'nowhere', '--name', 'X'], /no organization with the slug nowhere/],
  [['org', 'edit', 'nowhere'], /--name, --slug or both/],
  [['org', 'edit', 'nowhere', '--slug', 'two words'], /slug: must be/],
  [['org', 'remove', 'nowhere', '--force'], /no organization with the slug nowhere/],
])('%j is refused with a message of one line', async (args, message) => {
  const outcome = await cli.slotkey(args);
  expect(outcome.code).toBe(1);
  expect(onlyLine(outcome)).toMatch(message);
});
