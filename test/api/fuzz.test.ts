/*
 * Every endpoint under hostile calls: each reply has a documented status and the common envelope, and is never a 5xx.
 * FUZZ_SEED repeats a run, FUZZ_CALLS makes it longer.
 */
import fc from 'fast-check';
import { BODY_LIMIT_BYTES } from '../../src/api/bodies.js';
import type { Route } from '../../src/api/route.js';
import { SCOPE_NAMES } from '../../src/scopes/catalogue.js';
import { ENDPOINTS } from './endpoints.js';
import { addressOf, createExamples, type Example } from './examples.js';
import { hostileCalls } from './hostile.js';
import { nameOf } from './registered.js';
import { replyFaults } from './reply.js';
import type { Answer } from './wire.js';
import { openFixture, type Fixture } from './api-fixture.js';

const CALLS = Number(process.env['FUZZ_CALLS'] ?? 2_000);
const RUNS = Math.ceil(CALLS / ENDPOINTS.length);
/** How many examples there are for each endpoint that changes or uses up its resource. */
const WRITES = 2;
const SEED = process.env['FUZZ_SEED'];

interface Prepared {
  readonly route: Route;
  readonly examples: readonly Example[];
  /** The documented ones. */
  readonly statuses: ReadonlySet<number>;
}

interface Reference {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >;
}

let fixture: Fixture;
/** The owner of everything, a user without memberships, and an anonymous caller. */
const callers: Record<string, string | undefined> = { anonymous: undefined };
const prepared = new Map<string, Prepared>();
beforeAll(async () => {
  fixture = await openFixture();
  const everything = SCOPE_NAMES.join(' ');
  callers['owner'] = await fixture.token(everything);
  callers['nonMember'] = await fixture.token(everything, await fixture.nonMember());
  const examples = createExamples(fixture);
  const { paths } = (await (await fetch(`${fixture.service.url}/v2/openapi.json`)).json()) as Reference;
  for (const route of fixture.routes) {
    const operation = paths[route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')]?.[route.method.toLowerCase()];
    const statuses = new Set(Object.keys(operation?.responses ?? {}).map(Number));
    const several: Example[] = [];
    for (let count = 0; count < (route.method === 'GET' ? 1 : WRITES); count += 1)
      several.push(await examples.of(route));
    prepared.set(nameOf(route), { route, examples: several, statuses });
  }
});
afterAll(() => fixture.close());

interface ErrorEnvelope {
  readonly status: string;
  readonly timestamp: string;
  readonly path: string;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: {
      readonly errors?: readonly { readonly property: string; readonly message: string }[];
    };
  };
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The time is in RFC 3339, the path that of the call without its query. */
function isErrorEnvelope(httpStatus: number, text: string, path: string): boolean {
  const { status, timestamp, error, ...rest } = JSON.parse(text) as ErrorEnvelope;
  const { errors = [] } = error.details;
  return (
    status === 'error' &&
    rest.path === path.split('?')[0] &&
    new Date(timestamp).toISOString() === timestamp &&
    [error.code, error.message].every(isText) &&
    (httpStatus !== 400 || errors.length > 0) &&
    errors.every(({ property, message }) => isText(property) && isText(message))
  );
}

function faultsOf({ route, statuses }: Prepared, { status, text }: Answer, path: string): readonly string[] {
  if (!statuses.has(status) || status >= 500) return [`${status}, which is not documented: ${text}`];
  if (status < 400) return replyFaults(route, text);
  return isErrorEnvelope(status, text, path) ? [] : [`${status} without the envelope: ${text}`];
}

/** A body above the limit, and one that is not JSON. */
const UNREADABLE = [
  { status: 413, body: `"${'a'.repeat(BODY_LIMIT_BYTES)}"`, type: 'application/json' },
  { status: 415, body: '{}', type: 'text/plain' },
];

test.each(UNREADABLE)(
  'every endpoint refuses an invalid body with $status',
  async ({ status, body, type }) => {
    const faults = [];
    for (const one of [...prepared.values()].filter(({ route }) => route.body !== undefined)) {
      const { method } = one.route;
      const [example = { params: {}, query: {} }] = one.examples;
      const path = addressOf(one.route, example);
      const answer = await fixture.wire.send({
        method,
        path,
        token: callers['owner'],
        body,
        headers: { 'content-type': type },
      });
      expect(answer.status).toBe(status);
      faults.push(...faultsOf(one, answer, path));
    }
    expect(faults).toEqual([]);
  },
);

const mostlyOwner = fc.constantFrom('owner', 'owner', 'owner', 'owner', 'nonMember', 'anonymous');

/** In reverse: the endpoints at the head of the list change hours and limits of the host, which prevent bookings. */
test.each([...ENDPOINTS].reverse())(
  '$method $path replies to hostile calls as documented',
  async (endpoint) => {
    const one = prepared.get(nameOf(endpoint));
    if (one === undefined) throw new Error('is not registered');
    const calls = hostileCalls(one.route, one.examples);
    const property = fc.asyncProperty(calls, mostlyOwner, async (call, caller) => {
      const answer = await fixture.wire.send({ ...call, token: callers[caller] });
      expect(faultsOf(one, answer, call.path)).toEqual([]);
    });
    await fc.assert(property, { numRuns: RUNS, ...(SEED !== undefined && { seed: Number(SEED) }) });
  },
);
