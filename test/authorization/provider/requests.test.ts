import { readScope } from '../../../src/authorization/grants/scope-record.js';
import fc from 'fast-check';
import { exactRedirect, readableQuery } from '../../../src/authorization/provider/authorization-endpoint.js';
import { readClientHeader } from '../../../src/authorization/token/client-credentials.js';
import { requestedScope } from '../../../src/authorization/provider/requested-scope.js';
import { decodeBody } from '../../../src/authorization/token/token-request.js';

const scoped = { legacy: false, migrating: false, scopes: ['BOOKING_READ', 'PROFILE_READ'] as const };
const migrating = { ...scoped, migrating: true };
const legacy = { legacy: true, migrating: false, scopes: [] };

describe('the requested scope', () => {
  test.each([
    ['names by spaces', 'BOOKING_READ PROFILE_READ', 'BOOKING_READ PROFILE_READ'],
    ['names by commas', 'BOOKING_READ,PROFILE_READ', 'BOOKING_READ PROFILE_READ'],
    ['runs of both, duplicates', ' ,BOOKING_READ, ,PROFILE_READ,BOOKING_READ ', 'BOOKING_READ PROFILE_READ'],
  ])('of a scoped client: %s', (_, parameter, scope) => {
    expect(requestedScope(scoped, parameter)).toEqual({ kind: 'scope', scope: readScope(scope) });
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['only separators', ' , ,'],
    ['unknown', 'BOOKING_READ NOPE'],
    ['in lower case', 'booking_read'],
    ['not enabled', 'BOOKING_WRITE'],
    ['openid', 'openid PROFILE_READ'],
    ['the mark of unrestricted', '*'],
    ['an old name', 'READ_BOOKING'],
  ])('of a scoped client is refused: %s', (_, parameter) => {
    expect(requestedScope(scoped, parameter).kind).toBe('refused');
  });

  test.each([
    ['missing', undefined, '*'],
    ['empty', '', '*'],
    ['old names', 'READ_BOOKING,READ_PROFILE', '*'],
    ['names', 'TEAM_BOOKING_READ', 'TEAM_BOOKING_READ'],
    ['old and new names', 'READ_BOOKING PROFILE_READ', 'PROFILE_READ'],
  ])('of a legacy client: %s', (_, parameter, scope) => {
    expect(requestedScope(legacy, parameter)).toEqual({ kind: 'scope', scope: readScope(scope) });
  });

  test.each(['*', 'NOPE', 'READ_BOOKING NOPE'])('of a legacy client is refused: %s', (parameter) => {
    expect(requestedScope(legacy, parameter).kind).toBe('refused');
  });

  test.each([
    ['both retired names', 'READ_BOOKING READ_PROFILE', 'BOOKING_READ PROFILE_READ'],
    ['by commas', 'READ_PROFILE,READ_BOOKING', 'PROFILE_READ BOOKING_READ'],
    ['beside the names of today', 'READ_BOOKING BOOKING_READ', 'BOOKING_READ'],
    ['names of today alone', 'PROFILE_READ', 'PROFILE_READ'],
  ])('of a migrating client: %s', (_, parameter, scope) => {
    expect(requestedScope(migrating, parameter)).toEqual({ kind: 'scope', scope: readScope(scope) });
  });

  test.each(['', 'READ_BOOKING NOPE', 'read_booking', 'READ_BOOKING BOOKING_WRITE', 'WRITE_BOOKING'])(
    'of a migrating client is refused: %j',
    (parameter) => {
      expect(requestedScope(migrating, parameter).kind).toBe('refused');
    },
  );

  test('of a migrating client is refused where the scope of today is not enabled', () => {
    expect(requestedScope({ ...migrating, scopes: ['PROFILE_READ'] }, 'READ_BOOKING')).toEqual({
      kind: 'refused',
      why: expect.stringContaining('not enabled on this client: BOOKING_READ'),
      cause: { code: 'scope_not_enabled', scopes: ['BOOKING_READ'] },
    });
  });

  test('is cut in the message when it is long', () => {
    const verdict = requestedScope(scoped, 'X'.repeat(5000));
    expect(verdict.kind === 'refused' && verdict.why.length).toBeLessThan(200);
  });
});

describe('the redirect to the client', () => {
  test('keeps the registered string exactly', () => {
    expect(
      exactRedirect('https://a.example/cb?x=a%20b', 'https://a.example/cb?x=a+b&code=c&state=s&iss=i'),
    ).toBe('https://a.example/cb?x=a%20b&code=c&state=s&iss=i');
    expect(exactRedirect('com.example.app:/cb', 'com.example.app:/cb?code=c&iss=i')).toBe(
      'com.example.app:/cb?code=c&iss=i',
    );
  });

  test('moves a response in the fragment into the query', () => {
    expect(exactRedirect('https://a.example/cb', 'https://a.example/cb#error=e&state=s')).toBe(
      'https://a.example/cb?error=e&state=s',
    );
  });

  test('returns any state unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (state) => {
        const reserialized = new URL('https://a.example/cb?code=c');
        reserialized.searchParams.set('state', state);
        const sent = new URL(exactRedirect('https://a.example/cb', reserialized.href));
        return sent.searchParams.get('state') === state;
      }),
    );
  });
});

