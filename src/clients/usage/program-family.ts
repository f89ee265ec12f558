/* The name of a calling program, from its User-Agent (RFC 9110 section 10.1.5). The header is not stored. */

// More special ones first: many libraries name what they are built on behind themselves.
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/\bopenid-client\//i, 'openid-client'],
  [/\boauth4webapi\//i, 'oauth4webapi'],
  [/\baxios\//i, 'axios'],
  [/^got\b/i, 'got'],
  [/\bnode-superagent\//i, 'superagent'],
  [/\bnode-fetch\b/i, 'node-fetch'],
  [/^(?:node|node\.js|undici)(?:$|[\s/])/i, 'Node.js'],
  [/^Node-oauth$/i, 'Node.js'],
  [/\bDeno\//i, 'Deno'],
  [/\bBun\//i, 'Bun'],
  [/\bcurl\//i, 'curl'],
  [/\bWget\//i, 'Wget'],
  [/\bHTTPie\//i, 'HTTPie'],
  [/\bPostmanRuntime\//i, 'Postman'],
  [/\bInsomnia\//i, 'Insomnia'],
  [/\bpython-requests\//i, 'python-requests'],
  [/\bpython-httpx\//i, 'httpx'],
  [/\baiohttp\//i, 'aiohttp'],
  [/\bAuthlib\//i, 'Authlib'],
  [/\bPython(?:-urllib)?\//i, 'Python'],
  [/\bGo-http-client\//i, 'Go'],
  [/\bokhttp\//i, 'OkHttp'],
  [/\bSpring\b|\bReactorNetty\//i, 'Spring'],
  [/\b(?:Apache-HttpClient|Java-http-client|Java)\//i, 'Java'],
  [/\bKtor\b/i, 'Ktor'],
  [/\bRestSharp\//i, 'RestSharp'],
  [/\bGuzzleHttp\//i, 'Guzzle'],
  [/\bPHP\b/i, 'PHP'],
  [/\bFaraday\b/i, 'Faraday'],
  [/\bRuby\b/i, 'Ruby'],
  [/\breqwest\//i, 'reqwest'],
  [/\blibwww-perl\//i, 'Perl'],
  [/\bDart\//i, 'Dart'],
  [/\bMozilla\//i, 'a browser'],
];

const MAX_READ_LENGTH = 512;
/** The first product of a header that names none of the above; short, and nothing that a page or a log could trip on. */
const PRODUCT = /^[A-Za-z][\w.-]{0,31}(?=$|[\s/(])/;

/** `axios`, `Go`, `AcmeSync`; at most 32 characters. */
export function programFamily(header: string | undefined): string {
  const read = (header ?? '').slice(0, MAX_READ_LENGTH).trim();
  const known = FAMILIES.find(([pattern]) => pattern.test(read))?.[1];
  return known ?? PRODUCT.exec(read)?.[0] ?? 'unknown program';
}
