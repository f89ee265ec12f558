import fc from 'fast-check';
import { allowedSchemeFaults } from '../../src/clients/allowed-schemes.js';
import {
  redirectUriFaults,
  redirectUriMatches,
  redirectUriProblem,
} from '../../src/clients/redirect-uris.js';
import type { ClientKind } from '../../src/clients/store.js';

const LONG = `https://app.example/${'a'.repeat(2048 - 'https://app.example/'.length)}`;

describe('a redirect URI may be registered', () => {
  test.each<[string, ClientKind]>([
    ['https://app.example/callback', 'confidential'],
    ['https://app.example/', 'confidential'],
    ['https://app.example:8443/cb?tenant=a%20b', 'confidential'],
    ['https://192.0.2.1/cb', 'confidential'],
    ['https://xn--bcher-kva.example/cb', 'confidential'],
    ['https://app.example/cb?encode=1&states=2&codes=3', 'confidential'],
    ['http://localhost:3000/cb', 'confidential'],
    ['http://127.0.0.1/cb', 'public'],
    ['http://[::1]:9/cb', 'public'],
    ['com.example.app:/cb', 'public'],
    ['com.example.app://host/cb', 'public'],
    ['com.example.app://oauth_callback', 'public'],
    ['https://a-b.x1.example/cb', 'confidential'],
    ['https://[2001:db8::1]/cb', 'confidential'],
    ['com.example.app://callback', 'public'],
    ['https://client.example', 'confidential'],
    ['https://client.example?tenant=1', 'confidential'],
    ['https://Client.example:443', 'confidential'],
    ['HTTPS://client.example/Callback', 'confidential'],
    ['http://localhost:8400', 'confidential'],
    ['http://localhost:80/cb', 'public'],
    ['http://127.0.0.1', 'public'],
    ['http://[::1]:8400', 'public'],
    [LONG, 'confidential'],
  ])('%s by a %s client', (uri, kind) => {
    expect(redirectUriProblem(uri, { kind })).toBeUndefined();
  });
});

describe('a scheme without a dot', () => {
  const problem = (uri: string, kind: ClientKind = 'public') =>
    redirectUriProblem(uri, { kind, allowedSchemes: ['myapp'] });

  test('may be used by a public client for which it is allowed', () => {
    expect(problem('myapp://callback')).toBeUndefined();
    expect(problem('myapp:/callback')).toBeUndefined();
    expect(problem('myapp://callback', 'confidential')).toMatch(/^is not https/);
    expect(problem('otherapp://callback')).toMatch(/^has a scheme without a dot.* ask an administrator/);
    expect(problem('myapp:callback')).toMatch(/^has no path/);
  });

  test.each(['javascript', 'data', 'https', 'My-App', 'my.app', 'myapp:', '1app', 'a', ''])(
    'cannot be allowed: %j',
    (scheme) => {
      expect(allowedSchemeFaults(['myapp', scheme]).map(({ property }) => property)).toEqual(['scheme']);
    },
  );
});

