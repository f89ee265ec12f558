import { z } from 'zod';
import { createApi } from '../../src/api/api.js';
import { BODY_LIMIT_BYTES } from '../../src/api/bodies.js';
import { defineRoute } from '../../src/api/route.js';
import { clientIp } from '../../src/http/proxies.js';
import { json, serve } from '../http/serve.js';
import type { Answer, Sent, Served } from '../http/serve.js';

const attendee = z.object({ email: z.string().max(50), tags: z.array(z.string()).optional() });
const routes = [
  defineRoute({
    method: 'POST',
    path: '/v2/echo/:number',
    summary: 'Return the input',
    access: 'public',
    params: z.object({ number: z.coerce.number().int() }),
    query: z.object({ take: z.coerce.number().max(250).default(250), sort: z.array(z.string()).optional() }),
    body: z.object({ attendee, more: z.record(z.string(), z.unknown()).optional() }),
    reply: z.unknown(),
    status: 201,
    handle: ({ params, query, body, clientIp: caller }) => ({ params, query, body, caller }),
  }),
];

let served: Served;
beforeAll(async () => {
  served = await serve({
    inside: (origin) => [
      createApi({
        routes,
        verifyToken: () => Promise.resolve(undefined),
        clientIp,
        baseUrl: origin,
        issuerUrl: origin,
      }),
    ],
  });
});
afterAll(() => served.close());

const post = (body: string | Buffer, more: Sent = {}): Promise<Answer> =>
  served.send({
    method: 'POST',
    path: '/v2/echo/1',
    ...more,
    headers: { 'content-type': 'application/json', ...more.headers },
    body,
  });
const errors = (answer: Answer): unknown =>
  (json(answer) as { error: { details: { errors: unknown } } }).error.details.errors;
const GOOD = '{"attendee":{"email":"a@b.example"}}';

