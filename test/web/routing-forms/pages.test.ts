/* Pages of routing forms with real forms: questions, routes, deletion, and the responses as CSV. */
import type { FormDefinition, RoutingForm } from '../../../src/scheduling/routing-forms/routing-form.js';
import { newTerms } from '../../../src/scheduling/event-types/rules.js';
import { condition, definition, field, message, route } from '../../scheduling/routing-forms/form-samples.js';
import { addMember } from '../../scheduling/team-fixture.js';
import { createBrowser, type FieldValue, type Page } from '../../support/browser.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';

const ACTOR = { actor: 'test' };
const FORMS = '/settings/routing-forms';

const service = useService();
let admin: Visitor;
let member: Visitor;
let nonMember: Visitor;
let teamId: number;
let eventTypeId: number;
let elsewhereId: number;
beforeAll(async () => {
  admin = await visit(service, await service.user('Olga <Owner>'));
  member = await visit(service, await service.user('Mia'));
  nonMember = await visit(service, await service.user('Max'));
  [teamId, elsewhereId] = [await team(admin, 'Front <desk>'), await team(nonMember, 'Elsewhere')];
  await addMember(service, teamId, idOf(admin), idOf(member));
  eventTypeId = await eventType(teamId, idOf(admin));
});

const idOf = ({ user }: Visitor): number => user.account.id;
let count = 0;
const next = (): string => `n-${(count += 1)}`;

async function team(owner: Visitor, name: string): Promise<number> {
  const terms = { organizationId: undefined, name, slugs: [next()], settings: {}, accepted: true, most: 100 };
  const made = await service.stores.teams.teams.create(idOf(owner), terms, ACTOR);
  if (typeof made !== 'object') throw new Error('no team was made');
  return made.id;
}

async function eventType(groupId: number, hostId: number): Promise<number> {
  const terms = newTerms({ title: 'Intro call', slug: next(), lengthInMinutes: 30 });
  const host = { accountId: hostId, mandatory: false, priority: 'medium', weight: 100 } as const;
  const assignment = { schedulingType: 'roundRobin', assignAllTeamMembers: false, hosts: [host] } as const;
  const made = await service.stores.scheduling.teamEventTypes.create(
    { teamId: groupId },
    { ...assignment, terms, most: 100 },
    ACTOR,
  );
  if (typeof made !== 'object' || !('eventType' in made)) throw new Error('no event type was made');
  return made.eventType.id;
}

async function formWith(change: Partial<FormDefinition> = {}): Promise<string> {
  const draft = { id: next(), groupId: teamId, definition: definition(change), most: 1_000 };
  const made = await service.stores.scheduling.routingDesigns.create(idOf(admin), draft, ACTOR);
  if (typeof made !== 'object') throw new Error('no form was made');
  return `${FORMS}/${made.id}`;
}

async function stored(path: string): Promise<RoutingForm> {
  const formId = path.slice(FORMS.length + 1);
  const own = await service.stores.scheduling.routingDesigns.find({ accountId: idOf(admin), formId });
  if (own === undefined) throw new Error('the form does not exist');
  return own.form;
}

const post = async (
  path: string,
  fields: Readonly<Record<string, FieldValue>>,
  button?: string,
  { browser } = admin,
): Promise<Page> => browser.submit(await browser.get(path), fields, button);

const QUESTION = { label: 'Company size', type: 'number', identifier: '', options: '', required: 'yes' };
const faultsOn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.fault').map((fault) => fault.text.trim());
const notice = ({ root }: Page): string => root.querySelector('.notice')?.text ?? '';

