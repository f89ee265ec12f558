/*
 * Every endpoint against every scope, with data to protect: each call that is refused here is valid except for its
 * token, and succeeds at the end with the right one.
 */
import type { Route } from '../../src/api/route.js';
import { mint, newFamilyId } from '../../src/authorization/grants/tokens.js';
import { SCOPE_NAMES } from '../../src/scopes/catalogue.js';
import type { ScopeName } from '../../src/scopes/catalogue.js';
import { addressOf, createExamples, type Example, type Examples } from './examples.js';
import { nameOf } from './registered.js';
import { replyFaults } from './reply.js';
import { stillSnapshot } from './snapshot.js';
import type { Answer } from './wire.js';
import { openFixture, type Fixture } from './api-fixture.js';

/** Require no token. */
const PUBLIC = [
  'GET /v2/calendars/:calendar/save',
  'GET /v2/timezones',
  'GET /v2/auth/explain',
  'GET /v2/auth/oauth2/clients/:clientId',
  'GET /v2/slots',
  'POST /v2/slots/reservations',
  'GET /v2/slots/reservations/:uid',
  'PATCH /v2/slots/reservations/:uid',
  'DELETE /v2/slots/reservations/:uid',
  'POST /v2/bookings',
  'POST /v2/bookings/:bookingUid/cancel',
  'POST /v2/bookings/:bookingUid/reschedule',
  'GET /v2/conferencing/:app/oauth/callback',
  'POST /v2/conferencing/:app/events',
];

/** Show without a token what is public; the list of users only where it names some. */
const OPTIONAL = [
  'GET /v2/event-types',
  'GET /v2/teams/:teamId/event-types',
  'GET /v2/organizations/:orgId/teams/:teamId/event-types',
];

interface Guarded {
  readonly route: Route;
  readonly needed: ScopeName;
  readonly example: Example;
}

let fixture: Fixture;
let examples: Examples;
const tokens = new Map<ScopeName, string>();
beforeAll(async () => {
  fixture = await openFixture();
  examples = createExamples(fixture);
  for (const name of SCOPE_NAMES) tokens.set(name, await fixture.token(name));
});
afterAll(() => fixture.close());

const send = (route: Route, example: Example, token?: string): Promise<Answer> => {
  const { method } = route;
  const { headers = {}, body } = example;
  return fixture.wire.send({ method, path: addressOf(route, example), headers, body, token });
};

/** ORG_X satisfies TEAM_X, and no other scope satisfies another one. */
const satisfies = (held: ScopeName, needed: ScopeName): boolean =>
  held === needed || (needed.startsWith('TEAM_') && held === needed.replace('TEAM_', 'ORG_'));

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly challenge: RegExp;
}

const METADATA = 'resource_metadata="http://localhost:\\d+/.well-known/oauth-protected-resource/v2"';
const withoutToken = (needed: ScopeName): Refusal => ({
  status: 401,
  code: 'UNAUTHORIZED',
  challenge: new RegExp(`^Bearer realm="slotkey", scope="${needed}", ${METADATA}$`),
});
const withBadToken = (needed: ScopeName): Refusal => ({
  status: 401,
  code: 'INVALID_TOKEN',
  challenge: new RegExp(`^Bearer realm="slotkey", error="invalid_token", .*scope="${needed}", ${METADATA}$`),
});
/** At a public route, which needs no scope. */
const WITH_BAD_TOKEN: Refusal = {
  status: 401,
  code: 'INVALID_TOKEN',
  challenge: new RegExp(
    `^Bearer realm="slotkey", error="invalid_token", error_description="[^"]*", ${METADATA}$`,
  ),
};
const withoutScope = (needed: ScopeName): Refusal => ({
  status: 403,
  code: 'INSUFFICIENT_SCOPE',
  challenge: new RegExp(`error="insufficient_scope", .*scope="${needed}", ${METADATA}$`),
});

interface RefusalEnvelope {
  readonly status: string;
  readonly path: string;
  readonly error: { readonly code: string; readonly details: { readonly scope?: string } };
}

/** Undefined when the reply is the expected refusal, else the reply. */
async function otherThan(
  expected: Refusal,
  { route, needed, example }: Guarded,
  token: string | undefined,
): Promise<string | undefined> {
  const { status, headers, text } = await send(route, example, token);
  const { error, ...envelope } = JSON.parse(text) as RefusalEnvelope;
  const fits =
    status === expected.status &&
    error.code === expected.code &&
    error.details.scope === (status === 403 ? needed : undefined) &&
    expected.challenge.test(headers['www-authenticate'] ?? '') &&
    envelope.status === 'error';
  return fits ? undefined : `${nameOf(route)}: ${status} ${headers['www-authenticate'] ?? ''} ${text}`;
}

