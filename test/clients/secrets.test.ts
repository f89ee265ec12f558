import { createHash, randomBytes } from 'node:crypto';
import {
  importedSecret,
  isImportedHash,
  newSecret,
  renewedHash,
  verifySecret,
} from '../../src/clients/secrets.js';
import { newClientId } from '../../src/clients/ids.js';
import { createKeyRing } from '../../src/keys/key-ring.js';

const OLD_KEY = 'old-key-0123456789-0123456789-0123';
const NEW_KEY = 'new-key-0123456789-0123456789-0123';
const keys = createKeyRing([OLD_KEY]);
const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

test('a client id is 32 bytes in hex, a secret is sk_ and 32 bytes in base64url', () => {
  const counting = (size: number): Buffer => Buffer.alloc(size, 0xfb);
  expect(newClientId(counting)).toBe('fb'.repeat(32));
  expect(newSecret(keys, counting).plain).toBe(`sk_${Buffer.alloc(32, 0xfb).toString('base64url')}`);
  expect(newSecret(keys, randomBytes).plain).toMatch(/^sk_[\w-]{43}$/);
  expect(newSecret(keys, randomBytes).plain).not.toBe(newSecret(keys, randomBytes).plain);
});

test('at rest a secret is a keyed hash and its last four characters', () => {
  const { plain, stored } = newSecret(keys, randomBytes);
  expect(stored.hint).toBe(plain.slice(-4));
  expect(JSON.stringify(stored)).not.toContain(plain.slice(3));
  expect(stored.hash).not.toBe(createKeyRing([NEW_KEY]).hash('secret', plain));
  expect(stored.hash).toBe(keys.hash('secret', plain));
});

describe('with two active secrets', () => {
  const first = newSecret(keys, randomBytes);
  const second = newSecret(keys, randomBytes);
  const stored = [first.stored, second.stored];

  test('each is accepted and named by its id', () => {
    expect(verifySecret(keys, stored, first.plain)?.id).toBe(first.stored.id);
    expect(verifySecret(keys, stored, second.plain)?.id).toBe(second.stored.id);
  });

  test.each([
    ['nothing', ''],
    ['another secret', newSecret(keys, randomBytes).plain],
    ['the secret with a NUL behind it', `${first.plain}\0`],
    ['the secret with a space behind it', `${first.plain} `],
    ['the secret without its prefix', first.plain.slice(3)],
    ['the stored hash', first.stored.hash],
    ['a megabyte', 'x'.repeat(1_000_000)],
    ['the secret at the start of too long a text', first.plain.padEnd(513, 'x')],
  ])('%s is refused', (_, presented) => {
    expect(verifySecret(keys, stored, presented)).toBeUndefined();
  });

  test('both are compared, whichever matches', () => {
    for (const presented of [first.plain, second.plain, 'wrong']) {
      const compared: string[] = [];
      const watching = {
        ...keys,
        matches: (...args: Parameters<typeof keys.matches>) => {
          compared.push(args[2]);
          return keys.matches(...args);
        },
      };
      verifySecret(watching, stored, presented);
      expect(compared).toEqual(stored.map(({ hash }) => hash));
    }
  });
});

test('a secret outlives a rotation of keys as long as its key is in the ring', () => {
  const { plain, stored } = newSecret(keys, randomBytes);
  expect(verifySecret(createKeyRing([NEW_KEY, OLD_KEY]), [stored], plain)?.id).toBe(stored.id);
  expect(verifySecret(createKeyRing([NEW_KEY]), [stored], plain)).toBeUndefined();
});

test('a hash of an older key is renewed under the newest one, an imported hash too', () => {
  const { plain, stored } = newSecret(keys, randomBytes);
  const rotated = createKeyRing([NEW_KEY, OLD_KEY]);
  expect(renewedHash(keys, plain, stored.hash)).toBeUndefined();
  for (const hash of [stored.hash, sha256(plain)]) {
    const renewed = { ...stored, hash: renewedHash(rotated, plain, hash) ?? '' };
    expect(verifySecret(createKeyRing([NEW_KEY]), [renewed], plain)?.id).toBe(stored.id);
  }
});

test('without secrets nothing is accepted', () => {
  expect(verifySecret(keys, [], '')).toBeUndefined();
});

describe('an imported secret', () => {
  const imported = importedSecret(sha256('legacy-secret'), randomBytes);

  test('is known by its SHA-256 alone and has no hint', () => {
    expect(imported).toMatchObject({ hash: sha256('legacy-secret'), hint: '????' });
  });

  test('is accepted beside a new one, and only in clear', () => {
    const added = newSecret(keys, randomBytes);
    const stored = [imported, added.stored];
    expect(verifySecret(keys, stored, 'legacy-secret')?.id).toBe(imported.id);
    expect(verifySecret(keys, stored, added.plain)?.id).toBe(added.stored.id);
    expect(verifySecret(keys, stored, imported.hash)).toBeUndefined();
    expect(verifySecret(keys, stored, 'legacy-secret\0')).toBeUndefined();
  });

  test.each([
    'sha256:',
    sha256('x').toUpperCase(),
    sha256('x').slice(0, -1),
    `${sha256('x')}0`,
    'md5:00',
    '',
  ])('has no other format: %j', (hash) => {
    expect(isImportedHash(hash)).toBe(false);
    expect(verifySecret(keys, [{ id: '1', hash }], 'x')).toBeUndefined();
  });
});
