/* Stores of workflows: every query filters by team, and each occasion exists once, also with parallel events. */
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import type { Database } from '../../../../adapters/knex/connection.js';
import { createWorkflowRunStore } from '../../../../adapters/knex/workflows/workflow-runs.js';
import { createWorkflowStore } from '../../../../adapters/knex/workflows/workflows.js';
import type { NewBooking } from '../../../../src/scheduling/bookings/store.js';
import type { StepTerms, WorkflowTerms } from '../../../../src/scheduling/workflows/store.js';
import { backendName } from '../../../support/backend.js';
import {
  attendee,
  booking,
  HOUR,
  createHostedEventType,
  order,
  type HostedEventType,
  START,
} from '../bookings/booking-samples.js';
import { insertMembership, onDatabase } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

const step = (change: Partial<StepTerms> = {}): StepTerms => ({
  ...{ number: 1, action: 'email_attendee', template: 'custom', sender: '', subject: 'Soon' },
  ...{ html: '<p>Soon</p>', text: null, includeCalendarEvent: false },
  ...{ verifiedEmailId: null, verifiedPhoneId: null, phoneRequired: false },
  ...change,
});

const terms = (change: Partial<WorkflowTerms> = {}): WorkflowTerms & { readonly most: number } => ({
  name: 'Reminder',
  trigger: { type: 'beforeEvent', offset: { value: 2, unit: 'hour' } },
  activation: { everywhere: true, eventTypeIds: [], formIds: [] },
  steps: [step()],
  most: 100,
  ...change,
});

interface ServiceFixture extends HostedEventType {
  readonly teamId: number;
}

/** The event type of the host becomes the team's. */
async function fixture(db: Database): Promise<ServiceFixture> {
  const target = await createHostedEventType(db);
  const teamId = await insertMembership(db, target.hostId, { organization: false, accepted: true });
  await db('membership').where({ team_id: teamId }).update({ agreed: true });
  const ofTeam = { owner_id: null, team_id: teamId, scheduling_type: 'collective' };
  await db('event_type').where({ id: target.eventTypeId }).update(ofTeam);
  const host = { event_type_id: target.eventTypeId, team_id: teamId, account_id: target.hostId, position: 0 };
  await db('event_type_host').insert(host);
  return { ...target, teamId };
}

