import { emailAddressFault, emailKey, isEmailAddress, tidyEmailAddress } from '../src/email-address.js';

describe('an e-mail address', () => {
  test.each([
    'ada@example.com',
    'Ada.Lovelace+slots@mail.example.co.uk',
    "o'hara@example.com",
    'root@localhost',
    'a@xn--bcher-kva.example',
    'jörg@müller.example',
    'Dörte@Sörensen.example.com',
    '用户@例子.广告',
    'अजय@डाटा.भारत',
    'квіточка@пошта.укр',
    'χρήστης@παράδειγμα.ελ',
    'ada.🎉@example.com',
    `${'a'.repeat(64)}@example.com`,
    `${'ü'.repeat(32)}@example.com`,
    `ada@${'a'.repeat(63)}.com`,
    `${'a'.repeat(64)}@${'abcdefghi.'.repeat(18)}abcdefghi`,
  ])('may be %s', (address) => {
    expect(emailAddressFault(address)).toBeUndefined();
    expect(tidyEmailAddress(tidyEmailAddress(address))).toBe(tidyEmailAddress(address));
  });

  test.each([
    ['nothing', ''],
    ['without @', 'ada'],
    ['without a domain', 'ada@'],
    ['without a local part', '@example.com'],
    ['with a dot first', '.ada@example.com'],
    ['with a dot last', 'ada.@example.com'],
    ['with two dots', 'ada..b@example.com'],
    ['with an empty label', 'ada@example..com'],
    ['with the root label', 'ada@example.com.'],
    ['with a hyphen first', 'ada@-example.com'],
    ['with a hyphen last', 'ada@example-.com'],
    ['with an underscore in the domain', 'ada@exam_ple.com'],
    ['with a port', 'ada@example.com:25'],
    ['with an escape in the domain', 'ada@exam%70le.com'],
    ['with a path', 'ada@example.com/x'],
    ['with an address literal', 'ada@[192.0.2.1]'],
    ['with an IPv4 address', 'ada@192.0.2.1'],
    ['with a broken A-label', 'ada@xn--zz.com'],
    ['with a space', 'ada@exa mple.com'],
    ['with two @', 'ada@@example.com'],
    ['quoted', '"ada b"@example.com'],
    ['with a line break', 'ada@example.com\r\nBcc: eve@example.com'],
    ['with NUL', 'ada\0@example.com'],
    ['with a zero-width space', 'ada\u200b@example.com'],
    ['with a soft hyphen', 'a\u00adda@example.com'],
    ['with a variation selector', 'ada\ufe0f@example.com'],
    ['with an override of the direction', 'ada\u202e@example.com'],
    ['with a fullwidth letter', 'ａda@example.com'],
    ['with a fullwidth @', 'ada＠evil.example@example.com'],
    ['with a lone surrogate', 'ada\ud800@example.com'],
  ])('may not be %s', (_, address) => {
    expect(emailAddressFault(address)).toBe('malformed');
    expect(isEmailAddress(tidyEmailAddress(address))).toBe(false);
  });

  test.each([
    ['local_part_too_long', `${'a'.repeat(65)}@example.com`],
    ['local_part_too_long', `${'ü'.repeat(32)}a@example.com`],
    ['malformed', `ada@${'a'.repeat(64)}.com`],
    ['malformed', `ada@${'ü'.repeat(60)}.com`],
    ['too_long', `ada@${'abcdefghi.'.repeat(25)}com`],
    ['too_long', `${'a'.repeat(64)}@${'üüüüüüüüü.'.repeat(15)}com`],
  ] as const)('has limits in octets: %s', (fault, address) => {
    expect(emailAddressFault(address)).toBe(fault);
  });

  test('is trimmed and composed, and a domain of another script has its usual form', () => {
    expect(tidyEmailAddress(' Ada@Example.com\t')).toBe('Ada@Example.com');
    expect(tidyEmailAddress('jo\u0308rg@BU\u0308CHER。example')).toBe('jörg@bücher.example');
    expect(tidyEmailAddress('ada@bücher.example/x')).toBe('ada@bücher.example/x');
  });

  test('has one key, however it is spelled', () => {
    const spellings = [
      'Jörg@bücher.example',
      'jo\u0308rg@BÜCHER.example',
      'JÖRG@xn--bcher-kva.example',
      'jörg@XN--BCHER-KVA.example',
    ];
    expect(new Set(spellings.map(emailKey))).toEqual(new Set(['jörg@xn--bcher-kva.example']));
    expect(['Ada@Example.com', 'no address', '', 'a@b@Ü y'].map(emailKey)).toEqual([
      'ada@example.com',
      'no address',
      '',
      'a@b@ü y',
    ]);
  });
});