describe('the input of a handler', () => {
  it('is validated and converted, and a creation is 201 with an envelope', async () => {
    const answer = await post(GOOD, { path: '/v2/echo/12?take=5&sort=a&sort=b%2Bc+d&unknown=x' });
    expect(answer.status).toBe(201);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json(answer)).toEqual({
      status: 'success',
      data: {
        params: { number: 12 },
        query: { take: 5, sort: ['a', 'b+c d'] },
        body: { attendee: { email: 'a@b.example' } },
        caller: '127.0.0.1',
      },
    });
  });

  it('contains no properties that the route did not declare', async () => {
    const answer = await post('{"attendee":{"email":"a@b.example","admin":true},"role":"owner"}');
    expect(json(answer)).toMatchObject({ data: { body: { attendee: { email: 'a@b.example' } } } });
    expect(answer.text).not.toMatch(/admin|owner/);
  });

  it.each([
    ['{"attendee":{"email":"a@b.example"},"attendee":{"email":"c@d.example"}}', 'attendee'],
    ['{"attendee":{"email":"a@b.example","e\\u006dail":"c@d.example"}}', 'attendee.email'],
    ['{"unknown":[{"a":1},{"b":"{\\"","b":2}],"attendee":{"email":"a@b.example"}}', 'unknown.1.b'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('with a property twice is refused: %s', async (body, property) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(errors(answer)).toEqual([{ property, message: 'must not be sent twice' }]);
  });

  it('may have the same property in several objects, and in texts', async () => {
    const body =
      '{"a":[{"x":1},{"x":2}],"b":{"x":"\\"x\\":1,\\"x\\":2"},"x":[[],{}],"attendee":{"email":"a@b.example"}}';
    expect((await post(body)).status).toBe(201);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString'])(
    'is not changed by a property called %s',
    async (key) => {
      const poison = `{"admin":true,"toString":"x"}`;
      const answer = await post(
        `{"${key}":${poison},"attendee":{"email":"a@b.example","${key}":${poison}},"more":{"${key}":${poison}}}`,
      );
      expect(answer.status).toBe(201);
      expect(json(answer)).toMatchObject({ data: { body: { attendee: { email: 'a@b.example' } } } });
      expect(({} as { admin?: true }).admin).toBeUndefined();
      expect((await post(`{"${key}":${GOOD}}`)).status).toBe(400);
    },
  );

  it.each(['cal-api-version', 'x-anything'])('does not depend on the header %s', async (name) => {
    expect((await post(GOOD, { headers: { [name]: '2024-08-13' } })).status).toBe(201);
  });
});

describe('a request body', () => {
  it('is refused naming every invalid property of path, query and body at once', async () => {
    const answer = await post('{"attendee":{"email":7,"tags":["a",2]}}', { path: '/v2/echo/x?take=300' });
    expect(answer.status).toBe(400);
    expect(errors(answer)).toEqual(
      ['number', 'take', 'attendee.email', 'attendee.tags.1'].map((property) => ({
        property,
        message: expect.any(String) as unknown,
      })),
    );
  });

  it.each([
    ['{"attendee":{"email":"a\\u0000b"}}', 'attendee.email'],
    ['{"attendee":{"email":"a\\ud800b"}}', 'attendee.email'],
    ['{"attendee":{"email":"a"},"more":{"list":[{"deep":"\\u0000"}]}}', 'more.list.0.deep'],
    ['{"attendee":{"email":"a"},"more":{"k\\u0000":1}}', 'more.k\ufffd'],
  ])('%s with characters that cannot be stored is refused naming the property', async (body, property) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(errors(answer)).toEqual([{ property, message: expect.stringContaining('NUL') as unknown }]);
  });

  it.each([
    ['empty', ''],
    ['half an object', '{"attendee":'],
    ['plain text', 'attendee'],
    ['two values', '{}{}'],
    ['a comment', '{}//'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a string', '"attendee"'],
    ['a number that is too large', '1e999'],
    ['a form', 'attendee=1'],
  ])('that is %s is refused with 400 naming the fault', async (_, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(errors(answer)).toEqual([
      { property: expect.any(String) as unknown, message: expect.any(String) as unknown },
    ]);
  });

  it.each([
    ['an overlong slash', [0xc0, 0xaf]],
    ['a lone continuation byte', [0x80]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a cut character', [0xe2, 0x82]],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00]],
  ])('that is not UTF-8, with %s, is refused with 400', async (_, bytes) => {
    const body = Buffer.concat([
      Buffer.from('{"attendee":{"email":"'),
      Buffer.from(bytes),
      Buffer.from('"}}'),
    ]);
    expect((await post(body)).status).toBe(400);
  });

  it.each(['{"a":', '['])('nested too deeply with %s is refused with 400', async (open) => {
    const close = open === '[' ? ']' : '}';
    const depth = Math.floor(BODY_LIMIT_BYTES / (open.length + 1)) - 4;
    expect((await post(open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth))).status).toBe(
      400,
    );
    expect((await post(open.repeat(depth))).status).toBe(400);
  });

  it('above the limit is refused with 413, with or without Content-Length', async () => {
    const padded = (bytes: number): string => GOOD + ' '.repeat(bytes - GOOD.length);
    expect((await post(padded(BODY_LIMIT_BYTES))).status).toBe(201);
    for (const headers of [{ 'content-length': BODY_LIMIT_BYTES + 1 }, { 'transfer-encoding': 'chunked' }]) {
      const answer = await post(padded(BODY_LIMIT_BYTES + 1), { headers });
      expect([answer.status, json(answer)]).toMatchObject([413, { error: { code: 'PAYLOAD_TOO_LARGE' } }]);
    }
  });

  it.each([
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'application/x-www-form-urlencoded' }],
    [{ 'content-type': 'application/json; charset=utf-16' }],
    [{ 'content-type': 'application/jsonx' }],
    [{ 'content-type': '' }],
    [{ 'content-encoding': 'gzip' }],
  ])('sent with %j is refused with 415', async (headers) => {
    const answer = await post(GOOD, { headers });
    expect([answer.status, json(answer)]).toMatchObject([415, { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } }]);
  });

  it.each(['application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"'])(
    'sent as %s is accepted',
    async (type) => {
      expect((await post(GOOD, { headers: { 'content-type': type } })).status).toBe(201);
    },
  );
});

describe('a query', () => {
  it.each([
    'take=%',
    'take=%ff',
    '%zz=1',
    'take=%00',
    'sort=%00&sort=b',
    '&x='.repeat(101),
    'take=1&take=2',
    '__proto__=%00',
  ])('with %s is refused with 400', async (query) => {
    expect((await post(GOOD, { path: `/v2/echo/1?${query}` })).status).toBe(400);
  });

  it('that contains a NUL character is refused naming the property', async () => {
    expect(errors(await post(GOOD, { path: '/v2/echo/1?take=%00' }))).toEqual([
      { property: 'take', message: expect.stringContaining('NUL') as unknown },
    ]);
  });

  it('with unknown parameters is accepted', async () => {
    expect((await post(GOOD, { path: '/v2/echo/1?__proto__=1&constructor=2&&=&a' })).status).toBe(201);
  });
});
