import { createHash } from 'node:crypto';
import { assertionAnswer, creationAnswer } from '../../../src/accounts/passkeys/passkey-answers.js';
import { createCeremonies } from '../../../src/accounts/passkeys/passkey-ceremony.js';
import { userHandle } from '../../../src/accounts/passkeys/passkey-rules.js';
import { createAuthenticator, type Lie } from '../../support/authenticator.js';
import { createManufacturer } from '../../support/maker-certificate.js';

const APP_URL = 'https://app.slotkey.example:8443';
const ceremonies = createCeremonies(APP_URL, 'Slotkey');
const account = {
  id: 12,
  email: 'ada@example.com',
  username: 'ada',
  name: 'Ada Lovelace',
  admin: false,
  accessGeneration: 0,
  createdAt: new Date(0),
  timeZone: 'UTC',
  timeFormat: 12,
  locale: 'en',
} as const;
const CHALLENGE = Buffer.from('a challenge of ours').toString('base64url');
const ELSEWHERE = Buffer.from('a challenge of somebody else').toString('base64url');

const created = async (lie: Lie = {}, authenticator = createAuthenticator(APP_URL)) => {
  const answer = creationAnswer(
    authenticator.create(await ceremonies.creationOptions(account, [], CHALLENGE), lie),
  );
  return answer && ceremonies.verifyCreation(answer);
};

describe('the options for a browser', () => {
  test('for a new passkey require user verification and a resident key, and exclude known devices', async () => {
    const known = [{ id: 'AAAA', transports: ['usb'] }];
    expect(await ceremonies.creationOptions(account, known, CHALLENGE)).toMatchObject({
      rp: { id: 'app.slotkey.example', name: 'Slotkey' },
      user: { id: userHandle(12), name: 'ada@example.com', displayName: 'Ada Lovelace' },
      challenge: CHALLENGE,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: [{ id: 'AAAA', transports: ['usb'], type: 'public-key' }],
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 300_000,
    });
  });

  test('for an existing passkey accept any, or only the listed ones, with user verification', async () => {
    const asked = { rpId: 'app.slotkey.example', challenge: CHALLENGE, userVerification: 'required' };
    expect(await ceremonies.requestOptions(CHALLENGE)).toMatchObject({ ...asked, allowCredentials: [] });
    const known = [{ id: 'AAAA', transports: ['usb'] }];
    expect(await ceremonies.requestOptions(CHALLENGE, known)).toMatchObject({
      ...asked,
      allowCredentials: [{ id: 'AAAA', transports: ['usb'] }],
    });
  });
});

describe('a new passkey', () => {
  test('is accepted with its id, key and counter', async () => {
    const authenticator = createAuthenticator(APP_URL);
    expect(await created({ counter: 7 }, authenticator)).toEqual({
      id: authenticator.credentialId(),
      publicKey: expect.stringMatching(/^[\w-]{100,}$/),
      counter: 7,
      transports: ['internal'],
    });
  });

  test.each<[string, Lie]>([
    ['comes from a page of another origin', { origin: 'https://slotkey.example' }],
    ['comes from the same host at another port', { origin: 'https://app.slotkey.example' }],
    ['was made for another site', { rpId: 'slotkey.example' }],
    ['was made without verifying anybody', { userVerified: false }],
    ['was made with nobody present', { userPresent: false }],
    ['is the answer to a sign-in', { type: 'webauthn.get' }],
    ['comes from inside a frame', { crossOrigin: true }],
    ['brings a certificate that nobody asked for', { manufacturer: createManufacturer() }],
  ])('is refused when it %s', async (_, lie) => {
    expect(await created(lie)).toBeUndefined();
  });

  test('is refused when its bytes are malformed', async () => {
    const answer = creationAnswer(
      createAuthenticator(APP_URL).create(await ceremonies.creationOptions(account, [], CHALLENGE)),
    );
    if (answer === undefined) throw new Error('no answer');
    const response = { ...answer.response, attestationObject: 'oWNmbXRkbm9uZQ' };
    expect(await ceremonies.verifyCreation({ ...answer, response })).toBeUndefined();
  });
});

describe('a passkey', () => {
  const key = async (authenticator = createAuthenticator(APP_URL)) => {
    const made = await created({}, authenticator);
    if (made === undefined) throw new Error('the authenticator made no key');
    return { authenticator, owned: { accountId: 12, accessGeneration: 0, publicKey: made.publicKey } };
  };
  const asserted = async (lie: Lie = {}) => {
    const { authenticator, owned } = await key();
    const answer = assertionAnswer(authenticator.get(await ceremonies.requestOptions(CHALLENGE), lie));
    return answer && ceremonies.verifyAssertion(answer, owned);
  };

  test('that signs the challenge gives its counter', async () => {
    expect(await asserted()).toEqual({ counter: 1 });
    expect(await asserted({ counter: 0 })).toEqual({ counter: 0 });
  });

  test('without a user handle is accepted if the account is known', async () => {
    expect(await asserted({ userHandle: null })).toEqual({ counter: 1 });
  });

  test.each<[string, Lie]>([
    ['for a page of another origin', { origin: 'http://app.slotkey.example:8443' }],
    ['for another site', { rpId: 'elsewhere.example' }],
    ['without verifying anybody', { userVerified: false }],
    ['with nobody present', { userPresent: false }],
    ['as if to register', { type: 'webauthn.create' }],
    ['inside a frame', { crossOrigin: true }],
    ['with another key', { otherKey: true }],
    ['for another user', { userHandle: userHandle(13) }],
  ])('is refused when it signs %s', async (_, lie) => {
    expect(await asserted(lie)).toBeUndefined();
  });

  test('is refused when it signed another challenge than the answer says', async () => {
    const { authenticator, owned } = await key();
    const text = authenticator.get(await ceremonies.requestOptions(CHALLENGE), { challenge: ELSEWHERE });
    const answer = assertionAnswer(text);
    if (answer === undefined) throw new Error('no answer');
    expect(await ceremonies.verifyAssertion({ ...answer, challenge: CHALLENGE }, owned)).toBeUndefined();
  });
});

test('the user handle of an account contains no personal data', () => {
  expect(userHandle(12)).toBe(createHash('sha256').update('slotkey account 12').digest('base64url'));
  expect(userHandle(12)).not.toBe(userHandle(13));
});
