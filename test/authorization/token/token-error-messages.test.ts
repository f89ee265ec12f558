/* The error_description of a refused token request (RFC 6749 section 5.2). */
import { readScope } from '../../../src/authorization/grants/scope-record.js';
import { parseScope, UNRESTRICTED } from '../../../src/scopes/policy.js';
import { createHash } from 'node:crypto';
import { printable } from '../../../src/authorization/token/endpoint-response.js';
import { toTokenErrorMessage } from '../../../src/authorization/token/token-error-messages.js';
import type { Refusal, RefusedRequest } from '../../../src/authorization/token/token-error-messages.js';
import type { Family } from '../../../src/authorization/grants/token-family.js';

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirectUri = 'https://client.example/cb';
const family: Family = {
  client: 'c',
  account: 1,
  scope: readScope('PROFILE_READ'),
  born: 0,
  ends: 1,
  access: [],
};
const code = { hash: 'h', until: 1, epoch: 'e', redirectUri };
const plain: Family = { ...family, code };
const challenged: Family = { ...family, code: { ...code, challenge } };

const request = { grantType: undefined, redirectUri: undefined, codeVerifier: undefined, scope: undefined };
type Fields = Partial<RefusedRequest['request']>;

const message = (provider: Refusal, refused: Partial<RefusedRequest>, fields: Fields = {}): Refusal =>
  toTokenErrorMessage(provider, {
    authenticated: true,
    family: undefined,
    request: { ...request, ...fields },
    ...refused,
  });
const grant: Refusal = { error: 'invalid_grant', description: 'grant request is invalid' };
const redeeming = { grantType: 'authorization_code', redirectUri: redirectUri };

describe('the description for an authenticated client and its code', () => {
  test.each<[string, Family | undefined, Fields, RegExp]>([
    ['unknown', undefined, {}, /^the code is unknown, expired or of another client/],
    ['with another redirect URI', plain, { redirectUri: 'https://x.example' }, /^redirect_uri must equal/],
    ['with a verifier too many', plain, { codeVerifier: verifier }, /^code_verifier was sent, but/],
    ['without its verifier', challenged, {}, /^code_verifier is missing/],
    ['with a wrong verifier', challenged, { codeVerifier: 'w'.repeat(43) }, /^code_verifier does not fit/],
    ['of an ended grant', challenged, { codeVerifier: verifier }, /^the authorization has ended/],
  ])('%s', (_, of, fields, pattern) => {
    const { error, description } = message(grant, { family: of }, { ...redeeming, ...fields });
    expect([error, description]).toEqual(['invalid_grant', expect.stringMatching(pattern)]);
  });
});

describe('a public client gets the same description for every code until its verifier fits', () => {
  const descriptionOf = (of: Family | undefined, fields: Fields): string =>
    message(grant, { authenticated: false, family: of }, { ...redeeming, ...fields }).description;

  test.each([
    ['without a verifier', {}],
    ['with a short one', { codeVerifier: 'short' }],
    ['with a wrong one', { codeVerifier: 'w'.repeat(43) }],
    ['with a wrong one and another redirect URI', { codeVerifier: 'w'.repeat(43), redirectUri: 'x:/' }],
  ])('%s', (_, fields) => {
    expect(descriptionOf(challenged, fields)).toBe(descriptionOf(undefined, fields));
  });

  test('with the right verifier the description is specific', () => {
    expect(descriptionOf(challenged, { codeVerifier: verifier, redirectUri: 'https://x.example' })).toMatch(
      /^redirect_uri must equal/,
    );
  });
});

test('a verifier of the wrong form is a grant that does not fit (RFC 7636 section 4.6)', () => {
  const provider = { error: 'invalid_request', description: 'code_verifier contains invalid characters' };
  const refused = { family: challenged };
  expect(message(provider, refused, { ...redeeming, codeVerifier: '!' })).toMatchObject({
    error: 'invalid_grant',
  });
});

describe('of a refresh', () => {
  const refreshing = { grantType: 'refresh_token' };

  test('an unknown token and one of another client are the same', () => {
    expect(message(grant, {}, refreshing).description).toMatch(
      /^the refresh token is unknown, expired, revoked or/,
    );
  });

  test('a refused scope is named; an unrestricted authorization refuses only unknown scopes', () => {
    const wider = { error: 'invalid_scope', description: 'refresh token missing requested scope' };
    const fields = { ...refreshing, scope: parseScope('PROFILE_READ BOOKING_READ NOPE') };
    expect(message(wider, { family }, fields).description).toMatch(/has no BOOKING_READ NOPE$/);
    const unrestricted = { family: { ...family, scope: UNRESTRICTED } };
    expect(message(wider, unrestricted, fields).description).toMatch(/has no NOPE$/);
  });
});

test('other descriptions of the provider are passed on', () => {
  const provider = { error: 'invalid_request', description: "missing required parameter 'code'" };
  expect(message(provider, {})).toEqual(provider);
});

test('a description contains no quote, no backslash and only ASCII', () => {
  expect(printable('a "b" \\ ü\n')).toBe('a ?b? ? ??');
});
