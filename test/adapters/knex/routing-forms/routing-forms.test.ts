/* Stores of routing forms: nothing of another group is found, and every response fits its form. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createRoutingDesignStore } from '../../../../adapters/knex/routing-forms/form-designs.js';
import { createRoutingFormStore } from '../../../../adapters/knex/routing-forms/routing-forms.js';
import { sweepQueuedResponses } from '../../../../adapters/knex/routing-forms/responses.js';
import { withDisabled, withHead } from '../../../../src/scheduling/routing-forms/edits.js';
import type { RoutingForm } from '../../../../src/scheduling/routing-forms/routing-form.js';
import type { FormScope, NewResponse } from '../../../../src/scheduling/routing-forms/store.js';
import { definition, message } from '../../../scheduling/routing-forms/form-samples.js';
import { backendName } from '../../../support/backend.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

const UNKNOWN_IDS = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];
const ALL = { take: 250, skip: 0 };

const response = (change: Partial<NewResponse> = {}): NewResponse => ({
  version: 1,
  fillerId: unique(),
  answers: { q: { label: 'Question', value: 'yes' } },
  action: message('Thanks'),
  fallback: true,
  ...change,
});

describe(`the stores of routing forms on ${backendName}`, () => {
  const database = onDatabase();
  const forms = () => createRoutingFormStore(database());
  const designs = () => createRoutingDesignStore(database());

  /** With its administrator. */
  async function openGroup(
    organization = false,
  ): Promise<{ readonly teamId: number; readonly accountId: number }> {
    const accountId = await insertAccount(database());
    const teamId = await insertMembership(database(), accountId, { organization, accepted: true });
    await database()('membership').where({ team_id: teamId }).update({ role: 'admin', agreed: true });
    return { teamId, accountId };
  }
  async function formIn({
    teamId: groupId,
    accountId,
  }: Awaited<ReturnType<typeof openGroup>>): Promise<RoutingForm> {
    const draft = { id: unique(), groupId, definition: definition(), most: 100 };
    const form = await designs().create(accountId, draft, ACTOR);
    if (typeof form !== 'object') throw new Error(`not made: ${form}`);
    return form;
  }

  test('store a form as written, with an audit entry of its actor', async () => {
    const group = await openGroup();
    const form = await formIn(group);
    expect(await forms().find({ scope: group, formId: form.id })).toEqual(form);
    expect(form).toMatchObject({
      ...definition(),
      groupId: group.teamId,
      authorId: group.accountId,
      version: 1,
    });
    const target = { accountId: group.accountId, formId: form.id, version: 1 };
    await designs().change(target, withHead({ name: 'Anew', description: 'x' }), ACTOR);
    expect((await designs().find(target))?.form).toMatchObject({ name: 'Anew', version: 2 });
    expect(await designs().remove(target, ACTOR)).toBe('removed');
    expect(await designs().remove(target, ACTOR)).toBe('not_found');
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    const own = entries.filter(({ subject }) => subject === `routing_form:${form.id}`);
    expect(own.map(({ action, facts }) => [action, facts['changed']])).toEqual([
      ['routing_form.created', undefined],
      ['routing_form.changed', ['name', 'description']],
      ['routing_form.deleted', undefined],
    ]);
  });

  test('find nothing of another group, and nothing with unknown ids', async () => {
    const [group, elsewhere] = [await openGroup(), await openGroup()];
    const { id: formId } = await formIn(group);
    const recorded = await forms().record({ scope: group, formId }, response(), ACTOR);
    const responseId = typeof recorded === 'object' ? recorded.id : 0;
    const scopes: readonly FormScope[] = [
      { teamId: elsewhere.teamId },
      { organizationId: elsewhere.teamId },
      { memberId: elsewhere.accountId, clientId: 'x', bounds: 'all' },
      { memberId: group.accountId, clientId: 'x', bounds: { teams: [elsewhere.teamId], organizations: [] } },
      ...UNKNOWN_IDS.map((teamId) => ({ teamId })),
    ];
    for (const scope of scopes) {
      expect(await forms().list(scope, ALL)).toEqual([]);
      expect(await forms().find({ scope, formId })).toBeUndefined();
      expect(await forms().responses({ scope, formId }, ALL)).toBeUndefined();
      expect(await forms().record({ scope, formId }, response(), ACTOR)).toBeUndefined();
      expect(await forms().amend({ scope, formId, responseId }, () => ({}), ACTOR)).toBeUndefined();
      expect(await forms().discard({ scope, formId, responseId }, ACTOR)).toBeUndefined();
    }
    for (const text of UNSTORABLE_TEXTS) {
      expect(await forms().find({ scope: group, formId: text })).toBeUndefined();
      expect(await forms().list(group, { ...ALL, routedToBookingUid: text })).toEqual([]);
      expect(await designs().find({ accountId: group.accountId, formId: text })).toBeUndefined();
    }
    for (const id of UNKNOWN_IDS)
      expect(await forms().discard({ scope: group, formId, responseId: id }, ACTOR)).toBeUndefined();
    expect(await forms().responses({ scope: group, formId }, ALL)).toEqual([recorded]);
  });

  test('list the forms of a member’s groups that were granted to the application', async () => {
    const group = await openGroup();
    const form = await formIn(group);
    const of = (bounds: 'all' | { readonly teams: readonly number[] }) =>
      forms().find({
        scope: {
          memberId: group.accountId,
          clientId: 'x',
          bounds: bounds === 'all' ? bounds : { ...bounds, organizations: [] },
        },
        formId: form.id,
      });
    expect([await of('all'), await of({ teams: [group.teamId] })]).toEqual([form, form]);
    await database()('membership')
      .where({ team_id: group.teamId })
      .update({ accepted: false, agreed: false });
    expect(await of('all')).toBeUndefined();
  });

  test('store no response to a form that has changed or is disabled', async () => {
    const group = await openGroup();
    const { id: formId } = await formIn(group);
    const target = { accountId: group.accountId, formId };
    await designs().change({ ...target, version: 1 }, withDisabled(true), ACTOR);
    const record = (version: number) =>
      forms().record({ scope: group, formId }, response({ version }), ACTOR);
    expect([await record(1), await record(2)]).toEqual(['changed', 'changed']);
    await designs().change({ ...target, version: 2 }, withDisabled(false), ACTOR);
    expect([await record(1), await record(2)]).toEqual(['changed', 'changed']);
    expect(await record(3)).toMatchObject({ formId });
    expect(await forms().responses({ scope: group, formId }, ALL)).toHaveLength(1);
  });

  test('accept one of many changes to the same version of a form', async () => {
    const group = await openGroup();
    const { id: formId } = await formIn(group);
    const target = { accountId: group.accountId, formId, version: 1 };
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        designs().change(target, withHead({ name: `Name ${at}`, description: null }), ACTOR),
      ),
    );
    const kinds = outcomes.map((outcome) => outcome?.kind);
    expect(kinds.filter((kind) => kind === 'saved')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'changed_meanwhile')).toHaveLength(5);
  });

  test('a group has at most the maximum of forms, also with parallel creations', async () => {
    const { teamId: groupId, accountId } = await openGroup();
    const form = await Promise.all(
      Array.from({ length: 5 }, () =>
        designs().create(accountId, { id: unique(), groupId, definition: definition(), most: 3 }, ACTOR),
      ),
    );
    expect(form.filter((answer) => answer === 'too_many')).toHaveLength(2);
    const positions = (await forms().list({ teamId: groupId }, ALL)).map(({ position }) => position);
    expect(positions).toEqual([0, 1, 2]);
  });

  test('a queued response is not listed, and is deleted without a booking', async () => {
    const group = await openGroup();
    const { id: formId } = await formIn(group);
    const target = { scope: group, formId };
    const queued = await forms().record(target, response({ queuedId: unique() }), ACTOR);
    const responseId = typeof queued === 'object' ? queued.id : 0;
    expect(await forms().responses(target, ALL)).toEqual([]);
    expect(await forms().discard({ ...target, responseId }, ACTOR)).toBeUndefined();
    expect((await designs().find({ accountId: group.accountId, formId }))?.responses).toBe(0);
    const rows = () => database()('routing_form_response').where({ form_id: formId }).select('id');
    await sweepQueuedResponses(database());
    expect(await rows()).toHaveLength(1);
    await database()('routing_form_response')
      .where({ id: responseId })
      .update({ created_at: new Date(0) });
    await sweepQueuedResponses(database());
    expect(await rows()).toEqual([]);
  });

  test('a form is deleted with its team', async () => {
    const group = await openGroup();
    const { id: formId } = await formIn(group);
    await forms().record({ scope: group, formId }, response(), ACTOR);
    await database()('team').where({ id: group.teamId }).delete();
    expect(await designs().list(group.accountId)).toEqual([]);
    expect(await database()('routing_form_response').where({ form_id: formId })).toEqual([]);
  });
});