describe('a redirect URI is refused', () => {
  test.each<[string, string, ClientKind?]>([
    ['https://a;script-src.example/cb', 'has a host that is neither a DNS name'],
    ["https://a'b.example/cb", 'has a host that is neither a DNS name'],
    ['https://a,b.example/cb', 'has a host that is neither a DNS name'],
    ['https://a$b.example/cb', 'has a host that is neither a DNS name'],
    ['https://a_b.example/cb', 'has a host that is neither a DNS name'],
    ['https://-a.example/cb', 'has a host that is neither a DNS name'],
    ['https://a-.example/cb', 'has a host that is neither a DNS name'],
    ['https://a..example/cb', 'has a host that is neither a DNS name'],
    ['https://a.example./cb', 'has a host that is neither a DNS name'],
    ['https://a;b.example/cb', 'has a host that is neither a DNS name', 'public'],
    ['', 'is not an absolute URI'],
    ['/callback', 'is not an absolute URI'],
    ['//app.example/cb', 'is not an absolute URI'],
    ['http://app.example/cb', 'is not https'],
    ['http://localhost.app.example/cb', 'is not https'],
    ['http://127.0.0.2/cb', 'is not https'],
    ['http://localhost@app.example/cb', 'is not https'],
    ['com.example.app:/cb', 'is not https'],
    ['javascript:alert(1)', 'is not https'],
    ['javascript:alert(1)', 'has a scheme without a dot', 'public'],
    ['data:text/html,x', 'has a scheme without a dot', 'public'],
    ['myapp://cb', 'has a scheme without a dot', 'public'],
    ['com.example.app:cb', 'has no path', 'public'],
    ['com.example.app://user@host/cb', 'carries user information', 'public'],
    ['https://user@app.example/cb', 'carries user information'],
    ['https://user:pw@app.example/cb', 'carries user information'],
    ['https://@app.example/cb', 'is not in canonical form'],
    ['https://app.example/cb#x', 'has a fragment'],
    ['https://app.example/cb#', 'has a fragment'],
    ['https://*.app.example/cb', 'has a wildcard'],
    ['https://app.example/*', 'has a wildcard'],
    ['https://app.example\\@evil.example/cb', 'has a backslash'],
    ['com.example.app:/a\\b', 'has a backslash', 'public'],
    ['https://app.example/c\tb', 'has a control character'],
    ['https://app.example/cb\n', 'has a control character'],
    ['https://app.example/cb%0d%0aLocation:x', 'has a control character'],
    ['https://app.example/cb%00', 'has a control character'],
    ['https:app.example/cb', 'is not in canonical form'],
    ['https://app.example:0443/cb', 'is not in canonical form. Write https://app.example/cb'],
    ['http://localhost:08400', 'is not in canonical form. Write http://localhost:8400/'],
    ['https:///app.example/cb', 'is not in canonical form'],
    ['https://app.example/cb?q=a b', 'is not in canonical form'],
    ['https://app%2Eexample/cb', 'is not in canonical form'],
    ['https://app.example/a/../cb', 'is not in canonical form'],
    ['https://app.example/a/%2e%2e/cb', 'is not in canonical form'],
    ['https://app.example/c b', 'is not in canonical form'],
    ['https://bücher.example/cb', 'is not in canonical form'],
    ['http://[0:0:0:0:0:0:0:1]/cb', 'is not in canonical form'],
    ['http://127.1/cb', 'is not in canonical form'],
    [' https://app.example/cb', 'is not in canonical form'],
    ['https://app.example/cb?code=1', 'has "code" in its query'],
    ['https://app.example/cb?a=1&state', 'has "state" in its query'],
    ['https://app.example/cb?error=', 'has "error" in its query'],
    ['https://app.example/cb?iss=x', 'has "iss" in its query'],
    ['https://app.example/cb?c%6Fde=1', 'has "code" in its query'],
    ['https://app.example/cb?Code=1', 'has "Code" in its query'],
    ['https://app.example/cb?code[]=1', 'has "code[]" in its query'],
    ['https://app.example/cb?access_token=1', 'has "access_token" in its query'],
    [`${LONG}a`, 'has more than 2048 characters'],
  ])('%j: %s', (uri, problem, kind = 'confidential') => {
    expect(redirectUriProblem(uri, { kind })?.startsWith(problem)).toBe(true);
  });
});

describe('a list of redirect URIs', () => {
  const uris = (count: number): string[] =>
    Array.from({ length: count }, (_, n) => `https://app.example/${n}`);

  test('has 1 to 10 entries', () => {
    expect(redirectUriFaults([], { kind: 'public' })).toEqual([
      { property: 'redirect_uris', message: 'is empty. Give at least one' },
    ]);
    expect(redirectUriFaults(uris(1), { kind: 'public' })).toEqual([]);
    expect(redirectUriFaults(uris(10), { kind: 'public' })).toEqual([]);
    expect(redirectUriFaults(uris(11), { kind: 'public' })).toEqual([
      { property: 'redirect_uris', message: 'has 11 entries. Give at most 10' },
    ]);
  });

  test('names each refused entry by its index, and the second of two equal ones', () => {
    const faults = redirectUriFaults(['https://a.example/', 'http://b.example/', 'https://a.example/'], {
      kind: 'public',
    });
    expect(faults.map(({ property }) => property)).toEqual(['redirect_uris.1', 'redirect_uris.2']);
    expect(faults[1]?.message).toBe('is listed twice. List it once');
  });
});

