import { assertionAnswer, creationAnswer } from '../../../src/accounts/passkeys/passkey-answers.js';
import { passkeyNameFault } from '../../../src/accounts/passkeys/passkey-rules.js';
import { isRecentSignIn } from '../../../src/accounts/recent-sign-in.js';

describe('the name of a passkey', () => {
  test.each([
    ['Phone', undefined],
    ['Chrome on Linux', undefined],
    ['\u{1f511} \u05de\u05e4\u05ea\u05d7', undefined],
    ['x'.repeat(60), undefined],
    ['\u{1f511}'.repeat(60), undefined],
    ['', 'Enter a name'],
    ['x'.repeat(61), 'at most 60'],
    ['line\nbreak', 'invisible'],
    ['turned \u202e around', 'invisible'],
    ['half \ud800', 'invisible'],
  ])('%j', (name, fault) => {
    if (fault === undefined) expect(passkeyNameFault(name)).toBeUndefined();
    else expect(passkeyNameFault(name)).toContain(fault);
  });
});

const clientData = (facts: object): string => Buffer.from(JSON.stringify(facts)).toString('base64url');
const CLIENT_DATA = clientData({ type: 'webauthn.get', challenge: 'abc', origin: 'https://app.example' });
const ASSERTION = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: CLIENT_DATA, authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
};
const CREATION = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: CLIENT_DATA, attestationObject: 'AAAA', transports: ['internal'] },
};

describe('the answer of an authenticator', () => {
  test('is read without unknown members', () => {
    const extra = { ...ASSERTION, authenticatorAttachment: 'platform', clientExtensionResults: {} };
    expect(assertionAnswer(JSON.stringify(extra))).toEqual({ ...ASSERTION, challenge: 'abc' });
    expect(creationAnswer(JSON.stringify(CREATION))).toEqual({ ...CREATION, challenge: 'abc' });
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{"id":'],
    ['no object', '[]'],
    ['null', 'null'],
    ['no credential', JSON.stringify({ ...ASSERTION, type: 'password' })],
    ['an id that is no base64url', JSON.stringify({ ...ASSERTION, id: 'a+b=' })],
    ['an id of a number', JSON.stringify({ ...ASSERTION, id: 7 })],
    ['an id that is too long', JSON.stringify({ ...ASSERTION, id: 'A'.repeat(1365) })],
    ['an id with a NUL', JSON.stringify({ ...ASSERTION, id: 'A\0' })],
    ['no response', JSON.stringify({ ...ASSERTION, response: undefined })],
    ['a response of half', JSON.stringify({ ...ASSERTION, response: { clientDataJSON: CLIENT_DATA } })],
    [
      'client data that is no JSON',
      JSON.stringify({ ...ASSERTION, response: { ...ASSERTION.response, clientDataJSON: 'AAAA' } }),
    ],
    [
      'client data without a challenge',
      JSON.stringify({
        ...ASSERTION,
        response: { ...ASSERTION.response, clientDataJSON: clientData({ type: 'webauthn.get' }) },
      }),
    ],
    [
      'client data from a frame',
      JSON.stringify({
        ...ASSERTION,
        response: {
          ...ASSERTION.response,
          clientDataJSON: clientData({ challenge: 'abc', crossOrigin: true }),
        },
      }),
    ],
  ])('is refused when it is %s', (_, text) => {
    expect(assertionAnswer(text)).toBeUndefined();
    expect(creationAnswer(text.replaceAll('authenticatorData', 'attestationObject'))).toBeUndefined();
  });

  test('is refused as a registration with a malformed transport', () => {
    const response = { ...CREATION.response, transports: ['<b>'] };
    expect(creationAnswer(JSON.stringify({ ...CREATION, response }))).toBeUndefined();
  });
});

test.each([
  ['now', 0, true],
  ['nine minutes ago', 9 * 60_000, true],
  ['ten minutes ago', 10 * 60_000, true],
  ['a moment more ago', 10 * 60_000 + 1, false],
  ['on a replica whose clock is ahead', -1000, true],
  ['nobody knows when', Number.NaN, false],
])('a confirmation %s is recent or not', (_, ago, fresh) => {
  const now = Date.now();
  expect(isRecentSignIn(new Date(now - ago), now)).toBe(fresh);
});