describe('a form', () => {
  test('is created for a team, gets a question and a route, and is in the API', async () => {
    const home = await admin.browser.get('/');
    expect(home.root.querySelector(`a[href="${FORMS}"]`)).not.toBeNull();
    const made = await post(`${FORMS}/new`, {
      name: 'Sales',
      description: 'Who helps?',
      group: String(teamId),
    });
    const path = new URL(made.url).pathname;
    expect(path).toMatch(/^\/settings\/routing-forms\/[0-9a-f]{32}$/);
    await post(`${path}/fields/new`, QUESTION);
    const [question] = (await stored(path)).fields;
    expect(question).toMatchObject({
      identifier: 'company-size',
      type: 'number',
      required: true,
      options: [],
    });
    const row = {
      condition_field: question?.id ?? '',
      condition_operator: 'greater',
      condition_value: '100',
    };
    const target = { kind: 'event_type', event_type: String(eventTypeId), match: 'all' };
    const saved = await post(`${path}/routes/new`, { ...row, ...target });
    expect(saved.root.text).toContain('is saved.');
    expect(saved.root.text).toContain('If “Company size” is greater than 100');
    expect(await stored(path)).toMatchObject({
      name: 'Sales',
      description: 'Who helps?',
      groupId: teamId,
      authorId: idOf(admin),
      routes: [
        {
          match: 'all',
          conditions: [{ fieldId: question?.id, operator: 'greater', values: ['100'] }],
          action: { kind: 'event_type', eventTypeId },
        },
      ],
      fallback: { kind: 'message' },
    });
    const list = await admin.browser.get(FORMS);
    expect(list.root.text).toContain('Sales');
    expect(list.html).toContain('Front &lt;desk>');
  });

  test('is returned with its input when it is invalid, and nothing is saved', async () => {
    const group = String(teamId);
    const nameless = await post(`${FORMS}/new`, { name: ' ', description: 'Kept', group });
    expect([nameless.status, faultsOn(nameless)]).toEqual([422, ['The name must not be empty.']]);
    expect(nameless.root.querySelector('textarea')?.text).toContain('Kept');
    const foreign = await post(`${FORMS}/new`, {
      name: 'Sales',
      description: '',
      group: String(elsewhereId),
    });
    expect([foreign.status, faultsOn(foreign)]).toEqual([
      422,
      ['Choose a team or organization that you administer.'],
    ]);
    const path = await formWith();
    const wrong = { ...QUESTION, label: 'City', type: 'select', identifier: '9', options: ' ' };
    const refused = await post(`${path}/fields/new`, wrong);
    expect(refused.status).toBe(422);
    expect(faultsOn(refused)).toEqual([
      'The list must have something to choose from, one a line.',
      expect.stringMatching(/^The identifier must begin with a letter/),
    ]);
    expect(refused.root.querySelector('#label')?.getAttribute('value')).toBe('City');
    expect(refused.root.querySelector('option[value=select]')?.hasAttribute('selected')).toBe(true);
    expect((await stored(path)).fields).toEqual([]);
  });

  test('is renamed, switched off and on, and deleted after confirmation', async () => {
    const path = await formWith();
    const renamed = await post(`${path}/edit`, { name: 'New name', description: '' });
    expect(renamed.root.querySelector('h1')?.text).toBe('New name');
    await post(path, {}, 'off');
    expect((await stored(path)).disabled).toBe(true);
    await post(path, {}, 'on');
    expect((await stored(path)).disabled).toBe(false);
    const unconfirmed = await post(path, {}, 'remove');
    expect([unconfirmed.status, notice(unconfirmed)]).toEqual([
      422,
      expect.stringContaining('Tick the box') as string,
    ]);
    const removed = await post(path, { sure: 'yes' }, 'remove');
    expect([new URL(removed.url).pathname, notice(removed)]).toEqual([
      FORMS,
      expect.stringContaining('and its responses are deleted.'),
    ]);
    expect((await admin.browser.get(path)).status).toBe(404);
  });
});

describe('questions', () => {
  const fields = [field({ id: 'a', label: 'Alpha' }), field({ id: 'b', label: 'Beta' })];

  test('are changed, moved and deleted, but not while a route uses them', async () => {
    const routes = [route({ conditions: [condition('b', 'equals', 'x')] })];
    const path = await formWith({ fields, routes });
    await post(path, {}, 'fields:b');
    expect((await stored(path)).fields.map(({ id }) => id)).toEqual(['b', 'a']);
    const kept = await post(`${path}/fields/b`, { ...QUESTION, label: 'Beta' }, 'remove');
    expect([kept.status, notice(kept)]).toEqual([422, expect.stringContaining('break route 1') as string]);
    const options = 'Lisbon\r\n\r\n Porto ';
    await post(`${path}/fields/a`, { label: 'City', type: 'select', identifier: 'city', options });
    expect((await stored(path)).fields[1]).toEqual(
      field({ id: 'a', label: 'City', identifier: 'city', type: 'select', options: ['Lisbon', 'Porto'] }),
    );
    await post(`${path}/fields/a`, { type: 'text' }, 'remove');
    expect((await stored(path)).fields.map(({ id }) => id)).toEqual(['b']);
  });

  test('that were changed concurrently are returned with the input, and saved on the second submit', async () => {
    const path = await formWith({ fields });
    const seen = await admin.browser.get(`${path}/fields/a`);
    await post(`${path}/fields/b`, { ...QUESTION, label: 'First' });
    const late = await admin.browser.submit(seen, { ...QUESTION, label: 'Second' });
    expect([late.status, notice(late)]).toEqual([
      409,
      expect.stringContaining('Someone else changed') as string,
    ]);
    expect(late.root.querySelector('#label')?.getAttribute('value')).toBe('Second');
    await admin.browser.submit(late, { type: 'number' });
    expect((await stored(path)).fields.map(({ label }) => label)).toEqual(['Second', 'First']);
  });
});

