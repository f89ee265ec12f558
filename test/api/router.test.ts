import fc from 'fast-check';
import { z } from 'zod';
import { defineRoute } from '../../src/api/route.js';
import type { Method, Route } from '../../src/api/route.js';
import { createRouter } from '../../src/api/router.js';
import { AppError } from '../../src/errors.js';

const route = (method: Method, path: `/v2/${string}`): Route =>
  defineRoute({
    method,
    path,
    summary: 'Return its path',
    access: 'public',
    ...(path.includes('/:orgId') && { role: 'anyone' as const }),
    reply: z.string(),
    handle: () => `${method} ${path}`,
  });

const router = createRouter([
  route('GET', '/v2/me'),
  route('PATCH', '/v2/me'),
  route('GET', '/v2/bookings/:bookingUid'),
  route('POST', '/v2/bookings/:bookingUid/cancel'),
  route('GET', '/v2/bookings/by-seat/:seatUid'),
  route('GET', '/v2/schedules/default'),
  route('DELETE', '/v2/schedules/:scheduleId'),
  route('GET', '/v2/organizations/:orgId/teams/:teamId'),
]);

const found = (method: string, path: string): readonly [string, object] => {
  const match = router.match(method, path);
  return [match.route.path, match.params];
};
const refused = (method: string, path: string): AppError => {
  try {
    router.match(method, path);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error(`${method} ${path} was not refused`);
};

describe('the router', () => {
  it('finds fixed paths, and decodes parameters once', () => {
    expect(found('GET', '/v2/me')).toEqual(['/v2/me', {}]);
    expect(found('GET', '/v2/bookings/a%2520b')).toEqual([
      '/v2/bookings/:bookingUid',
      { bookingUid: 'a%20b' },
    ]);
    expect(found('GET', '/v2/organizations/3/teams/9')[1]).toEqual({ orgId: '3', teamId: '9' });
  });

  it('prefers the fixed segment, and uses the parameter where that does not match', () => {
    expect(found('GET', '/v2/bookings/by-seat/s1')).toEqual([
      '/v2/bookings/by-seat/:seatUid',
      { seatUid: 's1' },
    ]);
    expect(found('POST', '/v2/bookings/b1/cancel')[1]).toEqual({ bookingUid: 'b1' });
    expect(found('GET', '/v2/bookings/by-seat')).toEqual([
      '/v2/bookings/:bookingUid',
      { bookingUid: 'by-seat' },
    ]);
  });

  it('replies to HEAD where it replies to GET', () => {
    expect(found('HEAD', '/v2/me')[0]).toBe('/v2/me');
  });

  it.each([
    '/v2',
    '/v2/',
    '/v2/me/',
    '/v2//me',
    '/V2/me',
    '/v2/Me',
    '/v2/m%65',
    '/v2/me%2f',
    '/v2/bookings/',
    '/v2/bookings//cancel',
    '/v2/__proto__',
    '/v2/constructor',
    '',
    'v2/me',
  ])('does not find %j', (path) => {
    expect(refused('GET', path).status).toBe(404);
    expect(router.methods(path)).toBeUndefined();
  });

  it('replies 405 with Allow to a known path with another method (RFC 9110 section 15.5.6)', () => {
    expect(refused('DELETE', '/v2/me')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, OPTIONS, PATCH' },
    });
    expect(refused('HEAD', '/v2/bookings/b1/cancel')).toMatchObject({
      status: 405,
      headers: { allow: 'OPTIONS, POST' },
    });
    expect(refused('DELETE', '/v2/schedules/default').status).toBe(405);
  });

  it.each(['%00', '%ff', '%', '%c0%af', '%zz'])('refuses the parameter %s', (value) => {
    expect(refused('GET', `/v2/bookings/${value}`).status).toBe(400);
  });

  it('returns any encoded parameter, and throws only refusals', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (uid) => {
        fc.pre(!uid.includes('\0'));
        expect(found('GET', `/v2/bookings/${encodeURIComponent(uid)}`)[1]).toEqual({ bookingUid: uid });
      }),
    );
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const { status } = refused('GET', `/v2/me${path.startsWith('/') ? path : '/'}`);
        expect(status).toBe(404);
      }),
    );
  });

  it('refuses two routes with the same path, and two names for one parameter', () => {
    expect(() => createRouter([route('GET', '/v2/me'), route('GET', '/v2/me')])).toThrow('twice');
    expect(() => createRouter([route('GET', '/v2/a/:x'), route('PATCH', '/v2/a/:y')])).toThrow(
      'two sets of names',
    );
  });
});

describe('a route', () => {
  it.each([
    '/v2/me/',
    '/v2/Me',
    '/v2/me/:',
    '/v2//me',
    '/v2/a b',
    '/v2/%6de',
    '/v1/me',
    '/v2/auth/oauth2/token',
  ])('is not defined at %s', (path) => {
    expect(() => route('GET', path as '/v2/me')).toThrow(path);
  });

  it('neither compiles nor starts without access', () => {
    const forgotten = {
      method: 'GET',
      path: '/v2/me',
      summary: '',
      reply: z.string(),
      handle: () => '',
    } as const;
    // @ts-expect-error access has no default
    expect(() => defineRoute(forgotten)).toThrow('access');
  });
});