describe(`the stores of workflows on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createWorkflowStore(database());
  const runs = () => createWorkflowRunStore(database());
  const bookings = () => createBookingStore(database());
  const at = ({ teamId }: ServiceFixture) => ({ teamId, kind: 'event-type' }) as const;
  const by = ({ hostId: authorId }: ServiceFixture) => ({ authorId, actor: ACTOR });

  async function createWorkflow(group: ServiceFixture, change: Partial<WorkflowTerms> = {}) {
    const workflow = await store().create(at(group), terms(change), by(group));
    if (typeof workflow !== 'object' || 'kind' in workflow) throw new Error('no workflow was made');
    return workflow;
  }

  async function book(group: ServiceFixture, change: Partial<NewBooking> = {}) {
    const placement = { kind: 'booking', booking: booking(group, change) } as const;
    const outcome = await bookings().book(order(group), () => [placement], ACTOR);
    if (outcome.kind !== 'booked' || !outcome.placed[0]) throw new Error('not booked');
    return outcome.placed[0].booking;
  }

  const on = (eventTypeId: number): Partial<WorkflowTerms> => ({
    activation: { everywhere: false, eventTypeIds: [eventTypeId], formIds: [] },
  });

  const occasions = (workflowId: number) =>
    database()('workflow_occasion')
      .where({ workflow_id: workflowId })
      .orderBy(['due_at', 'key'])
      .select<
        { readonly id: string; readonly key: string; readonly due_at: Date; readonly done_at: Date | null }[]
      >();
  const jobs = async (ids: readonly string[]) => (await database()('job').whereIn('id', ids)).length;

  test('find a workflow only by its team and kind', async () => {
    const [group, elsewhere] = [await fixture(database()), await fixture(database())];
    const workflow = await createWorkflow(group, {
      steps: [step({ number: 7 }), step({ number: 3, subject: 'First' })],
    });
    expect(workflow.steps.map(({ number, subject }) => [number, subject])).toEqual([
      [3, 'First'],
      [7, 'Soon'],
    ]);
    expect(await store().find(at(group), workflow.id)).toEqual(workflow);
    expect(await store().list(at(group), { take: 9, skip: 0 })).toEqual([workflow]);
    for (const target of [at(elsewhere), { ...at(group), kind: 'routing-form' as const }]) {
      expect(await store().find(target, workflow.id)).toBeUndefined();
      expect(await store().change(target, workflow.id, () => terms(), by(group))).toBeUndefined();
      expect(await store().remove(target, workflow.id, ACTOR)).toBe(false);
    }
    for (const unknown of [0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER])
      expect(await store().find(at(group), unknown)).toBeUndefined();
    for (const text of UNSTORABLE_TEXTS)
      await expect(store().create(at(group), terms({ name: text }), by(group))).rejects.toThrow(
        'cannot be stored',
      );
    expect(await store().create({ ...at(group), teamId: 0 }, terms(), by(group))).toBeUndefined();
  });

  test('store at most the maximum of workflows, also with parallel creations', async () => {
    const group = await fixture(database());
    const six = Array.from({ length: 6 }, () =>
      store().create(at(group), { ...terms(), most: 4 }, by(group)),
    );
    const answers = await Promise.all(six);
    expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(2);
  });

  test('plan an occasion with its job, and delete both with the booking', async () => {
    const group = await fixture(database());
    const { id } = await createWorkflow(group);
    const { uid } = await book(group);
    const [one, ...others] = await occasions(id);
    expect([one?.key, one?.due_at, others]).toEqual(['beforeEvent', new Date(START - 2 * HOUR), []]);
    expect(await jobs([one?.id ?? ''])).toBe(1);
    const cancelled = { uid, done: 'cancelled', set: { status: 'cancelled' } } as const;
    await bookings().change({ uid }, () => [cancelled], ACTOR);
    expect([await occasions(id), await jobs([one?.id ?? ''])]).toEqual([[], 0]);
  });

  test.each<
    readonly [what: string, change: (group: ServiceFixture) => Partial<WorkflowTerms>, wanted: boolean]
  >([
    ['every event type', () => ({}), true],
    ['that event type', (group) => on(group.eventTypeId), true],
    ['no event type', () => ({ activation: { everywhere: false, eventTypeIds: [], formIds: [] } }), false],
    ['every event type, without a number', () => ({ steps: [step({ action: 'sms_attendee' })] }), false],
  ])('require a phone number of attendees where they are active: on %s', async (_, change, required) => {
    const [group, elsewhere] = [await fixture(database()), await fixture(database())];
    const steps = [step(), step({ number: 2, action: 'sms_attendee', text: 'Soon', phoneRequired: true })];
    const workflow = await createWorkflow(group, { steps, ...change(group) });
    const facts = async (target: HostedEventType) => {
      let seen: boolean | undefined;
      await bookings().book(order(target), ({ phoneRequired }) => ((seen = phoneRequired), []), ACTOR);
      return seen;
    };
    expect([await facts(group), await facts(elsewhere)]).toEqual([required, false]);
    await store().change(at(group), workflow.id, () => terms({ steps: [step()] }), by(group));
    expect(await facts(group)).toBe(false);
  });

  test('plan nothing for a booking that fails', async () => {
    const group = await fixture(database());
    const { id } = await createWorkflow(group);
    const failing = database().transaction(async (trx) => {
      const placement = { kind: 'booking', booking: booking(group) } as const;
      const outcome = await createBookingStore(trx).book(order(group), () => [placement], ACTOR);
      expect(outcome.kind).toBe('booked');
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    expect(await occasions(id)).toEqual([]);
  });

  test('move a pending occasion to its new time, and delete it with the workflow', async () => {
    const group = await fixture(database());
    const { id } = await createWorkflow(group);
    await book(group);
    const [one] = await occasions(id);
    const trigger = { type: 'afterEvent', offset: { value: 1, unit: 'day' } } as const;
    await store().change(at(group), id, (current) => ({ ...current, trigger }), by(group));
    const [moved] = await occasions(id);
    const job = (await database()('job').where({ id: one?.id }).first()) as { readonly due_at: Date };
    const due = new Date(START + 25 * HOUR);
    expect([moved?.id, moved?.key, moved?.due_at, job.due_at]).toEqual([one?.id, 'afterEvent', due, due]);
    expect(await store().remove(at(group), id, ACTOR)).toBe(true);
    expect(await jobs([one?.id ?? ''])).toBe(0);
  });

  test('expand an occasion once, of eight at once', async () => {
    const group = await fixture(database());
    const { id } = await createWorkflow(group);
    await book(group);
    const [one] = await occasions(id);
    if (one === undefined) throw new Error('nothing was planned');
    const name = unique();
    const messages = [{ kind: 'workflow', payload: { occasion: one.id, name } }] as const;
    await Promise.all(Array.from({ length: 8 }, () => runs().expand(one.id, messages)));
    const spread = await database()('job').whereRaw(`payload ->> 'name' = ?`, [name]);
    expect(spread).toHaveLength(1);
    expect((await occasions(id))[0]?.done_at).toBeInstanceOf(Date);
  });

  test('read an occasion with the current steps, until its workflow is deleted', async () => {
    const group = await fixture(database());
    const workflow = await createWorkflow(group);
    const { id: bookingId } = await book(group, { attendees: [attendee()] });
    const [one] = await occasions(workflow.id);
    const steps = [step({ subject: 'New words' })];
    await store().change(at(group), workflow.id, (current) => ({ ...current, steps }), by(group));
    expect(await runs().find(one?.id ?? '')).toMatchObject({
      ...{ trigger: 'beforeEvent', bookingId, attendeeId: null },
      steps: [{ subject: 'New words' }],
    });
    await store().remove(at(group), workflow.id, ACTOR);
    expect(await runs().find(one?.id ?? '')).toBeUndefined();
  });

  test('a booking and the deletion of its workflow at once leave no pending job', async () => {
    const group = await fixture(database());
    const { id } = await createWorkflow(group);
    await Promise.all([book(group), store().remove(at(group), id, ACTOR)]);
    expect(await occasions(id)).toEqual([]);
    const waiting = await database()('job')
      .where({ kind: 'workflow' })
      .select<{ readonly id: string }[]>('id');
    const known = await database()('workflow_occasion').whereIn(
      'id',
      waiting.map((job) => job.id),
    );
    const spread = await database()('job').whereRaw(`payload ->> 'name' is not null`);
    expect(known).toHaveLength(waiting.length - spread.length);
  });
});
