/*
 * `/settings/apps/:installation/limits`: a user removes parts of a grant, and the rest stays valid. It holds for every
 * token of it at once, on every replica, and whatever is under way at that moment.
 */
import { formOf, mainText } from '../../clients/forms.js';
import { memberFixture, type MemberFixture } from '../../scheduling/member-fixture.js';
import { createBrowser } from '../../support/browser.js';
import type { Browser, Page } from '../../support/browser.js';
import {
  authorize,
  authorizeUrl,
  exchange,
  introspect,
  me,
  refresh,
  tokensFor,
  visit,
} from '../../support/oauth.js';
import type { TokenAnswer, Tokens, Visitor } from '../../support/oauth.js';
import { type TestClient, useService } from '../../support/service.js';
import { type GatedReplica, openGatedReplica } from '../../authorization/token/gated-replica.js';

const OWN = ['PROFILE_READ', 'BOOKING_READ', 'SCHEDULE_READ'] as const;
const TEAMS = ['TEAM_PROFILE_READ', 'TEAM_EVENT_TYPE_READ'] as const;
const ORG = 'ORG_PROFILE_READ';
const ALL = [...OWN, ...TEAMS, ORG];
const ROUNDS = 20;

const service = useService();
let replica: GatedReplica;
let client: TestClient;
let members: MemberFixture;
/** Owns an organization with a team, and a team on its own. */
let olga: Visitor;
let harbour: number;
let useCases: number;
let alone: number;
/** Has nothing but themselves. */
let ada: Visitor;

beforeAll(async () => {
  replica = await openGatedReplica(service);
  members = memberFixture(service);
  client = await service.client({ name: 'Acme Sync', scopes: ALL });
  [olga, ada] = [await visit(service), await visit(service)];
  const id = olga.user.account.id;
  harbour = await members.organization(id, 'Harbour Clinic');
  useCases = await members.team(id, harbour, 'Front desk');
  alone = await members.team(id, undefined, 'Night shift');
});

type Fields = Readonly<Record<string, string | readonly string[]>>;

const idOf = (tokens: Tokens): string => tokens.access_token.slice(4, 26);
const pathOf = (tokens: Tokens): string => `/settings/apps/${idOf(tokens)}/limits`;

const own = (params = { scope: OWN.join(' ') }): Promise<Tokens> => tokensFor(service, client, ada, params);

async function ofTeams(scope: readonly string[], choice: Fields = {}): Promise<Tokens> {
  const asked = await olga.browser.get(authorizeUrl(service, client, { scope: scope.join(' ') }));
  const { left } = await olga.browser.submit(asked, choice, 'allow');
  return (await exchange(service, client, left?.searchParams.get('code') ?? '')).body;
}

const form = async (browser: Browser, tokens: Tokens): Promise<Page> =>
  formOf(await browser.get(pathOf(tokens)), '/limits');

async function limit({ browser }: Visitor, tokens: Tokens, fields: Fields): Promise<Page> {
  return browser.submit(await form(browser, tokens), fields);
}

const ticked = (page: Page, name: string): readonly (string | undefined)[] =>
  page.root.querySelectorAll(`input[name=${name}][checked]`).map((box) => box.getAttribute('value'));

