import { openStores } from '../../adapters/stores.js';
import { readConfig } from '../../src/config.js';
import { makeWorkplace, onlyLine } from './slotkey.js';
import type { Workplace } from './slotkey.js';

let place: Workplace;
let ownerId: number;
beforeAll(async () => {
  place = await makeWorkplace();
  const added = await place.json(['user', 'add', '--email', 'ann@app.example', '--name', 'Ann Bell']);
  ownerId = (added as { id: number }).id;
});
afterAll(() => place.remove());

const add = (slug: string, owner = 'ann@app.example', name = 'Harbour Clinic') => [
  ...['org', 'add', '--name', name, '--slug', slug, '--owner', owner],
];

test('org add makes an organization, names its id, and the person owns it', async () => {
  const { id } = (await place.json(add('Harbour', 'Ann@App.example'))) as { id: number };
  const stores = await openStores(readConfig({ DATA_DIR: place.dataDir }));
  try {
    const standing = await stores.teams.standing(ownerId, { orgId: id, teamId: undefined });
    expect(standing).toEqual({ teamId: undefined, organizationId: id, role: 'owner' });
    const [entry] = (await stores.audit.list(undefined, 100)).filter(
      ({ subject }) => subject === `team:${id}`,
    );
    expect(entry).toMatchObject({ actor: 'cli', action: 'organization.created', facts: { slug: 'harbour' } });
  } finally {
    await stores.close();
  }
  const { stdout } = await place.slotkey(add('mill'));
  expect(stdout).toBe(`id: ${id + 1}\n`);
});

test.each([
  ['a slug that is taken', add('harbour'), /slug harbour already/],
  ['somebody unknown', add('other', 'nobody@app.example'), /no account with the address nobody@app.example/],
  ['a faulty slug', add('two words'), /slug: must be/],
  ['an empty name', add('other', 'ann@app.example', ' '), /name: must not be empty/],
])('org add refuses %s in one line', async (_what, args, words) => {
  const outcome = await place.slotkey(args);
  expect(outcome.code).toBe(1);
  expect(onlyLine(outcome)).toMatch(words);
});

test('org add needs all three options', async () => {
  expect((await place.slotkey(['org', 'add', '--name', 'X'])).code).toBe(2);
});
