/* What a refused token request is told. */
import { createHash } from 'node:crypto';
import { printable, toTokenErrorMessage } from '../../../src/authorization/token/token-error-messages.js';
import type { Asking, Refusal } from '../../../src/authorization/token/token-error-messages.js';
import type { Family } from '../../../src/authorization/grants/token-family.js';

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirectUri = 'https://client.example/cb';
const family: Family = { client: 'c', account: 1, scope: 'PROFILE_READ', born: 0, ends: 1, access: [] };
const code = { hash: 'h', until: 1, epoch: 'e', redirectUri };
const plain: Family = { ...family, code };
const challenged: Family = { ...family, code: { ...code, challenge } };

const told = (engine: Refusal, asking: Partial<Asking>, fields: Record<string, string> = {}): Refusal =>
  toTokenErrorMessage(engine, {
    proven: true,
    family: undefined,
    fields: new Map(Object.entries(fields)),
    ...asking,
  });
const grant: Refusal = { error: 'invalid_grant', description: 'grant request is invalid' };
const redeeming = { grant_type: 'authorization_code', redirect_uri: redirectUri };

describe('a client with a secret hears of its code', () => {
  test.each<[string, Family | undefined, Record<string, string>, RegExp]>([
    ['unknown', undefined, {}, /^the code is unknown, expired or of another client/],
    ['with another redirect URI', plain, { redirect_uri: 'https://x.example' }, /^redirect_uri must equal/],
    ['with a verifier too many', plain, { code_verifier: verifier }, /^code_verifier was sent, but/],
    ['without its verifier', challenged, {}, /^code_verifier is missing/],
    ['with a wrong verifier', challenged, { code_verifier: 'w'.repeat(43) }, /^code_verifier does not fit/],
    ['of somebody who is gone', challenged, { code_verifier: verifier }, /^the authorization has ended/],
  ])('%s', (_, of, fields, words) => {
    const { error, description } = told(grant, { family: of }, { ...redeeming, ...fields });
    expect([error, description]).toEqual(['invalid_grant', expect.stringMatching(words)]);
  });
});

describe('a public client hears the same of every code until its verifier fits', () => {
  const hears = (of: Family | undefined, fields: Record<string, string>): string =>
    told(grant, { proven: false, family: of }, { ...redeeming, ...fields }).description;

  test.each([
    ['without a verifier', {}],
    ['with a short one', { code_verifier: 'short' }],
    ['with a wrong one', { code_verifier: 'w'.repeat(43) }],
    ['with a wrong one and another redirect URI', { code_verifier: 'w'.repeat(43), redirect_uri: 'x:/' }],
  ])('%s', (_, fields) => {
    expect(hears(challenged, fields)).toBe(hears(undefined, fields));
  });

  test('and then what is wrong', () => {
    expect(hears(challenged, { code_verifier: verifier, redirect_uri: 'https://x.example' })).toMatch(
      /^redirect_uri must equal/,
    );
  });
});

test('a verifier of the wrong form is a grant that does not fit (RFC 7636 section 4.6)', () => {
  const engine = { error: 'invalid_request', description: 'code_verifier contains invalid characters' };
  const asking = { family: challenged };
  expect(told(engine, asking, { ...redeeming, code_verifier: '!' })).toMatchObject({
    error: 'invalid_grant',
  });
});

describe('of a refresh', () => {
  const refreshing = { grant_type: 'refresh_token' };

  test('an unknown token and one of another client are the same', () => {
    expect(told(grant, {}, refreshing).description).toMatch(
      /^the refresh token is unknown, expired, revoked or/,
    );
  });

  test('a wider scope is told by name, of an unrestricted authorization only what is no scope', () => {
    const wider = { error: 'invalid_scope', description: 'refresh token missing requested scope' };
    const fields = { ...refreshing, scope: 'PROFILE_READ BOOKING_READ NOPE' };
    expect(told(wider, { family }, fields).description).toMatch(/has no BOOKING_READ NOPE$/);
    const unrestricted = { family: { ...family, scope: '*' } };
    expect(told(wider, unrestricted, fields).description).toMatch(/has no NOPE$/);
  });
});

test('what the engine says well stays', () => {
  const engine = { error: 'invalid_request', description: "missing required parameter 'code'" };
  expect(told(engine, {})).toEqual(engine);
});

test('a description holds no quote, no backslash and nothing beyond ASCII', () => {
  expect(printable('a "b" \\ ü\n')).toBe('a ?b? ? ??');
});