describe('a requested redirect URI matches a registered one', () => {
  test.each<[string, string, ClientKind, boolean]>([
    ['https://app.example/cb', 'https://app.example/cb', 'confidential', true],
    ['https://app.example/cb', 'https://app.example/cb/', 'confidential', false],
    ['https://app.example/cb', 'https://app.example/cb?x=1', 'public', false],
    ['https://app.example/cb', 'https://app.example:8443/cb', 'public', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:49152/cb', 'public', true],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1/cb', 'public', true],
    ['http://localhost:1/cb?x=1', 'http://localhost:2/cb?x=1', 'public', true],
    ['http://[::1]/cb', 'http://[::1]:7/cb', 'public', true],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:49152/cb', 'confidential', false],
    ['http://127.0.0.1/cb', 'http://localhost:49152/cb', 'public', false],
    ['http://127.0.0.1/cb', 'https://127.0.0.1:49152/cb', 'public', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:49152/cb2', 'public', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:49152/cb?x', 'public', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:49152/cb#x', 'public', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:49152/x/../cb', 'public', false],
    ['http://127.0.0.1/cb', 'http://u@127.0.0.1:49152/cb', 'public', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:49152@evil.example/cb', 'public', false],
    ['http://localhost', 'http://localhost:8400', 'public', true],
    ['http://localhost:8400', 'http://localhost:8400', 'confidential', true],
    ['http://localhost', 'http://localhost:8400/', 'public', false],
    ['http://localhost', 'http://localhost:8400', 'confidential', false],
    ['http://localhost', 'http://localhost:8400.evil.example', 'public', false],
    ['http://localhost', 'http://localhost:99999', 'public', false],
    ['http://localhost?x=1', 'http://localhost:2?x=1', 'public', true],
    ['https://client.example', 'https://client.example/', 'public', false],
    ['https://client.example', 'https://client.example', 'confidential', true],
    ['com.example.app://callback', 'com.example.app://callback', 'public', true],
    ['com.example.app://callback', 'com.example.app://callback/', 'public', false],
    ['com.example.app:/cb', 'com.example.app:/cb', 'public', true],
    ['com.example.app:/cb', 'com.example.app:/cb2', 'public', false],
    ['https://app.example/cb', '', 'public', false],
  ])('%s, %s, %s: %s', (registered, requested, kind, verdict) => {
    expect(redirectUriMatches(registered, requested, kind)).toBe(verdict);
  });
});

describe('a redirect URI of random input', () => {
  const kind = fc.constantFrom<ClientKind>('confidential', 'public');
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(fc.constantFrom('https://app.example/', 'http://localhost:1/', 'com.example.app:/'), fc.string())
      .map(([start, rest]) => start + rest),
  );

  test('an accepted URI has its own host and path, no fragment, no user information and goes to a safe target', () => {
    fc.assert(
      fc.property(typed, kind, (uri, clientKind) => {
        if (redirectUriProblem(uri, { kind: clientKind }) !== undefined) return;
        const url = new URL(uri);
        const [, scheme = '', authority = '', rest = ''] = /^([^:]+:)(?:\/\/([^/?]*))?(.*)$/s.exec(uri) ?? [];
        expect(scheme.toLowerCase()).toBe(url.protocol);
        // A parser keeps the case of a host only behind a private-use scheme.
        const host = url.host.toLowerCase();
        expect([host, `${host}:80`, `${host}:443`]).toContain(authority.toLowerCase());
        // A parser drops a question mark without a query.
        const spellings = [rest, `/${rest}`].flatMap((text) => [text, text.replace(/\?$/, '')]);
        expect(spellings).toContain(url.pathname + url.search);
        expect([url.hash, url.username, url.password]).toEqual(['', '', '']);
        expect(uri).not.toMatch(/[#\\*\s\p{Cc}]/u);
        const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
        const safe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback);
        expect(safe || (clientKind === 'public' && url.protocol.includes('.'))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('an accepted URI matches itself, and a code appended to its query can be read back', () => {
    fc.assert(
      fc.property(typed, kind, (uri, clientKind) => {
        if (redirectUriProblem(uri, { kind: clientKind }) !== undefined) return;
        expect(redirectUriMatches(uri, uri, clientKind)).toBe(true);
        const answer = new URL(`${uri}${uri.includes('?') ? '&' : '?'}code=the-code`);
        expect(answer.searchParams.getAll('code')).toEqual(['the-code']);
      }),
      { numRuns: 2000 },
    );
  });

  test('for a confidential client only the registered string itself matches', () => {
    fc.assert(
      fc.property(typed, typed, (registered, requested) => {
        expect(redirectUriMatches(registered, requested, 'confidential')).toBe(registered === requested);
      }),
    );
  });

  test('a match of two different strings is the same loopback address but for the port', () => {
    const port = fc.integer({ min: 1, max: 65_535 }).filter((number) => number !== 80);
    fc.assert(
      fc.property(port, port, fc.webPath(), (one, other, path) => {
        const [a, b] = [
          new URL(`http://127.0.0.1:${one}${path}`).href,
          new URL(`http://127.0.0.1:${other}${path}`).href,
        ];
        expect(redirectUriMatches(a, b, 'public')).toBe(true);
        expect(redirectUriMatches(a, `${b}x`, 'public')).toBe(false);
        expect(redirectUriMatches(a, b, 'confidential')).toBe(a === b);
      }),
    );
  });
});