/** Only the first few, since a fault often repeats at every endpoint. */
const firstOf = (answers: readonly (string | undefined)[]): readonly (string | undefined)[] =>
  answers.filter((answer) => answer !== undefined).slice(0, 5);

async function guardedRoutes(): Promise<readonly Guarded[]> {
  const guarded: Guarded[] = [];
  for (const route of fixture.routes) {
    if (route.access === 'public') continue;
    guarded.push({ route, needed: route.access, example: await examples.of(route) });
  }
  return guarded;
}

async function refusalsOf(guarded: Guarded): Promise<readonly (string | undefined)[]> {
  const [first = ''] = tokens.values();
  const broken = [
    'a',
    mint('access', newFamilyId()),
    `${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`,
  ];
  const wrong = [...tokens].filter(([name]) => !satisfies(name, guarded.needed));
  const isOpen = OPTIONAL.includes(nameOf(guarded.route)) && guarded.route.role === 'anyone';
  return Promise.all([
    ...(isOpen ? [] : [otherThan(withoutToken(guarded.needed), guarded, undefined)]),
    ...broken.map((token) => otherThan(withBadToken(guarded.needed), guarded, token)),
    ...wrong.map(([, token]) => otherThan(withoutScope(guarded.needed), guarded, token)),
  ]);
}

/** The faults of a call that must succeed. */
async function faultsOf(route: Route, example: Example, token?: string): Promise<readonly string[]> {
  const answer = await send(route, example, token);
  const faults = answer.status === (route.status ?? 200) ? replyFaults(route, answer.text) : [answer.text];
  return faults.map((fault) => `${nameOf(route)}: ${answer.status} ${fault}`);
}

test('every endpoint refuses calls without its scope and leaves no trace, and works with that scope only', async () => {
  const guarded = await guardedRoutes();
  const before = await stillSnapshot(fixture.db);
  const refused = [];
  for (const one of guarded) refused.push(...(await refusalsOf(one)));
  expect(firstOf(refused)).toEqual([]);
  expect(refused.length).toBeGreaterThan(guarded.length * 40);
  expect(await stillSnapshot(fixture.db)).toEqual(before);
  const faults = [];
  for (const { route, needed, example } of guarded)
    faults.push(...(await faultsOf(route, example, tokens.get(needed))));
  expect(faults).toEqual([]);
});

test('every endpoint with a team scope accepts the organization scope too', async () => {
  const faults = [];
  let count = 0;
  for (const route of fixture.routes) {
    const twin = SCOPE_NAMES.find((name) => name === route.access.replace('TEAM_', 'ORG_'));
    if (!route.access.startsWith('TEAM_') || twin === undefined) continue;
    faults.push(...(await faultsOf(route, await examples.of(route), tokens.get(twin))));
    count += 1;
  }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(0);
});

test('every public endpoint is listed, and works without a token and with any', async () => {
  const open = fixture.routes.filter(({ access }) => access === 'public');
  expect(open.map(nameOf).sort()).toEqual([...PUBLIC].sort());
  const faults = [];
  for (const route of open) {
    faults.push(...(await faultsOf(route, await examples.of(route))));
    faults.push(...(await faultsOf(route, await examples.of(route), tokens.get('PROFILE_READ'))));
  }
  expect(faults).toEqual([]);
});

test('every endpoint with an optional token is listed, and works without one', async () => {
  const open = fixture.routes.filter(({ caller }) => caller === 'optional');
  expect(open.map(nameOf).sort()).toEqual([...OPTIONAL].sort());
  const faults = [];
  for (const route of open) {
    const { params } = await examples.of(route);
    faults.push(...(await faultsOf(route, { params, query: { usernames: 'nobody' } })));
  }
  expect(faults).toEqual([]);
});

test('every public endpoint that identifies callers refuses an invalid token, and leaves no trace', async () => {
  const open = fixture.routes.filter(({ caller }) => caller === 'known');
  const calls = await Promise.all(
    open.map(async (route) => ({
      route,
      needed: 'PROFILE_READ' as const,
      example: await examples.of(route),
    })),
  );
  const before = await stillSnapshot(fixture.db);
  const refused = await Promise.all(
    calls.map((one) => otherThan(WITH_BAD_TOKEN, one, mint('access', newFamilyId()))),
  );
  expect(firstOf(refused)).toEqual([]);
  expect(await stillSnapshot(fixture.db)).toEqual(before);
});