describe('routes', () => {
  const fields = [field({ id: 'a', label: 'Alpha' }), field({ id: 'n', label: 'Number', type: 'number' })];
  const target = {
    kind: 'message',
    event_type: String(eventTypeId),
    match: 'any',
    message: 'Hello\r\nthere',
  };
  const rows = (...conditions: readonly (readonly [string, string, string])[]) => ({
    condition_field: conditions.map(([one]) => one),
    condition_operator: conditions.map(([, one]) => one),
    condition_value: conditions.map(([, , one]) => one),
  });

  test('have any number of conditions, and rows without a question are ignored', async () => {
    const path = await formWith({ fields });
    const one = rows(['a', 'any_of', 'x; y ;; z']);
    const more = await post(`${path}/routes/new`, { ...target, ...one }, 'more');
    expect(more.root.querySelectorAll('fieldset.condition')).toHaveLength(2);
    expect(more.root.querySelector('textarea')?.text).toContain('there');
    await admin.browser.submit(more, {
      ...target,
      ...rows(['a', 'any_of', 'x; y ;; z'], ['', 'equals', 'q'], ['n', 'less', '5'], ['a', 'empty', '']),
    });
    expect((await stored(path)).routes).toMatchObject([
      {
        match: 'any',
        conditions: [
          condition('a', 'any_of', 'x', 'y', 'z'),
          condition('n', 'less', '5'),
          condition('a', 'empty'),
        ],
        action: message('Hello\nthere'),
      },
    ]);
  });

  test('are returned with each fault next to its row', async () => {
    const path = await formWith({ fields });
    const wrong = {
      ...target,
      kind: 'url',
      url: 'http://example.com',
      ...rows(['', 'equals', ''], ['a', 'less', '5'], ['n', 'equals', 'x']),
    };
    const refused = await post(`${path}/routes/new`, wrong);
    expect(refused.status).toBe(422);
    expect(refused.root.querySelector('#condition_operator-0-fault')?.text).toContain('compares numbers');
    expect(refused.root.querySelector('#condition_value-1-fault')?.text).toContain('must be a number');
    expect(refused.root.querySelector('#url-fault')?.text).toContain('https://');
    const empty = await post(`${path}/routes/new`, { ...target, ...rows(['', 'equals', '']) });
    expect(faultsOn(empty)).toEqual([expect.stringContaining('at least one')]);
    const away = { ...target, ...rows(['a', 'empty', '']), kind: 'event_type' };
    for (const id of ['', '999999', String(await eventType(elsewhereId, idOf(nonMember)))]) {
      const foreign = await post(`${path}/routes/new`, { ...away, event_type: id });
      expect([foreign.status, faultsOn(foreign)]).toEqual([
        422,
        [expect.stringContaining('The event type must be one')],
      ]);
    }
    expect((await stored(path)).routes).toEqual([]);
  });

  test('are moved and deleted, and the fallback stays', async () => {
    const routes = ['1', '2'].map((id) => route({ id, conditions: [condition('a', 'empty')] }));
    const path = await formWith({ fields, routes });
    await post(path, {}, 'routes:2');
    expect((await stored(path)).routes.map(({ id }) => id)).toEqual(['2', '1']);
    await post(`${path}/routes/2`, { ...target, ...rows(['a', 'empty', '']) }, 'remove');
    expect((await stored(path)).routes.map(({ id }) => id)).toEqual(['1']);
    await post(`${path}/routes/fallback`, { kind: 'url', event_type: '', url: 'https://example.com/help' });
    expect((await stored(path)).fallback).toEqual({ kind: 'url', url: 'https://example.com/help' });
    const last = await admin.browser.get(`${path}/routes/fallback`);
    expect(last.root.querySelector('button[value=remove]')).toBeNull();
    expect((await admin.browser.get(`${path}/routes/unknown`)).status).toBe(404);
  });

  test('outlive their event type, and the page says so', async () => {
    const gone = await eventType(teamId, idOf(admin));
    const path = await formWith({ fields, fallback: { kind: 'event_type', eventTypeId: gone } });
    await service.stores.scheduling.teamEventTypes.remove({ teamId }, gone, ACTOR);
    expect((await admin.browser.get(path)).root.text).toContain('A deleted event type');
    await post(`${path}/edit`, { name: 'Still here', description: '' });
    expect((await stored(path)).name).toBe('Still here');
  });
});

