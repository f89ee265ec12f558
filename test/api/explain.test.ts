/* `/v2/auth/explain`, compared with what the calls themselves are answered. */
import type { Route } from '../../src/api/route.js';
import { addressOf, createExamples, type Example, type Examples } from './examples.js';
import { type Fixture, openFixture } from './api-fixture.js';
import { mintedToken } from './minted-tokens.js';
import { nameOf } from './registered.js';

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}
interface Explanation {
  readonly token: Readonly<Record<string, unknown>> | null;
  readonly call: null | {
    readonly route: string | null;
    readonly scope: string | null;
    readonly role: string | null;
    readonly allowed: boolean;
    readonly error: (Refusal & { readonly status: number }) | null;
    readonly authorizationUrl: string | null;
  };
}

let fixture: Fixture;
let examples: Examples;
beforeAll(async () => {
  fixture = await openFixture();
  examples = createExamples(fixture);
});
afterAll(() => fixture.close());

async function explain(query: Readonly<Record<string, string>>, token?: string): Promise<Explanation> {
  const path = `/v2/auth/explain?${new URLSearchParams(query).toString()}`;
  const { status, text } = await fixture.wire.send({ method: 'GET', path, token });
  expect([status, text]).toEqual([200, expect.anything()]);
  return (JSON.parse(text) as { data: Explanation }).data;
}

/** The faults of an explanation that is not what the call is refused with. */
async function differences(route: Route, example: Example, token?: string): Promise<readonly string[]> {
  const { method } = route;
  const path = addressOf(route, example);
  const { call } = await explain({ method, path }, token);
  const { status, text } = await fixture.wire.send({ method, path, token, ...example });
  const { error } = JSON.parse(text) as { error: Refusal };
  const isSame =
    JSON.stringify({ status, ...error }) === JSON.stringify(call?.error) && call?.route === route.path;
  return isSame ? [] : [`${nameOf(route)}: ${status} ${text} explained as ${JSON.stringify(call)}`];
}

/** By what decides: the role, the level of the scope, whether a token is needed. The matrix of scopes has all endpoints. */
function someOfEachKind(routes: readonly Route[]): readonly Route[] {
  const counts = new Map<string, number>();
  return routes.filter(({ access, role, caller }) => {
    const kind = [/^(TEAM|ORG)_/.exec(access)?.[1], role, caller].join(' ');
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return access !== 'public' && count <= 3;
  });
}

test('explains endpoints as they refuse: without a token, without the scope, and outside the group', async () => {
  const other = await fixture.token('VERIFIED_RESOURCES_READ');
  const faults: string[] = [];
  let count = 0;
  for (const route of someOfEachKind(fixture.routes)) {
    const { access, method, role, caller } = route;
    const example = await examples.of(route);
    const right = await fixture.token(access);
    const path = addressOf(route, example);
    expect([nameOf(route), (await explain({ method, path }, right)).call]).toEqual([
      nameOf(route),
      expect.objectContaining({ allowed: true, error: null, scope: access, role: role ?? null }),
    ]);
    if (caller === undefined) faults.push(...(await differences(route, example)));
    if (access !== 'VERIFIED_RESOURCES_READ') faults.push(...(await differences(route, example, other)));
    if (role === undefined || role === 'anyone') continue;
    const outsider = await fixture.token(access, await fixture.nonMember());
    faults.push(...(await differences(route, example, outsider)));
    count += 1;
  }
  expect(faults.slice(0, 5)).toEqual([]);
  expect(count).toBeGreaterThan(8);
});

test('names what the token allows, and where an authorization asks for what is missing', async () => {
  const client = await fixture.service.client();
  const holder = { clientId: client.clientId, accountId: fixture.accountId };
  const resources = { teams: [7], organizations: [] };
  const token = await mintedToken(
    fixture.service,
    { ...holder, resources },
    'PROFILE_READ TEAM_PROFILE_READ',
  );
  const { token: held, call } = await explain({ method: 'PATCH', path: '/v2/me?a=b' }, token);
  expect(held).toEqual({
    clientId: client.clientId,
    scopes: ['PROFILE_READ', 'TEAM_PROFILE_READ'],
    unrestricted: false,
    ...resources,
    expiresAt: expect.stringMatching(/^2\d{3}-.*Z$/),
  });
  expect(call).toMatchObject({ path: '/v2/me', error: { status: 403, details: { scope: 'PROFILE_WRITE' } } });
  const url = new URL(call?.authorizationUrl ?? '');
  expect(url.pathname).toBe('/auth/oauth2/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: client.clientId,
    scope: 'PROFILE_READ TEAM_PROFILE_READ PROFILE_WRITE',
  });
  const outside = await explain({ path: `/v2/organizations/${fixture.orgId}/teams` }, token);
  expect(outside.call?.allowed).toBe(false);
});

test('explains unknown paths and methods, and answers without a call or a token', async () => {
  expect(await explain({})).toEqual({ token: null, call: null });
  const unknown = await explain({ path: '/v2/nothing' });
  expect(unknown.call).toMatchObject({
    route: null,
    allowed: false,
    error: { status: 404 },
    authorizationUrl: null,
  });
  const wrong = await explain({ method: 'DELETE', path: '/v2/me' });
  expect(wrong.call).toMatchObject({ route: '/v2/me', allowed: false, error: { status: 405 } });
  const open = await explain({ path: '/v2/slots' });
  expect(open.call).toMatchObject({ allowed: true, error: null, scope: null });
});

test.each([
  ['path=/admin', 400],
  ['method=BREW&path=/v2/me', 400],
  [`path=/v2/${'a'.repeat(2_000)}`, 400],
  ['paths=/v2/me', 400],
])('%s answers %i', async (query, expected) => {
  const answer = await fixture.wire.send({ method: 'GET', path: `/v2/auth/explain?${query}` });
  expect(answer.status).toBe(expected);
});

test('a token that is not good is refused as everywhere', async () => {
  const { status } = await fixture.wire.send({ method: 'GET', path: '/v2/auth/explain', token: 'a' });
  expect(status).toBe(401);
});
