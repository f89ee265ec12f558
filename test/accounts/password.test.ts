import { verify } from '@node-rs/argon2';
import { passwordFault } from '../../src/accounts/password.js';
import { createPasswords } from '../../src/accounts/password-hash.js';

const PERSONAL = ['Grace Hopper', 'grace.hopper@navy.example'];

describe('a new password', () => {
  test.each([
    ['three unrelated words', 'seven quiet herons'],
    ['no capital, digit or sign', 'mkdvlwqpzxhrtyb'],
    ['spaces at both ends', ' seven quiet hen '],
    ['another script', 'семь тихих цапель'],
    ['emoji, each one character', '🦊🐢🦉🐙🦀🐝🦋🐌🐞🦔🦇🐧🦜🐠🦩'],
    ['128 characters', 'k4 vX-pq7 Zt'.repeat(11).slice(0, 100) + 'another twenty eight letters'],
    ['a common word among others', 'password herons quietly dancing'],
    ['the own name among others', 'hopper sold seven bicycles'],
  ])('may have %s', (_, password) => {
    expect(passwordFault(password, PERSONAL)).toBeUndefined();
  });

  test.each([
    ['is missing', '', /^Enter a password/],
    ['has 14 characters', 'mkdvlwqpzxhrty', /at least 15 characters\. This has 14/],
    ['has 14 emoji, whatever they take in memory', '🦊🐢🦉🐙🦀🐝🦋🐌🐞🦔🦇🐧🦜🐠', /This has 14/],
    ['is long only as normalised', 'ﷺﷺ', /This has 2/],
    [
      'is long only before it is normalised',
      'e\u0301o\u0301a\u0301u\u0301i\u0301n\u0303c\u0327z\u030c',
      /This has 8/,
    ],
    ['has 129 characters', 'k4 vX-pq7 Zt'.repeat(11).slice(0, 129), /at most 128/],
    ['has a NUL', 'seven quiet\0herons', /can be typed/],
    ['has half a character', 'seven quiet \ud83e herons', /can be typed/],
  ])('is refused when it %s', (_, password, fault) => {
    expect(passwordFault(password, PERSONAL)).toMatch(fault);
  });

  test.each([
    'passwordpassword',
    'Password12345678',
    'P@ssw0rd P@ssw0rd',
    'Welcome-Summer-2026',
    'aaaaaaaaaaaaaaaa',
    'abababababababab',
    'Xk9Xk9Xk9Xk9Xk9Xk9',
    '123456789012345',
    'abcdefghijklmnop',
    'ponmlkjihgfedcba',
    'qwertyuiopasdfgh',
    '1qaz2wsx3edc4rfv',
    'qwertyuiop[]asdf',
    'correct horse battery staple',
    'iloveyouiloveyou!!!',
    'slotkey-slotkey-1',
    'gracehoppergrace',
    'Grace.Hopper.1906',
    'gr4ceh0pper1906!',
    'grace.hopper@navy.example',
    'thisismypassword',
    'ToBeOrNotToBeThatIsTheQuestion',
    'administrator2025',
  ])('is refused when attackers guess it first: %s', (password) => {
    expect(passwordFault(password, PERSONAL)).toMatch(/easy to guess/);
  });

  test('may contain the name of another user', () => {
    expect(passwordFault('gracehoppergrace', ['Ada Lovelace', 'ada@example.com'])).toBeUndefined();
  });
});

describe('a password at rest', () => {
  test('is argon2id with 19 MiB and two passes, and salted', async () => {
    const passwords = createPasswords();
    const [one, other] = await Promise.all([
      passwords.hash('seven quiet herons'),
      passwords.hash('seven quiet herons'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  test('is verified, also when typed in another normal form', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('caf\u00e9 caf\u00e9 herons \ufb01ve');
    expect(await passwords.verify('cafe\u0301 cafe\u0301 herons five', hash)).toBe(true);
    expect(await passwords.verify('cafe cafe herons five', hash)).toBe(false);
  });

  test('without an account never matches', async () => {
    expect(await createPasswords().verify('', undefined)).toBe(false);
  });

  test('can be verified by any argon2 implementation', async () => {
    expect(await verify(await createPasswords().hash('seven quiet herons'), 'seven quiet herons')).toBe(true);
  });

  test('waits in a short queue, beyond which callers get 429', async () => {
    const passwords = createPasswords({ concurrency: 1, waiting: 2 });
    const work = Array.from({ length: 5 }, (_, index) => passwords.hash(`seven quiet herons ${index}`));
    const results = await Promise.allSettled(work);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(results[4]).toMatchObject({ reason: { status: 429, headers: { 'retry-after': '1' } } });
    await expect(passwords.hash('the line is empty again')).resolves.toMatch(/^\$argon2id/);
  });
});
