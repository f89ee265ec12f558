import type { Cause } from '../../src/request-log/causes.js';
import { explainCause } from '../../src/request-log/explanations.js';
import type { About } from '../../src/request-log/wording.js';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const MINUTE = 60_000;
const ABOUT: About = { at: NOON, history: {}, codeTtl: 60, now: NOON + 10 * MINUTE };

const explained = (cause: Cause, about: Partial<About> = {}) => explainCause(cause, { ...ABOUT, ...about });

/** Each with a part of the sentence and a part of the fix. */
const CAUSES: readonly (readonly [Cause, string, string])[] = [
  [{ code: 'wrong_secret' }, 'none of this client’s secrets', 'add a new one'],
  [
    { code: 'removed_secret', hint: '3f2a', removedAt: NOON - 2 * 1440 * MINUTE },
    'the secret ending in 3f2a, which was removed 2 days ago',
    'everywhere your program runs',
  ],
  [{ code: 'secret_missing' }, 'no client secret', 'Basic'],
  [{ code: 'secret_of_public_client' }, 'is public', 'client_id alone'],
  [{ code: 'secret_sent_twice' }, 'two ways', 'once'],
  [{ code: 'unknown_client' }, 'names no client', 'exactly'],
  [{ code: 'unknown_client', clientId: 'abc' }, 'abc, which is not registered', 'exactly'],
  [{ code: 'not_usable', reason: 'suspended' }, 'suspended', 'status'],
  [{ code: 'too_many_failures' }, 'too many', 'Retry-After'],
  [{ code: 'redirect_uri_missing' }, 'no redirect_uri', 'percent-encoded'],
  [
    {
      code: 'redirect_uri_unregistered',
      ...{
        sent: 'https://a.example/cb/',
        closest: 'https://a.example/cb',
        differsIn: ['the slash at its end'],
      },
    },
    'the slash at its end: https://a.example/cb/ was sent, https://a.example/cb is right',
    'register this one',
  ],
  [{ code: 'redirect_uri_unregistered', sent: 'x', differsIn: [] }, 'does not equal the closest', 'register'],
  [
    {
      code: 'redirect_uri_changed',
      sent: 'http://b',
      closest: 'http://a',
      differsIn: ['its host', 'its port'],
    },
    'its host and its port',
    'both requests',
  ],
  [{ code: 'pkce_missing' }, 'no code_challenge', 'S256'],
  [{ code: 'pkce_method' }, 'not S256', 'base64url'],
  [{ code: 'denied' }, 'did not allow', 'Nothing is wrong'],
  [{ code: 'prompt_none' }, 'prompt=none', 'Leave prompt out'],
  [{ code: 'request_over' }, 'open for too long', 'new authorization'],
  [{ code: 'verifier_missing' }, 'is missing', 'made of'],
  [{ code: 'verifier_malformed' }, 'right form', '43 to 128'],
  [{ code: 'verifier_unexpected' }, 'no code_challenge', 'both or neither'],
  [{ code: 'verifier_mismatch' }, 'does not fit', 'SHA-256'],
  [{ code: 'code_unknown' }, 'valid for 1 minute', 'at once and unchanged'],
  [{ code: 'code_expired', expiredAt: NOON - 90_000 }, 'expired 1 minute before', 'as soon as'],
  [{ code: 'code_reused', redeemedAt: NOON - 3000 }, 'exchanged 3 seconds before', 'once'],
  [{ code: 'code_reused' }, 'already exchanged;', 'once'],
  [{ code: 'code_repeated' }, 'another request', 'loaded twice'],
  [{ code: 'refresh_unknown' }, 'unknown, expired, revoked', 'only a new authorization'],
  [
    { code: 'refresh_reused', usedAt: NOON - 3 * MINUTE, clientIp: '203.0.113.7' },
    'already used 3 minutes before by 203.0.113.7',
    'let one do it and share the token',
  ],
  [{ code: 'refresh_reused' }, 'already used; the authorization', 'share the token'],
  [{ code: 'other_client' }, 'another client', 'client id'],
  [{ code: 'grant_ended' }, 'has ended', 'new authorization'],
  [{ code: 'scope_required' }, 'no scope', 'Send scope'],
  [{ code: 'scope_unknown', scopes: ['A', 'B'] }, 'do not exist: A, B', 'capital letters'],
  [
    { code: 'scope_not_enabled', scopes: ['BOOKING_READ'] },
    'not enabled for this client: BOOKING_READ',
    'add them',
  ],
  [{ code: 'scope_beyond_grant', scopes: ['A'] }, 'did not grant: A', 'narrow'],
  [{ code: 'scope_removed' }, 'just removed', 'new authorization'],
  [{ code: 'token_invalid' }, 'expired, was revoked', 'Refresh'],
  [{ code: 'scope_missing', scope: 'BOOKING_READ' }, 'the scope BOOKING_READ', 'Enable BOOKING_READ'],
  [{ code: 'role_too_low', role: 'team admin' }, '“team admin”', 'No scope replaces a role'],
  [{ code: 'outside_grant' }, 'did not grant', 'choose others'],
  [{ code: 'not_admitted' }, 'on its list', 'administrator'],
  [{ code: 'invalid_input', properties: ['start'] }, 'not valid in: start', 'API reference'],
  [{ code: 'invalid_input', properties: [] }, 'not valid.', 'API reference'],
  [{ code: 'invalid_request', fault: 'x is missing' }, 'refused: x is missing', 'documentation'],
  [{ code: 'invalid_request' }, 'refused.', 'documentation'],
  [{ code: 'outage' }, 'could not answer', 'Retry-After'],
  [{ code: 'our_fault' }, 'on the side of the service', 'request id'],
];

test.each(CAUSES)('%j is explained', (cause, why, fix) => {
  const explanation = explained(cause);
  expect(explanation?.why).toContain(why);
  expect(explanation?.fix).toContain(fix);
  expect(explanation?.why).toMatch(/^[A-Z].*\.$/);
  expect(explanation?.fix).toMatch(/^[A-Z].*\.$/);
});

test('what the log knows of the authorization says more about an unknown code or token', () => {
  const code: Cause = { code: 'code_unknown' };
  expect(explained(code, { history: { codeIssuedAt: NOON - 3 * MINUTE } })?.why).toBe(
    'The authorization code has expired: it was issued 3 minutes before, and a code is valid for 1 minute.',
  );
  const redeemed = { codeIssuedAt: NOON - 3 * MINUTE, codeRedeemedAt: NOON - 2 * MINUTE };
  expect(explained(code, { history: redeemed })?.why).toContain('already exchanged 2 minutes before');
  expect(explained({ code: 'refresh_unknown' }, { history: { endedAt: NOON - MINUTE } })?.why).toContain(
    'was ended 1 minute before',
  );
});

test('a cause of a newer version has no explanation', () => {
  expect(explainCause({ code: 'of_tomorrow' } as never, ABOUT)).toBeUndefined();
});
