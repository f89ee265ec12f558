/* The wired application: which module serves a request, and the headers of every response. */
import supertest from 'supertest';
import { useService } from './support/service.js';

const service = useService();
let app: ReturnType<typeof supertest>;
beforeAll(async () => {
  app = supertest(service.url);
});

describe('the application', () => {
  test.each(['/healthz', '/readyz'])('%s responds with status ok', async (path) => {
    const { body } = await app.get(path).expect(200);
    expect(body).toMatchObject({ status: 'ok' });
  });

  test.each([
    ['/', 200, /html/],
    ['/sign-in', 200, /html/],
    ['/sign-up', 200, /html/],
    ['/settings/apps', 303, /./],
    ['/auth/oauth2/authorize', 400, /html/],
    ['/v2/me', 401, /json/],
    ['/.well-known/oauth-authorization-server', 200, /json/],
    ['/.well-known/oauth-protected-resource', 200, /json/],
    ['/.well-known/oauth-protected-resource/v2/me', 200, /json/],
    ['/.well-known/jwks.json', 404, /./],
    ['/nowhere', 404, /html/],
    ['/v2/nowhere', 404, /json/],
    ['/v2/auth/oauth2/nowhere', 404, /json/],
  ])('GET %s responds with %d', async (path, status, type) => {
    await app.get(path).set('accept', 'text/html').expect(status).expect('content-type', type);
  });

  test.each([
    ['/settings', '/'],
    ['/.well-known/change-password', '/settings/security#password-change'],
  ])('GET %s redirects to %s', async (path, target) => {
    const { status, headers } = await app.get(path);
    expect([status, headers['location']]).toEqual([303, service.url + target]);
    await app.post(path).expect(404);
  });

  test.each([
    ['PUT', '/sign-in', 'GET, HEAD, POST'],
    ['OPTIONS', '/settings/security', 'GET, HEAD'],
    ['DELETE', '/settings/developer/clients/new', 'GET, HEAD, POST'],
    ['GET', '/settings/security/sign-outs', 'POST'],
    ['POST', '/', 'GET, HEAD'],
    ['PATCH', '/auth/oauth2/interaction/x', 'GET, HEAD, POST'],
  ])('%s %s is 405 and lists the allowed methods', async (method, path, allowed) => {
    const answer = await fetch(service.url + path, { method, redirect: 'manual' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    expect(answer.headers.get('content-type')).toContain('html');
  });

  test('no other endpoint of the provider is served', async () => {
    for (const path of ['/me', '/request', '/token', '/auth', '/session/end', '/device', '/reg', '/jwks']) {
      await app.get(path).expect(404);
      // Two segments may be the form of an event type, which is refused without its hidden field.
      await app.post(path).expect(path === '/session/end' ? 403 : 404);
    }
  });

  test('every response has the request id of its log entry', async () => {
    const seen = new Set<string | undefined>();
    for (const path of ['/', '/v2/me', '/nowhere', '/healthz', '/v2/auth/oauth2/token']) {
      const { headers } = await app.get(path);
      seen.add(headers['x-request-id']);
    }
    expect(seen.size).toBe(5);
    expect(seen.has(undefined)).toBe(false);
  });

  test.each(['/', '/sign-in', '/nowhere', '/auth/oauth2/authorize'])(
    '%s loads nothing from other origins',
    async (path) => {
      const { headers } = await app.get(path);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
    },
  );

  test('a token response is never cached, and is never HTML', async () => {
    const { body, headers } = await app
      .post('/v2/auth/oauth2/token')
      .set('accept', 'text/html')
      .type('form')
      .send({
        grant_type: 'authorization_code',
        client_id: 'nobody',
        code: 'x',
        redirect_uri: 'https://a.example',
      })
      .expect(401)
      .expect('content-type', /json/);
    expect(body).toMatchObject({ error: 'invalid_client' });
    expect(headers['cache-control']).toBe('no-store');
  });
});
