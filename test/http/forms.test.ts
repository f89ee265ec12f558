import { gzipSync } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import { readForm } from '../../src/http/forms.js';
import { serve } from './serve.js';
import type { Answer, Served } from './serve.js';

const FORM = 'application/x-www-form-urlencoded';

/** Tells what arrived. */
const echo: Middleware = async (ctx: Context) => {
  const form = await readForm(ctx, ['scope']);
  ctx.body = { email: form.text('email'), scope: form.list('scope') };
};

let served: Served;
beforeAll(async () => {
  served = await serve({ inside: () => [echo] });
});
afterAll(() => served.close());

const post = (body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  served.send({
    method: 'POST',
    path: '/form',
    body,
    headers: {
      host: new URL(served.origin).host,
      'content-type': FORM,
      'content-length': Buffer.byteLength(body),
      ...headers,
    },
  });

describe('a posted form', () => {
  test.each([
    ['email=ada%40example.com&scope=A&scope=B', { email: 'ada@example.com', scope: ['A', 'B'] }],
    ['email=a+b%2Bc', { email: 'a b+c', scope: [] }],
    ['email=%e2%82%AC=%3D', { email: '€==', scope: [] }],
    ['email=\u00e9', { email: 'é', scope: [] }],
    ['email=%EF%BB%BFx', { email: '\ufeffx', scope: [] }],
    ['email', { email: '', scope: [] }],
    ['', { email: '', scope: [] }],
    ['&&email=a&', { email: 'a', scope: [] }],
    ['email[x]=1&email.y=2&__proto__=3&constructor=4', { email: '', scope: [] }],
  ])('%j is read as it was typed', async (body, read) => {
    const answer = await post(body);
    expect({ status: answer.status, read: JSON.parse(answer.text) as unknown }).toEqual({
      status: 200,
      read,
    });
  });

  test('may declare its charset and come in chunks', async () => {
    const headers = { 'content-type': `${FORM}; charset=UTF-8`, 'transfer-encoding': 'chunked' };
    const host = new URL(served.origin).host;
    const answer = await served.send({
      method: 'POST',
      path: '/form',
      body: 'email=a',
      headers: { ...headers, host },
    });
    expect(JSON.parse(answer.text)).toEqual({ email: 'a', scope: [] });
  });

  test('without a body is empty', async () => {
    const headers = { host: new URL(served.origin).host };
    const answer = await served.send({ method: 'POST', path: '/form', headers });
    expect(JSON.parse(answer.text)).toEqual({ email: '', scope: [] });
  });

  test.each([
    ['a field twice', 'email=a&email=b'],
    ['a field twice under two spellings', 'email=a&e%6dail=b'],
    ['a NUL', 'email=a%00b'],
    ['a NUL in a name', 'em%00ail=a'],
    ['bytes that are not UTF-8', 'email=%ff'],
    ['a character encoded too long', 'email=%c0%80'],
    ['half a surrogate pair', 'email=%ed%a0%80'],
    ['a lone percent sign', 'email=100%'],
    ['a percent sign before something else', 'email=%zz'],
    ['65 fields', Array.from({ length: 65 }, (_, index) => `f${index}=1`).join('&')],
    ['201 values in a list', 'scope=A&'.repeat(201)],
  ])('with %s is refused', async (_, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('The form cannot be read');
  });

  test('may have 64 fields and 200 values in a list', async () => {
    const body = `${Array.from({ length: 64 }, (_, index) => `f${index}=1`).join('&')}&${'scope=A&'.repeat(200)}`;
    expect((await post(body)).status).toBe(200);
  });

  test.each([
    ['as JSON', '{"email":"a"}', { 'content-type': 'application/json' }],
    ['as plain text', 'email=a', { 'content-type': 'text/plain' }],
    ['with files', 'x', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['without a type', 'email=a', { 'content-type': '' }],
    ['compressed', gzipSync('email=a'), { 'content-encoding': 'gzip' }],
  ])('sent %s is refused', async (_, body, headers) => {
    expect((await post(body, headers)).status).toBe(400);
  });

  test('of more than 64 KiB is refused with 413, with or without Content-Length', async () => {
    const body = `email=${'a'.repeat(64 * 1024)}`;
    expect((await post(body)).status).toBe(413);
    const headers = {
      host: new URL(served.origin).host,
      'content-type': FORM,
      'transfer-encoding': 'chunked',
    };
    expect((await served.send({ method: 'POST', path: '/form', body, headers })).status).toBe(413);
  });
});
