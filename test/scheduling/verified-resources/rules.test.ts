import { decodePayload } from '../../../src/jobs/kinds.js';
import { CODE, codeJob, hashedText, newCode } from '../../../src/scheduling/verified-resources/codes.js';
import { messageNumber } from '../../../src/scheduling/verified-resources/phone.js';
import { createKeyRing } from '../../../src/keys/key-ring.js';

const keys = createKeyRing(['a key of the tests that is long enough']);

describe('a phone number for text messages', () => {
  test.each([
    ['+351912345678', '+351912345678'],
    [' +351 912 345 678 ', '+351912345678'],
    ['+44 7400 123456', '+447400123456'],
    ['+1 (201) 555-0123', '+12015550123'],
    ['+49 30 901820', '+4930901820'],
  ])('%s is %s', (text, number) => expect(messageNumber(text)).toBe(number));

  test.each([
    ['', 'nothing'],
    ['912345678', 'no country'],
    ['+', 'no digits'],
    ['+351', 'only a country code'],
    ['+35191234567', 'too short'],
    ['+3519123456789', 'too long'],
    ['+999912345678', 'an unknown country code'],
    ['+351012345678', 'not in any numbering plan'],
    ['call me: +351912345678', 'text around it'],
    [`+351912345678${' '.repeat(40)}`, 'too much text'],
    ['+351912345678;ext=7', 'an extension'],
    ['+44 909 8790000', 'premium rate'],
    ['+44 843 0200000', 'shared cost'],
    ['+1 900 200 0000', 'premium rate'],
    ['+44 800 123 4567', 'toll-free'],
  ])('%s is refused: %s', (text) => expect(messageNumber(text)).toBeUndefined());
});

describe('a code', () => {
  test.each([
    ['000000000000', '000000'],
    ['00000000000f', '000015'],
    ['0000000f423f', '999999'],
    ['0000000f4240', '000000'],
    ['ffffffffffff', '710655'],
  ])('of the bytes %s is %s', (hex, code) => {
    expect(newCode(() => Buffer.from(hex, 'hex'))).toBe(code);
    expect(code).toMatch(CODE);
  });

  test('is valid for one address of one owner', () => {
    const email = { kind: 'email', address: 'desk@example.net' } as const;
    const texts = [
      hashedText({ accountId: 1 }, email, '123456'),
      hashedText({ accountId: 11 }, email, '123456'),
      hashedText({ teamId: 1 }, email, '123456'),
      hashedText({ eventTypeId: 1 }, email, '123456'),
      hashedText({ accountId: 1 }, { ...email, address: 'desk@example.com' }, '123456'),
      hashedText({ accountId: 1 }, { ...email, kind: 'phone' }, '123456'),
      hashedText({ accountId: 1 }, email, '123457'),
    ];
    expect(new Set(texts).size).toBe(texts.length);
    expect(hashedText({ accountId: 1 }, { ...email, address: 'Desk@Example.NET' }, '123456')).toBe(texts[0]);
  });

  test.each([
    ['email', 'desk@example.net', { kind: 'verification' }],
    ['phone', '+351912345678', { kind: 'sms', party: 'sms' }],
  ] as const)(
    'for an %s waits sealed until it is sent, and no longer than it counts',
    (kind, address, job) => {
      const result = codeJob(keys, { kind, address }, '123456', new Date(Date.UTC(2030, 0, 1)));
      expect(result).toEqual({
        ...job,
        payload: { sealed: expect.any(String), until: '2030-01-01T00:00:00.000Z' },
      });
      expect(JSON.stringify(result)).not.toMatch(/123456|desk@|912345678/);
      const plain = keys.open(decodePayload('sms', result.payload).sealed) ?? '';
      expect(plain).toContain('123456');
      expect(plain).toContain(address);
    },
  );
});