describe('a query', () => {
  test.each([
    ['is left as it is', 'client_id=a&state=b%20c', 'client_id=a&state=b%20c', []],
    ['loses a NUL', 'client_id=a&code_challenge=%00', 'client_id=a', ['code_challenge']],
    ['loses what is not UTF-8', 'foo=%ff&client_id=a', 'client_id=a', ['foo']],
    ['loses a lone percent sign', 'state=100%&client_id=a', 'client_id=a', ['state']],
    ['loses an unreadable name', '%ff=x&client_id=a', 'client_id=a', ['']],
    ['loses the proof with its twin', 'client_id=a&client_id=%ff&x=y', 'x=y', ['client_id']],
  ])('%s', (_, sent, querystring, unreadable) => {
    expect(readableQuery(sent)).toEqual({ querystring, unreadable });
  });
});

describe('the header of a client', () => {
  const encoded = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

  test.each([
    ['an id and a secret', encoded('id:secret'), 'id'],
    ['a scheme in lower case', encoded('id:secret').replace('Basic', 'basic'), 'id'],
    ['a colon in the secret', encoded('id:se:cret'), 'id'],
    ['what is percent-encoded', encoded('an%3Aid+x:%25'), 'an:id x'],
  ])('with %s is read', (_, header, clientId) => {
    expect(readClientHeader(header)).toEqual({ kind: 'basic', clientId });
  });

  test.each([
    '',
    'Basic',
    'Basic ',
    'Basic a',
    'Basic a===',
    encoded('id'),
    encoded('i\0d:x'),
    encoded('ü:x'),
  ])('%j is refused', (header) => {
    expect(readClientHeader(header).kind).toBe('refused');
  });

  test('may be missing', () => {
    expect(readClientHeader(undefined)).toEqual({ kind: 'absent' });
  });
});

describe('a token request body', () => {
  const form = 'application/x-www-form-urlencoded';
  const json = 'application/json';
  const decode = (text: string | Buffer, type: string | undefined) => decodeBody(Buffer.from(text), type);
  const fields = (text: string, type: string) => {
    const decoded = decode(text, type);
    return decoded.kind === 'fields' ? Object.fromEntries(decoded.fields) : decoded.why;
  };

  test('has the same fields as form and as JSON', () => {
    const expected = { grant_type: 'authorization_code', code: 'a b+c' };
    expect(fields('grant_type=authorization_code&code=a+b%2Bc', form)).toEqual(expected);
    expect(fields(JSON.stringify(expected), `${json}; charset=utf-8`)).toEqual(expected);
  });

  test('may be empty without a type', () => {
    expect(decode('', undefined)).toEqual({ kind: 'fields', fields: new Map() });
  });

  test('treats `__proto__` like any other name', () => {
    expect(decode('{"__proto__":"x"}', json).kind).toBe('fields');
    expect(({} as { x?: string }).x).toBeUndefined();
  });

  test.each<readonly [string, string | Buffer, string | undefined]>([
    ['a parameter twice in a form', 'a=1&a=2', form],
    ['a parameter twice in JSON', '{"a":"1","a":"2"}', json],
    ['a parameter twice in JSON, once escaped', '{"a":"1","\\u0061":"2"}', json],
    ['a number in JSON', '{"a":1}', json],
    ['null in JSON', '{"a":null}', json],
    ['an object in JSON', '{"a":{"b":"c"}}', json],
    ['a list', '["a"]', json],
    ['a bare string', '"a"', json],
    ['broken JSON', '{"a":', json],
    ['broken percent-encoding', 'a=%zz', form],
    ['percent-encoded bytes that are not UTF-8', 'a=%ff', form],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0x3d, 0xff]), form],
    ['NUL in a form', 'a=b%00', form],
    ['NUL in JSON', '{"a":"b\\u0000"}', json],
    ['NUL in a name', 'a%00=b', form],
    ['another type', 'a=b', 'text/plain'],
    ['no type', 'a=b', undefined],
    ['multipart', 'a=b', 'multipart/form-data; boundary=x'],
    ['65 parameters', Array.from({ length: 65 }, (_, n) => `p${n}=1`).join('&'), form],
  ])('with %s is refused', (_, text, type) => {
    expect(decode(text, type)).toMatchObject({ kind: 'refused', status: 400 });
  });

  test('may have 64 parameters', () => {
    expect(decode(Array.from({ length: 64 }, (_, n) => `p${n}=1`).join('&'), form).kind).toBe('fields');
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom(form, json, undefined), (bytes, type) => {
        decodeBody(Buffer.from(bytes), type);
      }),
    );
  });
});