async function call(token: string, path: string, at: { readonly url: string } = replica) {
  const response = await fetch(`${at.url}/v2${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { error } = (await response.json()) as {
    readonly error?: { readonly code: string; readonly details: object };
  };
  const named = response.headers.get('www-authenticate') ?? '';
  return { status: response.status, error, named };
}

const codeOf = async (token: string, path: string): Promise<unknown> => {
  const { status, error } = await call(token, path);
  return error === undefined ? status : [status, error.code];
};

const entries = async (tokens: Tokens) =>
  (await service.stores.events.audit.list(undefined, 10_000)).filter(
    ({ action, subject }) => action === 'grant.narrowed' && subject === `family:${idOf(tokens)}`,
  );

const scopeOf = async (token: string): Promise<string | undefined> =>
  (await introspect(replica, client, token)).body.scope;

const outcomeOf = ({ status, body }: TokenAnswer): unknown => [
  status,
  status === 200 ? body.scope : body.error,
];

describe('the page', () => {
  test('is linked from the list, with all permissions ticked', async () => {
    const tokens = await own();
    const list = await ada.browser.get('/settings/apps');
    expect(list.html).toContain(`href="${pathOf(tokens)}"`);
    const page = await ada.browser.get(pathOf(tokens));
    expect([page.status, page.root.querySelector('h1')?.text.trim()]).toEqual([200, 'Limit Acme Sync']);
    expect(ticked(page, 'scope')).toEqual(['BOOKING_READ', 'SCHEDULE_READ', 'PROFILE_READ']);
  });

  test('is visible only to its user', async () => {
    const tokens = await own();
    expect((await olga.browser.get(pathOf(tokens))).status).toBe(404);
    const theirs = await form(olga.browser, await ofTeams(TEAMS));
    theirs.root.querySelector('form')?.setAttribute('action', pathOf(tokens));
    expect((await olga.browser.submit(theirs, { scope: 'PROFILE_READ' })).status).toBe(404);
    expect(await scopeOf(tokens.access_token)).toBe(tokens.scope);
    for (const id of ['x', 'a'.repeat(22), 'a'.repeat(3000)])
      expect((await ada.browser.get(`/settings/apps/${id}/limits`)).status).toBe(404);
    const nonMember = await createBrowser(service.url).get(pathOf(tokens));
    expect(nonMember.url).toContain(`/sign-in?return_to=${encodeURIComponent(pathOf(tokens))}`);
  });

  test('is 404 for a grant without tokens, and for one that has ended', async () => {
    const { code } = await authorize(service, client, ada.user, { browser: ada.browser });
    expect((await ada.browser.get(`/settings/apps/${code.slice(4, 26)}/limits`)).status).toBe(404);
    const tokens = await own();
    const open = await form(ada.browser, tokens);
    await ada.browser.submit(await ada.browser.get('/settings/apps'), { installation: idOf(tokens) });
    expect((await ada.browser.submit(open, { scope: 'PROFILE_READ' })).status).toBe(404);
  });

  test('is not offered for a grant with one permission', async () => {
    const tokens = await own({ scope: 'PROFILE_READ' });
    expect((await ada.browser.get('/settings/apps')).html).not.toContain(pathOf(tokens));
  });

  test('refuses a form without its CSRF field', async () => {
    const tokens = await own();
    const page = await ada.browser.submit(await form(ada.browser, tokens), {
      csrf: 'x',
      scope: 'PROFILE_READ',
    });
    expect(page.status).toBe(403);
    expect(await scopeOf(tokens.access_token)).toBe(tokens.scope);
  });
});

describe('a removed scope', () => {
  test('is refused to issued tokens, and other scopes keep working', async () => {
    const tokens = await own();
    const next = (await refresh(service, client, tokens.refresh_token)).body;
    const page = await limit(ada, tokens, { scope: ['BOOKING_READ', 'SCHEDULE_READ'] });
    expect([page.status, mainText(page)]).toEqual([
      200,
      expect.stringContaining('Acme Sync\u2069 was limited'),
    ]);
    for (const { access_token: token } of [tokens, next]) {
      for (const at of [service, replica]) {
        const { status, error, named } = await call(token, '/me', at);
        expect([status, error]).toMatchObject([
          403,
          { code: 'INSUFFICIENT_SCOPE', details: { scope: 'PROFILE_READ' } },
        ]);
        expect(named).toMatch(/error="insufficient_scope".*scope="PROFILE_READ"/);
      }
      expect(await codeOf(token, '/schedules')).toBe(200);
      expect((await scopeOf(token))?.split(' ').sort()).toEqual(['BOOKING_READ', 'SCHEDULE_READ']);
    }
  });

  test('is not granted again by a refresh, and cannot be requested', async () => {
    const tokens = await own();
    await limit(ada, tokens, { scope: ['SCHEDULE_READ'] });
    const beyond = await refresh(replica, client, tokens.refresh_token, { scope: 'PROFILE_READ' });
    expect(outcomeOf(beyond)).toEqual([400, 'invalid_scope']);
    const next = await refresh(replica, client, tokens.refresh_token);
    expect(outcomeOf(next)).toEqual([200, 'SCHEDULE_READ']);
    expect((await me(service, next.body.access_token)).status).toBe(403);
    expect(outcomeOf(await refresh(service, client, next.body.refresh_token))).toEqual([
      200,
      'SCHEDULE_READ',
    ]);
  });

  test('is not listed when an earlier refresh is repeated', async () => {
    const tokens = await own();
    const first = await refresh(service, client, tokens.refresh_token);
    await limit(ada, tokens, { scope: ['SCHEDULE_READ'] });
    const again = await refresh(replica, client, tokens.refresh_token);
    expect(outcomeOf(again)).toEqual([200, 'SCHEDULE_READ']);
    expect(again.body).toEqual({ ...first.body, scope: 'SCHEDULE_READ' });
  });

  test('is removed from a token that was narrowed by its refresh, too', async () => {
    const tokens = await own();
    const narrow = await refresh(service, client, tokens.refresh_token, { scope: 'PROFILE_READ' });
    expect(outcomeOf(narrow)).toEqual([200, 'PROFILE_READ']);
    await limit(ada, tokens, { scope: ['SCHEDULE_READ'] });
    const { access_token: token } = narrow.body;
    expect(await codeOf(token, '/me')).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(await codeOf(token, '/schedules')).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });

  test('is granted again only by a new authorization', async () => {
    const tokens = await own();
    await limit(ada, tokens, { scope: ['SCHEDULE_READ'] });
    const later = await own();
    expect((await me(service, later.access_token)).status).toBe(200);
    expect((await me(service, tokens.access_token)).status).toBe(403);
  });

  test('is recorded in the audit log with the scopes before and after', async () => {
    const tokens = await own();
    await limit(ada, tokens, { scope: ['SCHEDULE_READ'] });
    await limit(ada, tokens, { scope: ['SCHEDULE_READ'] });
    expect(await entries(tokens)).toMatchObject([
      {
        actor: `account:${ada.user.account.id}`,
        clientIp: '127.0.0.1',
        facts: {
          clientId: client.clientId,
          scope: 'SCHEDULE_READ',
          changes: [{ field: 'scope', before: tokens.scope.split(' '), after: ['SCHEDULE_READ'] }],
        },
      },
    ]);
  });
});

describe('an invalid answer', () => {
  test.each([
    ['nothing ticked', { scope: [] }, 'Nothing is ticked'],
    ['nothing ticked that it has', { scope: ['*', 'BOOKING_WRITE'] }, 'Nothing is ticked'],
    ['chosen teams without one', { scope: ALL, team_choice: 'chosen' }, 'No team is ticked'],
    [
      'a team of somebody else',
      { scope: ALL, team_choice: 'chosen', team: ['2000000000'] },
      'does not offer',
    ],
    ['another organization', { scope: ALL, organization: '2000000000' }, 'does not offer'],
  ])('%s shows the form again with the next step, and changes nothing', async (_, fields, fault) => {
    const tokens = await ofTeams(ALL);
    const again = await limit(olga, tokens, fields);
    expect(again.status).toBe(422);
    const alert = again.root.querySelector('[role=alert]')?.text ?? '';
    expect(alert).toContain(fault);
    expect([...ticked(again, 'scope')].sort()).toEqual(fields.scope.length > 2 ? [...ALL].sort() : []);
    expect(ticked(again, 'team_choice')).toEqual(['team_choice' in fields ? 'chosen' : 'all']);
    expect(await scopeOf(tokens.access_token)).toBe(tokens.scope);
    expect(await entries(tokens)).toEqual([]);
    const removed = await olga.browser.submit(formOf(again, '/removals'), {}, idOf(tokens));
    expect(removed.root.text).toContain('Acme Sync\u2069 no longer has access.');
  });

  test('without a removal is no change, and the page says so', async () => {
    const tokens = await own();
    expect(mainText(await limit(ada, tokens, {}))).toContain('Nothing was taken away');
    expect(await entries(tokens)).toEqual([]);
  });

  test('with forged fields does not widen the grant', async () => {
    const tokens = await ofTeams(['PROFILE_READ', 'TEAM_PROFILE_READ'], {
      team_choice: 'chosen',
      team: [String(useCases)],
    });
    const forged = {
      scope: [...ALL, 'BOOKING_WRITE', '*'],
      team_choice: 'all',
      organization: 'all',
      team: [String(alone)],
      listed_group: [String(alone), String(harbour)],
    };
    expect(mainText(await limit(olga, tokens, forged))).toContain('Nothing was taken away');
    expect(await scopeOf(tokens.access_token)).toBe(tokens.scope);
    expect(await codeOf(tokens.access_token, `/teams/${alone}`)).toEqual([403, 'OUTSIDE_GRANT']);
    expect(await codeOf(tokens.access_token, `/teams/${useCases}`)).toBe(200);
    const listed = await limit(olga, tokens, { ...forged, team_choice: 'listed' });
    expect(mainText(listed)).toContain('Acme Sync\u2069 was limited');
    expect(await scopeOf(tokens.access_token)).toBe('PROFILE_READ');
  });
});

describe('teams and organizations', () => {
  test('are narrowed from all teams to chosen ones, and to fewer', async () => {
    const tokens = await ofTeams(TEAMS);
    await limit(olga, tokens, { team_choice: 'chosen', team: [String(useCases), String(alone)] });
    const page = await olga.browser.get(pathOf(tokens));
    expect([ticked(page, 'listed_group'), ticked(page, 'team_choice')]).toEqual([
      [String(useCases), String(alone)],
      [],
    ]);
    expect(await codeOf(tokens.access_token, `/teams/${alone}`)).toBe(200);
    await limit(olga, tokens, { listed_group: [String(useCases)] });
    const next = (await refresh(service, client, tokens.refresh_token)).body;
    for (const { access_token: token } of [tokens, next]) {
      expect(await codeOf(token, `/teams/${alone}`)).toEqual([403, 'OUTSIDE_GRANT']);
      expect(await codeOf(token, `/teams/${useCases}`)).toBe(200);
    }
    const both = await entries(tokens);
    expect(both.map(({ facts }) => facts['teams'])).toEqual([[useCases, alone], [useCases]]);
    expect(both.map(({ facts }) => facts['changes'])).toEqual([
      [{ field: 'teams', before: 'all', after: [useCases, alone] }],
      [{ field: 'teams', before: [useCases, alone], after: [useCases] }],
    ]);
  });

  test('are narrowed from every organization to one', async () => {
    const own = await members.organization(olga.user.account.id, 'Second');
    const tokens = await ofTeams([ORG]);
    await limit(olga, tokens, { organization: String(own) });
    expect(await codeOf(tokens.access_token, `/organizations/${own}/teams`)).toBe(200);
    expect(await codeOf(tokens.access_token, `/organizations/${harbour}/teams`)).toEqual([
      403,
      'OUTSIDE_GRANT',
    ]);
  });

  test('without any of them, their scopes are removed, and the grant stays', async () => {
    const tokens = await ofTeams(ALL, {
      team_choice: 'chosen',
      team: [String(alone)],
      organization: String(harbour),
    });
    await limit(olga, tokens, { listed_group: [] });
    expect((await scopeOf(tokens.access_token))?.split(' ').sort()).toEqual([...OWN].sort());
    expect(await codeOf(tokens.access_token, `/teams/${alone}`)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const only = await ofTeams([ORG], { organization: String(harbour) });
    expect((await limit(olga, only, { listed_group: [] })).status).toBe(422);
    expect(await scopeOf(only.access_token)).toBe(ORG);
  });

  test('an organization sees the narrowed grant, and no grant that was removed from it', async () => {
    const path = `/settings/organizations/${harbour}/apps`;
    const sync = await service.client({ name: 'Zebra Sync', scopes: ALL });
    const asked = await olga.browser.get(authorizeUrl(service, sync, { scope: ALL.join(' ') }));
    const { left } = await olga.browser.submit(asked, {}, 'allow');
    const tokens = (await exchange(service, sync, left?.searchParams.get('code') ?? '')).body;
    const teamFault = async () => {
      const cards = (await olga.browser.get(path)).root.querySelectorAll('.cards > li');
      return cards.find((card) => card.text.includes('Zebra Sync'))?.text;
    };
    await limit(olga, tokens, {
      scope: ['PROFILE_READ', 'TEAM_PROFILE_READ'],
      team_choice: 'chosen',
      team: [String(useCases), String(alone)],
    });
    expect(await teamFault()).toContain('Front desk');
    expect(await teamFault()).not.toContain('See all teams of your organization');
    const ends = formOf(await olga.browser.get(path), '/removals');
    await limit(olga, tokens, { listed_group: [String(alone)] });
    expect(await teamFault()).toBeUndefined();
    await limit(olga, tokens, { scope: ['PROFILE_READ'] });
    expect(await teamFault()).toBeUndefined();
    const who = { accountId: olga.user.account.id, clientId: sync.clientId };
    const late = { familyId: idOf(tokens), ...who, endsAt: new Date(Date.now() + 60_000) };
    await service.stores.authorization.grantedResources.index({
      ...late,
      teams: 'all',
      organizations: 'all',
    });
    await olga.browser.submit(ends, { client_id: sync.clientId });
    await service.stores.authorization.grantedResources.index({
      ...late,
      teams: 'all',
      organizations: 'all',
    });
    expect(await teamFault()).toBeUndefined();
    expect((await me(service, tokens.access_token)).status).toBe(200);
  });

  test('a deleted team is listed until it is removed', async () => {
    const team = await members.team(olga.user.account.id, undefined, 'Short-lived');
    const tokens = await ofTeams(TEAMS, { team_choice: 'chosen', team: [String(team), String(alone)] });
    await service.stores.teams.teams.remove({ teamId: team }, { actor: 'test' });
    const page = await olga.browser.get(pathOf(tokens));
    expect(mainText(page)).toContain('A deleted one');
    await limit(olga, tokens, { listed_group: [String(alone)] });
    expect(mainText(await olga.browser.get(pathOf(tokens)))).not.toContain('A deleted one');
  });
});

describe('an unrestricted grant of a legacy application', () => {
  test('becomes a list of scopes', async () => {
    const old = await service.client({ name: 'Old Importer' }, { legacy: true });
    const tokens = await tokensFor(service, old, ada, { scope: '' });
    expect(tokens.scope).toBe('');
    const page = await ada.browser.get(pathOf(tokens));
    expect([ticked(page, 'scope').length, mainText(page)]).toEqual([
      46,
      expect.stringContaining('It may do everything you can'),
    ]);
    expect(mainText(await limit(ada, tokens, {}))).toContain('Nothing was taken away');
    await limit(ada, tokens, { scope: ['SCHEDULE_READ', 'BOOKING_READ'] });
    expect(await codeOf(tokens.access_token, '/me')).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(await codeOf(tokens.access_token, '/schedules')).toBe(200);
    const next = await refresh(replica, old, tokens.refresh_token);
    expect(outcomeOf(next)).toEqual([200, 'BOOKING_READ SCHEDULE_READ']);
    const wide = await refresh(replica, old, next.body.refresh_token, { scope: 'PROFILE_READ' });
    expect(outcomeOf(wide)).toEqual([400, 'invalid_scope']);
    expect((await entries(tokens)).map(({ facts }) => facts['changes'])).toMatchObject([
      [{ field: 'scope', before: ['*'], after: ['BOOKING_READ', 'SCHEDULE_READ'] }],
    ]);
  });
});

/** Ada's answer, sent to the replica. */
async function atReplica(page: Page, tokens: Tokens, scope: readonly string[]): Promise<Response> {
  const csrf = page.root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
  const cookie = await ada.browser.jar.getCookieString(service.url);
  const headers = { cookie, origin: service.url, 'sec-fetch-site': 'same-origin' };
  const body = new URLSearchParams([['csrf', csrf], ...scope.map((name) => ['scope', name])]);
  return fetch(`${replica.url}${pathOf(tokens)}`, { method: 'POST', body, headers, redirect: 'manual' });
}

describe('concurrent changes', () => {
  test('in two windows leave the intersection', async () => {
    const tokens = await ofTeams(ALL);
    const [one, other] = [await form(olga.browser, tokens), await form(olga.browser, tokens)];
    const teams = [String(useCases), String(alone)];
    await olga.browser.submit(one, { scope: ['PROFILE_READ', ...TEAMS], team_choice: 'chosen', team: teams });
    await olga.browser.submit(other, { scope: [...OWN, TEAMS[0]], team_choice: 'all' });
    expect((await scopeOf(tokens.access_token))?.split(' ').sort()).toEqual(['PROFILE_READ', TEAMS[0]]);
    const page = await olga.browser.get(pathOf(tokens));
    expect(ticked(page, 'listed_group')).toEqual(teams);
  });

  test('in two windows that share nothing show the second form again', async () => {
    const tokens = await own();
    const [one, other] = [await form(ada.browser, tokens), await form(ada.browser, tokens)];
    const held = replica.holdSwap();
    const sent = atReplica(other, tokens, ['BOOKING_READ']);
    await held.reached;
    await ada.browser.submit(one, { scope: ['PROFILE_READ'] });
    held.release();
    const answer = await sent;
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('Nothing would be left'),
    ]);
    expect(await scopeOf(tokens.access_token)).toBe('PROFILE_READ');
    expect(await entries(tokens)).toHaveLength(1);
  });

  test('with a refresh under way stay removed', async () => {
    const tokens = await own();
    const held = replica.holdSwap();
    const sent = refresh(replica, client, tokens.refresh_token);
    await held.reached;
    await limit(ada, tokens, { scope: ['SCHEDULE_READ'] });
    held.release();
    const answer = await sent;
    expect(outcomeOf(answer)).toEqual([200, 'SCHEDULE_READ']);
    for (const { access_token: token } of [tokens, answer.body]) {
      expect(await codeOf(token, '/me')).toEqual([403, 'INSUFFICIENT_SCOPE']);
      expect(await scopeOf(token)).toBe('SCHEDULE_READ');
    }
    expect(outcomeOf(await refresh(service, client, answer.body.refresh_token))).toEqual([
      200,
      'SCHEDULE_READ',
    ]);
  });

  test('apply to the tokens of a concurrent refresh', async () => {
    const tokens = await own();
    const page = await form(ada.browser, tokens);
    const held = replica.holdSwap();
    const sent = atReplica(page, tokens, ['SCHEDULE_READ']);
    await held.reached;
    const next = (await refresh(service, client, tokens.refresh_token)).body;
    expect((await me(service, next.access_token)).status).toBe(200);
    held.release();
    expect((await sent).status).toBe(303);
    for (const { access_token: token } of [tokens, next]) expect(await scopeOf(token)).toBe('SCHEDULE_READ');
    expect(outcomeOf(await refresh(service, client, next.refresh_token))).toEqual([200, 'SCHEDULE_READ']);
  });

  test('of a grant that ends concurrently affect no other grant and restore nothing', async () => {
    const tokens = await own();
    const page = await form(ada.browser, tokens);
    const held = replica.holdSwap();
    const sent = atReplica(page, tokens, ['SCHEDULE_READ']);
    await held.reached;
    await ada.browser.submit(await ada.browser.get('/settings/apps'), { installation: idOf(tokens) });
    held.release();
    expect((await sent).status).toBe(404);
    expect((await me(service, tokens.access_token)).status).toBe(401);
    expect(await entries(tokens)).toEqual([]);
  });

  test('refuse a refresh that requests the removed scope, and keep its token', async () => {
    const tokens = await own();
    const held = replica.holdSwap();
    const sent = refresh(replica, client, tokens.refresh_token, { scope: 'PROFILE_READ' });
    await held.reached;
    await limit(ada, tokens, { scope: ['SCHEDULE_READ'] });
    held.release();
    expect(outcomeOf(await sent)).toEqual([400, 'invalid_scope']);
    expect(outcomeOf(await refresh(service, client, tokens.refresh_token))).toEqual([200, 'SCHEDULE_READ']);
  });

  test('apply to repeated refreshes on two replicas', async () => {
    let tokens = await ofTeams(ALL);
    let left = [...ALL];
    for (let round = 0; round < ROUNDS; round += 1) {
      if (left.length === 1) {
        tokens = await ofTeams(ALL);
        left = [...ALL];
      }
      const kept = left.slice(1);
      const page = await form(olga.browser, tokens);
      const [, one, two] = await Promise.all([
        olga.browser.submit(page, { scope: kept }),
        refresh(service, client, tokens.refresh_token),
        refresh(replica, client, tokens.refresh_token),
      ]);
      expect([one.status, two.status]).toEqual([200, 200]);
      const next = one.body;
      for (const { access_token: token } of [tokens, next])
        expect((await scopeOf(token))?.split(' ').sort()).toEqual([...kept].sort());
      [tokens, left] = [next, kept];
    }
  }, 60_000);
});
