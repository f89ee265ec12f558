/*
 * Every endpoint of teams and organizations against callers with every scope: owners of other groups, and each role in
 * the team and in its organization. The expected results come from the list of endpoints, not from the routes.
 */
import type { Role } from '../../src/api/role.js';
import type { Route } from '../../src/api/route.js';
import { SCOPE_NAMES } from '../../src/scopes/catalogue.js';
import { ENDPOINTS } from './endpoints.js';
import { addressOf, createExamples, type Example, type Examples } from './examples.js';
import { nameOf } from './registered.js';
import { stillSnapshot } from './snapshot.js';
import { ACTOR, openFixture, type Fixture } from './api-fixture.js';

const RANKS: readonly Role[] = ['member', 'admin', 'owner'];

/** A user with their roles in the organization and in the team of the path. */
interface TestMember {
  readonly name: string;
  readonly organization?: Role;
  readonly team?: Role;
}

const MEMBERS: readonly TestMember[] = [
  { name: 'an owner of other groups' },
  { name: 'a member of the organization', organization: 'member' },
  { name: 'an admin of the organization', organization: 'admin' },
  { name: 'a second owner of the organization', organization: 'owner' },
  { name: 'a member of the team', organization: 'member', team: 'member' },
  { name: 'an admin of the team', organization: 'member', team: 'admin' },
  { name: 'a second owner of the team', organization: 'member', team: 'owner' },
];

interface Caller extends TestMember {
  readonly accountId: number;
  readonly token: string;
}

interface Call {
  readonly route: Route;
  readonly needed: string;
  readonly caller: Caller;
}

interface Case extends Call {
  readonly example: Example;
}

let fixture: Fixture;
let examples: Examples;
const callers: Caller[] = [];
const joined = new Set<string>();

async function join(groupId: number, accountId: number, role: Role): Promise<void> {
  const {
    teams: { memberships, ownMemberships },
  } = fixture.service.stores;
  const terms = { accountId, role, accepted: true, disableImpersonation: false };
  const added = await memberships.add(groupId, fixture.accountId, terms, ACTOR);
  if (typeof added !== 'object') throw new Error(`not added: ${added}`);
  await ownMemberships.agree(accountId, added.id, ACTOR);
}

async function createOtherGroups(accountId: number): Promise<void> {
  const {
    teams: { teams },
  } = fixture.service.stores;
  const slug = `elsewhere-${accountId}`;
  const organization = await teams.createOrganization(accountId, { name: 'Analytical Society', slug }, ACTOR);
  if (typeof organization !== 'object') throw new Error('no organization was created');
  const terms = { name: 'Engine room', slugs: [`room-${accountId}`], settings: {}, accepted: true, most: 9 };
  await teams.create(accountId, { organizationId: organization.id, ...terms }, ACTOR);
}

beforeAll(async () => {
  fixture = await openFixture();
  examples = createExamples(fixture);
  for (const member of MEMBERS) {
    const accountId = await fixture.nonMember();
    if (member.organization === undefined) await createOtherGroups(accountId);
    else await join(fixture.orgId, accountId, member.organization);
    callers.push({ ...member, accountId, token: await fixture.token(SCOPE_NAMES.join(' '), accountId) });
  }
});
afterAll(() => fixture.close());

/** Adds each caller with a role in the team to the team of this example, once. */
async function populate({ params }: Example): Promise<void> {
  const { teamId } = params;
  if (teamId === undefined) return;
  for (const { accountId, team } of callers) {
    const name = `${teamId} ${accountId}`;
    if (team === undefined || joined.has(name)) continue;
    joined.add(name);
    await join(Number(teamId), accountId, team);
  }
}

/** Owners and admins of the organization own its teams, but only at the mount inside the organization. */
function roleOf({ needed, caller, route }: Call): Role | undefined {
  if (needed.startsWith('org ')) return caller.organization;
  const inside = route.path.startsWith('/v2/organizations/');
  const above = inside && (caller.organization === 'admin' || caller.organization === 'owner');
  return above ? 'owner' : caller.team;
}

function expected(one: Call): 'not found' | 'forbidden' | 'allowed' {
  const role = roleOf(one);
  if (role === undefined) return 'not found';
  const [, needed] = one.needed.split(' ') as [string, Role];
  return RANKS.indexOf(role) >= RANKS.indexOf(needed) ? 'allowed' : 'forbidden';
}

const neededFor = (route: Route): string | undefined =>
  ENDPOINTS.find(({ method, path }) => method === route.method && path === route.path)?.role;

function callsOfAll(): readonly Call[] {
  return fixture.routes.flatMap((route) => {
    const needed = neededFor(route);
    return needed === undefined || needed === 'anyone'
      ? []
      : callers.map((caller) => ({ route, needed, caller }));
  });
}

async function populated(route: Route): Promise<Example> {
  const example = await examples.of(route);
  await populate(example);
  return example;
}

async function outcome({ route, caller: { token }, example }: Case): Promise<string> {
  const { method } = route;
  const answer = await fixture.wire.send({
    method,
    path: addressOf(route, example),
    body: example.body,
    token,
  });
  const { error } = JSON.parse(answer.text) as { readonly error?: { readonly code: string } };
  if (answer.status === 404) return 'not found';
  if (answer.status === 403 && error?.code === 'INSUFFICIENT_ROLE') return 'forbidden';
  return answer.status < 300 ? 'allowed' : `${answer.status} ${answer.text}`;
}

/** The first few differences from the expected results. */
async function differences(cases: readonly Case[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const one of cases) {
    const [wanted, actual] = [expected(one), await outcome(one)];
    if (wanted !== actual) found.push(`${nameOf(one.route)} as ${one.caller.name}: ${actual}, not ${wanted}`);
  }
  return found.slice(0, 20);
}

test('every endpoint refuses callers with an insufficient role or none, and leaves no trace', async () => {
  const refused: Case[] = [];
  for (const one of callsOfAll().filter((call) => expected(call) !== 'allowed')) {
    const same = refused.find(({ route }) => route === one.route);
    refused.push({ ...one, example: same?.example ?? (await populated(one.route)) });
  }
  const before = await stillSnapshot(fixture.db);
  expect(await differences(refused)).toEqual([]);
  expect(await stillSnapshot(fixture.db)).toEqual(before);
  expect(refused.length).toBeGreaterThan(300);
});

/** The caller has exactly the required role, or has it through the organization. */
const isEnough = ({ needed, caller, route }: Call): boolean =>
  caller.organization === 'admin' || needed.endsWith(` ${roleOf({ needed, caller, route })}`);

/** A callback continues what the same user started, so it is refused to every other user. */
const isCallback = ({ route }: Call): boolean => route.path.endsWith('/oauth/callback');

/** A team has one connection, so that only one caller can disconnect it. */
const isUsedUp = ({ route }: Call, cases: readonly Case[]): boolean =>
  route.path.endsWith('/disconnect') && cases.some((other) => other.route === route);

test('every endpoint accepts callers with the lowest sufficient role', async () => {
  const allowed: Case[] = [];
  const permitted = callsOfAll().filter(
    (one) => expected(one) === 'allowed' && isEnough(one) && !isCallback(one),
  );
  for (const one of permitted)
    if (!isUsedUp(one, allowed)) allowed.push({ ...one, example: await populated(one.route) });
  expect(await differences(allowed)).toEqual([]);
  expect(allowed.length).toBeGreaterThan(100);
});
