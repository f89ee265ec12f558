/*
 * Every endpoint of teams and organizations against everybody who could call it with every scope: strangers who own
 * places of their own, and each role in the team, in its organization, and in neither of the two that the path names.
 * What is expected is worked out here from the list of endpoints, not from the routes.
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

/** As what somebody stands in the organization, and in the team of the path. */
interface Person {
  readonly name: string;
  readonly organization?: Role;
  readonly team?: Role;
}

const PEOPLE: readonly Person[] = [
  { name: 'an owner of other places' },
  { name: 'a member of the organization', organization: 'member' },
  { name: 'an admin of the organization', organization: 'admin' },
  { name: 'a second owner of the organization', organization: 'owner' },
  { name: 'a member of the team', organization: 'member', team: 'member' },
  { name: 'an admin of the team', organization: 'member', team: 'admin' },
  { name: 'a second owner of the team', organization: 'member', team: 'owner' },
];

interface Caller extends Person {
  readonly accountId: number;
  readonly token: string;
}

interface Question {
  readonly route: Route;
  readonly needed: string;
  readonly caller: Caller;
}

interface Case extends Question {
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
  const made = await memberships.add(groupId, fixture.accountId, terms, ACTOR);
  if (typeof made !== 'object') throw new Error(`not added: ${made}`);
  await ownMemberships.agree(accountId, made.id, ACTOR);
}

async function ownPlaces(accountId: number): Promise<void> {
  const {
    teams: { teams },
  } = fixture.service.stores;
  const slug = `elsewhere-${accountId}`;
  const organization = await teams.createOrganization(accountId, { name: 'Analytical Society', slug }, ACTOR);
  if (typeof organization !== 'object') throw new Error('no organization was made');
  const terms = { name: 'Engine room', slugs: [`room-${accountId}`], settings: {}, accepted: true, most: 9 };
  await teams.create(accountId, { organizationId: organization.id, ...terms }, ACTOR);
}

beforeAll(async () => {
  fixture = await openFixture();
  examples = createExamples(fixture);
  for (const person of PEOPLE) {
    const accountId = await fixture.nonMember();
    if (person.organization === undefined) await ownPlaces(accountId);
    else await join(fixture.orgId, accountId, person.organization);
    callers.push({ ...person, accountId, token: await fixture.token(SCOPE_NAMES.join(' '), accountId) });
  }
});
afterAll(() => fixture.close());

/** Whoever has a role in the team of this example gets it, once a team. */
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

/** An owner or admin of the organization is the owner of each of its teams; the team of another door has none above it. */
function standing({ needed, caller, route }: Question): Role | undefined {
  if (needed.startsWith('org ')) return caller.organization;
  const inside = route.path.startsWith('/v2/organizations/');
  const above = inside && (caller.organization === 'admin' || caller.organization === 'owner');
  return above ? 'owner' : caller.team;
}

function expected(one: Question): 'not found' | 'forbidden' | 'allowed' {
  const role = standing(one);
  if (role === undefined) return 'not found';
  const [, needed] = one.needed.split(' ') as [string, Role];
  return RANKS.indexOf(role) >= RANKS.indexOf(needed) ? 'allowed' : 'forbidden';
}

const neededFor = (route: Route): string | undefined =>
  ENDPOINTS.find(({ method, path }) => method === route.method && path === route.path)?.role;

function asked(): readonly Question[] {
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

/** What came otherwise; the first few. */
async function surprises(cases: readonly Case[]): Promise<readonly string[]> {
  const told: string[] = [];
  for (const one of cases) {
    const [wanted, came] = [expected(one), await outcome(one)];
    if (wanted !== came) told.push(`${nameOf(one.route)} as ${one.caller.name}: ${came}, not ${wanted}`);
  }
  return told.slice(0, 20);
}

test('who stands too low, or nowhere, is refused and leaves no trace', async () => {
  const refused: Case[] = [];
  for (const one of asked().filter((question) => expected(question) !== 'allowed')) {
    const same = refused.find(({ route }) => route === one.route);
    refused.push({ ...one, example: same?.example ?? (await populated(one.route)) });
  }
  const before = await stillSnapshot(fixture.db);
  expect(await surprises(refused)).toEqual([]);
  expect(await stillSnapshot(fixture.db)).toEqual(before);
  expect(refused.length).toBeGreaterThan(300);
});

/** Of those who are let in, who stands no higher than needed, and who comes from above. */
const isEnough = ({ needed, caller, route }: Question): boolean =>
  caller.organization === 'admin' || needed.endsWith(` ${standing({ needed, caller, route })}`);

/** Goes on with what the same person has begun elsewhere: nobody else's business, whatever they are. */
const isGoingOn = ({ route }: Question): boolean => route.path.endsWith('/oauth/callback');

/** There is one of it in a team, and then none. */
const isSpent = ({ route }: Question, cases: readonly Case[]): boolean =>
  route.path.endsWith('/disconnect') && cases.some((other) => other.route === route);

test('who stands just high enough is let in', async () => {
  const allowed: Case[] = [];
  const questions = asked().filter((one) => expected(one) === 'allowed' && isEnough(one) && !isGoingOn(one));
  for (const one of questions)
    if (!isSpent(one, allowed)) allowed.push({ ...one, example: await populated(one.route) });
  expect(await surprises(allowed)).toEqual([]);
  expect(allowed.length).toBeGreaterThan(100);
});
