import { emailFault, nameFault, tidyName } from '../../src/accounts/rules.js';
import { safeReturnTo } from '../../src/web/session/return-to.js';
import { browserFamily } from '../../src/web/session/user-agent.js';

describe('an e-mail address', () => {
  test('may be of another script', () => {
    expect(emailFault('jörg@müller.example')).toBeUndefined();
  });

  test.each([
    ['', 'Enter your e-mail address.'],
    ['ada@', 'Enter an address like name@example.com.'],
    [`${'a'.repeat(65)}@example.com`, 'This address is too long before the @: at most 64 bytes.'],
    [`ada@${'abcdefghi.'.repeat(25)}com`, 'Use an address of at most 254 bytes.'],
  ])('is refused with its reason: %j', (email, message) => {
    expect(emailFault(email)).toBe(message);
  });
});

describe('a name', () => {
  test.each([
    'Ada',
    'محمد بن عبد الله',
    '李',
    'Zoë O’Neill-Smith, 3rd',
    'नमस्ते',
    'Ada 👩‍💻',
    'x'.repeat(120),
    '😀'.repeat(119) + 'a',
  ])('may be %s', (name) => {
    expect(nameFault(name)).toBeUndefined();
  });

  test.each([
    ['nothing', ''],
    ['only signs', '---'],
    ['only invisible characters', '\u200b\u200c'],
    ['121 characters', 'x'.repeat(121)],
    ['a NUL', 'Ada\0'],
    ['a line break', 'Ada\nadmin'],
    ['a line separator', 'Ada\u2028admin'],
    ['an override of the direction', 'Ada \u202enimda'],
    ['an isolate', 'Ada \u2066x'],
    ['half a character', 'Ada \ud83e'],
  ])('may not be %s', (_, name) => {
    expect(nameFault(name)).toBeDefined();
  });

  test('is composed and trimmed', () => {
    expect(tidyName(' Zoe\u0308 ')).toBe('Zo\u00eb');
  });
});

describe('the return path after signing in', () => {
  test.each([
    ['/', '/'],
    ['/auth/oauth2/interaction/abc?x=1&y=%2F', '/auth/oauth2/interaction/abc?x=1&y=%2F'],
    ['/settings/apps#here', '/settings/apps'],
    ['/ä', '/%C3%A4'],
    ['', '/'],
    ['settings', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/x\\..\\..//evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['javascript:alert(1)', '/'],
    [`/${'x'.repeat(4096)}`, '/'],
  ])('%j leads to %j', (typed, path) => {
    expect(safeReturnTo(typed, 'https://app.example')).toBe(path);
  });

  test.each(['/.//evil.example', '/..//evil.example', '/x/..//evil.example'])(
    '%j stays on this origin',
    (typed) => {
      const path = safeReturnTo(typed, 'https://app.example');
      expect(new URL(path, 'https://app.example').origin).toBe('https://app.example');
    },
  );
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1',
    'Safari on macOS',
  ],
  ['curl/8.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('the browser of %j is named %s', (header, family) => {
  expect(browserFamily(header)).toBe(family);
});
