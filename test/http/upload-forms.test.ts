import { connect } from 'node:net';
import type { Middleware } from 'koa';
import { readUploadForm } from '../../src/http/upload-forms.js';
import { BOUNDARY, type Entry, MULTIPART_TYPE, multipartBody, NO_FILE } from '../support/multipart.js';
import { json, serve, type Served } from './serve.js';

const MAX = 1000;
const RULES = { lists: ['scopes'], file: 'logo', maxFileBytes: MAX };
const BODY_LIMIT = 16 * 1024 * 1024;

/** Answers with what it understood. */
const echo: Middleware = async (ctx) => {
  const form = await readUploadForm(ctx, RULES);
  const { upload } = form;
  ctx.body = {
    name: form.text('name'),
    scopes: form.list('scopes'),
    entries: form.entries,
    upload: upload && { bytes: upload.bytes.toString('base64'), cut: upload.cut },
  };
};

let served: Served;
beforeAll(async () => {
  served = await serve({ inside: () => [echo] });
});
afterAll(() => served.close());

const post = (body: string | Buffer, type = MULTIPART_TYPE, headers = {}) =>
  served.send({
    method: 'POST',
    path: '/form',
    headers: { host: new URL(served.origin).host, 'content-type': type, ...headers },
    body,
  });

const posted = (entries: readonly Entry[]) => post(multipartBody(entries));

const file = (bytes: Buffer) => ({ filename: 'a picture.png', type: 'image/png', bytes });

describe('a form with a file', () => {
  test('is read like any other form, with the file beside it', async () => {
    const bytes = Buffer.from([0, 13, 10, 45, 45, 255, 254]);
    const answer = await posted([
      ['name', 'Größe\r\n"a" & 日本'],
      ['scopes', 'A'],
      ['logo', file(bytes)],
      ['scopes', 'B'],
    ]);
    expect(answer.status).toBe(200);
    expect(json(answer)).toEqual({
      name: 'Größe\r\n"a" & 日本',
      scopes: ['A', 'B'],
      entries: [
        ['name', 'Größe\r\n"a" & 日本'],
        ['scopes', 'A'],
        ['scopes', 'B'],
      ],
      upload: { bytes: bytes.toString('base64'), cut: false },
    });
  });

  test('may have no file, in either encoding', async () => {
    for (const answer of [
      await posted([
        ['name', 'Acme'],
        ['logo', NO_FILE],
      ]),
      await posted([
        ['name', 'Acme'],
        ['logo', ''],
      ]),
      await post('name=Acme&logo=', 'application/x-www-form-urlencoded'),
    ]) {
      expect(json(answer)).toMatchObject({ name: 'Acme' });
      expect(json(answer)).not.toHaveProperty('upload');
    }
  });

  test('keeps its other fields when the file is too long, and no more of the file than allowed', async () => {
    for (const [length, cut] of [
      [MAX, false],
      [MAX + 1, true],
      [5_000_000, true],
    ] as const) {
      const answer = json(
        await posted([
          ['logo', file(Buffer.alloc(length, 7))],
          ['name', 'behind it'],
        ]),
      );
      const bytes = Buffer.alloc(Math.min(length, MAX), 7).toString('base64');
      expect(answer).toMatchObject({ name: 'behind it', upload: { bytes, cut } });
    }
  });

  test('is read the same however it is split into chunks', async () => {
    const body = multipartBody([
      ['name', `almost a boundary: \r\n--${BOUNDARY.slice(0, -1)}`],
      ['logo', file(Buffer.from(`\r\n--${BOUNDARY.slice(0, -2)}\r\n\r\n`))],
    ]);
    const whole = json(await post(body));
    const head = `POST /form HTTP/1.1\r\nHost: ${new URL(served.origin).host}\r\nContent-Type: ${MULTIPART_TYPE}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(served.port, '127.0.0.1');
      socket.setNoDelay(true);
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('end', () => resolve(received));
      socket.write(head);
      for (const byte of body) socket.write(Buffer.from([byte]));
    });
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual(whole);
  });
});

const part = (headers: string, content = ''): string => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`;
const end = `--${BOUNDARY}--\r\n`;
const named = 'Content-Disposition: form-data; name="name"';
const aFile = 'Content-Disposition: form-data; name="logo"; filename="a"\r\nContent-Type: image/png';

describe('an upload is refused for', () => {
  test.each<[string, string | Buffer]>([
    ['a body that ends too early', part(named, 'x')],
    ['a body that ends inside a part', `--${BOUNDARY}\r\n${named}\r\n\r\nx`],
    ['an empty body', ''],
    ['something before the first part', `x\r\n${part(named)}${end}`],
    ['a part without a name', part('Content-Type: text/plain') + end],
    ['a part of another kind', part('Content-Disposition: attachment; name="name"') + end],
    ['a part that is named twice', part(`${named}\r\n${named}`) + end],
    ['a part that is encoded', part(`${named}\r\nContent-Transfer-Encoding: base64`, 'eA==') + end],
    ['a name in another spelling', part(`Content-Disposition: form-data; name*=utf-8''name`) + end],
    ['a header without an end', `--${BOUNDARY}\r\n${named}; x="${'x'.repeat(3000)}"\r\n\r\nx\r\n${end}`],
    ['a boundary with something behind it', `--${BOUNDARY}x\r\n${named}\r\n\r\nx\r\n${end}`],
    ['a field twice', part(named, 'a') + part(named, 'b') + end],
    ['two files', part(aFile, 'a') + part(aFile, 'b') + end],
    ['a file under another name', part(aFile.replace('logo', 'name'), 'a') + end],
    ['a text where the file belongs', part(named.replace('"name"', '"logo"'), 'a') + end],
    [
      'text that is not UTF-8',
      Buffer.concat([
        Buffer.from(`--${BOUNDARY}\r\n${named}\r\n\r\n`),
        Buffer.from([0xff]),
        Buffer.from(`\r\n${end}`),
      ]),
    ],
    ['a NUL', part(named, 'a\0b') + end],
    [
      'too many fields',
      Array.from({ length: 65 }, (_, n) => part(named.replace('"name"', `"n${n}"`))).join('') + end,
    ],
  ])('%s', async (_, body) => {
    const answer = await post(body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('The form cannot be read')]);
  });

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    `${MULTIPART_TYPE}; charset=utf-7`,
  ])('the type %s', async (type) => {
    expect((await post(multipartBody([['name', 'x']]), type)).status).toBe(400);
  });

  test('a compressed body', async () => {
    expect((await post(multipartBody([]), MULTIPART_TYPE, { 'content-encoding': 'gzip' })).status).toBe(400);
  });

  test('more text than any other form may have', async () => {
    expect((await posted([['name', 'x'.repeat(70_000)]])).status).toBe(413);
  });

  test('a body without an end, declared or not', async () => {
    const declared = await post('', MULTIPART_TYPE, { 'content-length': String(BODY_LIMIT + 1) });
    expect(declared.status).toBe(413);
    const endless = Buffer.concat([Buffer.from(part(aFile).slice(0, -2)), Buffer.alloc(BODY_LIMIT + 1)]);
    expect((await post(endless, MULTIPART_TYPE, { 'transfer-encoding': 'chunked' })).status).toBe(413);
  });
});
