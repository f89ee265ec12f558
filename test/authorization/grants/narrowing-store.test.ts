/* Grants that are narrowed at once, refreshed and ended, as every artifact store settles it. */
import { grantedScope, namesIn } from '../../../src/scopes/policy.js';
import { createFamilies, type Families } from '../../../src/authorization/grants/families.js';
import { narrow } from '../../../src/authorization/grants/narrowing.js';
import { type Family, rotate, withoutAccess } from '../../../src/authorization/grants/token-family.js';
import { newFamilyId } from '../../../src/authorization/grants/tokens.js';
import { SCOPE_NAMES, type ScopeName } from '../../../src/scopes/catalogue.js';
import { EVERYWHERE } from '../../../src/scopes/granted-resources.js';
import { backendName } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { onBackend } from '../../contracts/on-backend.js';

const HOUR = 3_600_000;
const CONCURRENCY = 20;
const LAST: ScopeName = 'PROFILE_READ';

describe(`a grant on ${backendName}`, () => {
  const stores = onBackend();
  const families = (): Families => createFamilies(stores().artifacts);

  const family = (change: Partial<Family> = {}): Family => ({
    client: 'c',
    account: 1,
    scope: grantedScope(SCOPE_NAMES),
    born: Date.now(),
    ends: Date.now() + HOUR,
    refresh: { hash: 'refresh 0', generation: 0, until: Date.now() + HOUR },
    access: [{ hash: 'access 0', until: Date.now() + HOUR }],
    ...change,
  });

  async function opened(state: Family): Promise<string> {
    const id = newFamilyId();
    await families().open(id, state);
    return id;
  }

  const without = (name: ScopeName) => ({
    scope: grantedScope(SCOPE_NAMES.filter((one) => one !== name)),
    resources: EVERYWHERE,
  });
  const taken: readonly ScopeName[] = SCOPE_NAMES.filter((name) => name !== LAST).slice(0, CONCURRENCY);

  test('narrowed many times in parallel keeps the scopes that every change allows', async () => {
    const id = await opened(family());
    await Promise.all(taken.map((name) => families().change(id, (one) => narrow(one, without(name)))));
    const left = (await families().load(id))?.family.scope;
    expect(left && [...namesIn(left)]).toEqual(SCOPE_NAMES.filter((name) => !taken.includes(name)));
  });

  test('narrowed and refreshed in parallel keeps its newest token, and regains nothing', async () => {
    const id = await opened(family());
    const renewed = (generation: number) => (one: Family) =>
      rotate(
        one,
        { hashes: [`refresh ${generation}`], generation, clientIp: '192.0.2.1', publicClient: false },
        {
          attempt: `attempt ${generation}`,
          access: { hash: `access ${generation + 1}`, until: Date.now() + HOUR, scope: grantedScope([LAST]) },
          refresh: { hash: `refresh ${generation + 1}`, until: Date.now() + HOUR },
          sealedResponse: 'sealed',
        },
        HOUR,
        Date.now(),
      );
    const narrowings = taken.map((name) => families().change(id, (one) => narrow(one, without(name))));
    for (let generation = 0; generation < 5; generation += 1)
      expect(await families().change(id, renewed(generation))).toMatchObject({ kind: 'issue' });
    await Promise.all(narrowings);
    const after = (await families().load(id))?.family;
    expect(after?.refresh).toMatchObject({ hash: 'refresh 5', generation: 5 });
    expect(after && taken.filter((name) => namesIn(after.scope).has(name))).toEqual([]);
    expect(after?.access.map(({ scope }) => scope && [...namesIn(scope)])).toEqual([
      ...Array.from({ length: 5 }, () => [LAST]),
      undefined,
    ]);
  });

  test('that ends while it is narrowed stays ended', async () => {
    const id = await opened(family());
    const narrowings = taken.map((name) => families().change(id, (one) => narrow(one, without(name))));
    await families().revoke(id);
    await Promise.all(narrowings);
    expect(await families().load(id)).toBeUndefined();
    expect(await families().change(id, (one) => narrow(one, without(LAST)))).toEqual({ kind: 'gone' });
  });

  test('that expires stays expired when it is narrowed', async () => {
    const id = await opened(family({ ends: Date.now() + 300 }));
    const loaded = await families().load(id);
    await until(async () => (await families().load(id)) === undefined);
    const verdict = await families().change(id, (one) => narrow(one, without(LAST)), { loaded });
    expect(verdict).toEqual({ kind: 'gone' });
  });

  test('keeps its end and its other tokens when it is narrowed', async () => {
    const before = family();
    const id = await opened(before);
    await families().change(id, (one) => narrow(one, without(LAST)));
    await families().change(id, (one) => ({ kind: 'ended', family: withoutAccess(one, ['none']) }));
    const after = (await families().load(id))?.family;
    expect(after).toEqual({ ...before, scope: without(LAST).scope });
  });
});