describe('a user who does not administer the team', () => {
  test('cannot read or change its forms', async () => {
    const path = await formWith({ fields: [field({ id: 'a' })] });
    const seen = await admin.browser.get(`${path}/fields/a`);
    expect(seen.status).toBe(200);
    for (const who of [member, nonMember]) {
      const pages = [path, `${path}/edit`, `${path}/fields/a`, `${path}/routes/new`, `${path}/responses.csv`];
      for (const one of pages) expect((await who.browser.get(one)).status).toBe(404);
      const own = await who.browser.get(FORMS);
      expect(own.root.querySelector(`a[href="${path}"]`)).toBeNull();
      const body = new URLSearchParams({ csrf: '', version: '1', act: 'remove', sure: 'yes' });
      expect((await who.browser.raw(`${path}/acts`, { method: 'POST', body })).status).toBe(403);
    }
    expect((await member.browser.get(FORMS)).root.text).toContain('You administer no team');
    expect((await createBrowser(service.url).get(path)).url).toContain('/sign-in?return_to=');
    expect((await stored(path)).version).toBe(1);
  });

  test('cannot submit a form of another team to it', async () => {
    const [path, own] = [await formWith(), await nonMember.browser.get(`${FORMS}/new`)];
    const csrf = own.root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
    const body = new URLSearchParams({ csrf, version: '1', name: 'Mine', description: '' });
    const headers = { origin: service.url, 'sec-fetch-site': 'same-origin' };
    expect((await nonMember.browser.raw(path, { method: 'POST', body, headers })).status).toBe(404);
    expect((await stored(path)).name).toBe('Who helps you?');
  });
});

test('the CSV of responses contains no formulas', async () => {
  const fields = [
    field({ id: 'a', label: '=Alpha' }),
    field({ id: 'm', label: 'Topics, all', type: 'multiselect', options: ['One', 'Two'] }),
    field({ id: 'n', label: 'Number', type: 'number' }),
  ];
  const path = await formWith({ fields });
  const formId = (await stored(path)).id;
  const target = { scope: { teamId }, formId };
  const keep = async (
    values: Readonly<Record<string, string | number | readonly string[]>>,
    queuedId?: string,
  ) => {
    const answers = Object.fromEntries(
      Object.entries(values).map(([id, value]) => [id, { label: `About ${id}`, value }]),
    );
    const terms = { version: 1, fillerId: next(), answers, action: message('x'), fallback: true };
    const kept = await service.stores.scheduling.routingForms.record(
      target,
      { ...terms, ...(queuedId ? { queuedId } : {}) },
      ACTOR,
    );
    if (typeof kept !== 'object') throw new Error('not kept');
    return `${kept.id},${new Date(kept.createdAt).toISOString()},`;
  };
  const lines = [
    `${await keep({ a: '=1+1', m: ['One', 'Two'], n: -5 })},'=1+1,One; Two,-5,`,
    `${await keep({ a: 'say "hi"\nthere', old: '+1' })},"say ""hi""\nthere",,,About old: +1`,
    `${await keep({ a: ' @sum(A1)' })},' @sum(A1),,,`,
  ];
  await keep({ a: 'waits' }, next());
  const file = await admin.browser.raw(`${path}/responses.csv`);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="responses.csv"');
  const heading = `Response,Time,Booking,'=Alpha,"Topics, all",Number,Other answers`;
  expect(await file.text()).toBe([heading, ...lines, ''].join('\r\n'));
});
