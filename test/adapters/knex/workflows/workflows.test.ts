/* What every store of workflows promises: those of one team, and each occasion once, whoever comes at once. */
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import type { Database } from '../../../../adapters/knex/connection.js';
import { createWorkflowRunStore } from '../../../../adapters/knex/workflows/workflow-runs.js';
import { createWorkflowStore } from '../../../../adapters/knex/workflows/workflows.js';
import type { NewBooking } from '../../../../src/scheduling/bookings/store.js';
import type { StepTerms, WorkflowTerms } from '../../../../src/scheduling/workflows/store.js';
import { backendName } from '../../../support/backend.js';
import { attendee, booking, HOUR, makeGroup, order, type Group, START } from '../bookings/booking-samples.js';
import { join, onDatabase } from '../../../contracts/on-database.js';
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

interface ServiceFixture extends Group {
  readonly teamId: number;
}

/** The event type of the host becomes the team's. */
async function fixture(db: Database): Promise<ServiceFixture> {
  const place = await makeGroup(db);
  const teamId = await join(db, place.hostId, { organization: false, accepted: true });
  await db('membership').where({ team_id: teamId }).update({ agreed: true });
  const ofTeam = { owner_id: null, team_id: teamId, scheduling_type: 'collective' };
  await db('event_type').where({ id: place.eventTypeId }).update(ofTeam);
  const host = { event_type_id: place.eventTypeId, team_id: teamId, account_id: place.hostId, position: 0 };
  await db('event_type_host').insert(host);
  return { ...place, teamId };
}

describe(`the stores of workflows on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createWorkflowStore(database());
  const runs = () => createWorkflowRunStore(database());
  const bookings = () => createBookingStore(database());
  const at = ({ teamId }: ServiceFixture) => ({ teamId, kind: 'event-type' }) as const;
  const by = ({ hostId: authorId }: ServiceFixture) => ({ authorId, actor: ACTOR });

  async function made(here: ServiceFixture, change: Partial<WorkflowTerms> = {}) {
    const workflow = await store().create(at(here), terms(change), by(here));
    if (typeof workflow !== 'object' || 'kind' in workflow) throw new Error('no workflow was made');
    return workflow;
  }

  async function book(here: ServiceFixture, change: Partial<NewBooking> = {}) {
    const placement = { kind: 'booking', booking: booking(here, change) } as const;
    const outcome = await bookings().book(order(here), () => [placement], ACTOR);
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

  test('keep what was written, for the team and the kind alone', async () => {
    const [here, elsewhere] = [await fixture(database()), await fixture(database())];
    const workflow = await made(here, {
      steps: [step({ number: 7 }), step({ number: 3, subject: 'First' })],
    });
    expect(workflow.steps.map(({ number, subject }) => [number, subject])).toEqual([
      [3, 'First'],
      [7, 'Soon'],
    ]);
    expect(await store().find(at(here), workflow.id)).toEqual(workflow);
    expect(await store().list(at(here), { take: 9, skip: 0 })).toEqual([workflow]);
    for (const place of [at(elsewhere), { ...at(here), kind: 'routing-form' as const }]) {
      expect(await store().find(place, workflow.id)).toBeUndefined();
      expect(await store().change(place, workflow.id, () => terms(), by(here))).toBeUndefined();
      expect(await store().remove(place, workflow.id, ACTOR)).toBe(false);
    }
    for (const far of [0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER])
      expect(await store().find(at(here), far)).toBeUndefined();
    for (const text of UNSTORABLE_TEXTS)
      await expect(store().create(at(here), terms({ name: text }), by(here))).rejects.toThrow(
        'cannot be stored',
      );
    expect(await store().create({ ...at(here), teamId: 0 }, terms(), by(here))).toBeUndefined();
  });

  test('are at most as many as allowed, also when they come at once', async () => {
    const here = await fixture(database());
    const six = Array.from({ length: 6 }, () => store().create(at(here), { ...terms(), most: 4 }, by(here)));
    const answers = await Promise.all(six);
    expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(2);
  });

  test('plan an occasion with its job, and drop both with the booking', async () => {
    const here = await fixture(database());
    const { id } = await made(here);
    const { uid } = await book(here);
    const [one, ...others] = await occasions(id);
    expect([one?.key, one?.due_at, others]).toEqual(['beforeEvent', new Date(START - 2 * HOUR), []]);
    expect(await jobs([one?.id ?? ''])).toBe(1);
    const cancelled = { uid, done: 'cancelled', set: { status: 'cancelled' } } as const;
    await bookings().change({ uid }, () => [cancelled], ACTOR);
    expect([await occasions(id), await jobs([one?.id ?? ''])]).toEqual([[], 0]);
  });

  test.each<
    readonly [what: string, change: (here: ServiceFixture) => Partial<WorkflowTerms>, wanted: boolean]
  >([
    ['every event type', () => ({}), true],
    ['that event type', (here) => on(here.eventTypeId), true],
    ['no event type', () => ({ activation: { everywhere: false, eventTypeIds: [], formIds: [] } }), false],
    ['every event type, without a number', () => ({ steps: [step({ action: 'sms_attendee' })] }), false],
  ])('say that an attendee leaves a number where they are active: on %s', async (_, change, wanted) => {
    const [here, elsewhere] = [await fixture(database()), await fixture(database())];
    const steps = [step(), step({ number: 2, action: 'sms_attendee', text: 'Soon', phoneRequired: true })];
    const workflow = await made(here, { steps, ...change(here) });
    const facts = async (place: Group) => {
      let seen: boolean | undefined;
      await bookings().book(order(place), ({ phoneRequired }) => ((seen = phoneRequired), []), ACTOR);
      return seen;
    };
    expect([await facts(here), await facts(elsewhere)]).toEqual([wanted, false]);
    await store().change(at(here), workflow.id, () => terms({ steps: [step()] }), by(here));
    expect(await facts(here)).toBe(false);
  });

  test('plan nothing of a booking that fails', async () => {
    const here = await fixture(database());
    const { id } = await made(here);
    const failing = database().transaction(async (trx) => {
      const placement = { kind: 'booking', booking: booking(here) } as const;
      const outcome = await createBookingStore(trx).book(order(here), () => [placement], ACTOR);
      expect(outcome.kind).toBe('booked');
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    expect(await occasions(id)).toEqual([]);
  });

  test('move what waits to its new moment, and drop it with the workflow', async () => {
    const here = await fixture(database());
    const { id } = await made(here);
    await book(here);
    const [one] = await occasions(id);
    const trigger = { type: 'afterEvent', offset: { value: 1, unit: 'day' } } as const;
    await store().change(at(here), id, (standing) => ({ ...standing, trigger }), by(here));
    const [moved] = await occasions(id);
    const job = (await database()('job').where({ id: one?.id }).first()) as { readonly due_at: Date };
    const due = new Date(START + 25 * HOUR);
    expect([moved?.id, moved?.key, moved?.due_at, job.due_at]).toEqual([one?.id, 'afterEvent', due, due]);
    expect(await store().remove(at(here), id, ACTOR)).toBe(true);
    expect(await jobs([one?.id ?? ''])).toBe(0);
  });

  test('spread an occasion once, of eight who come at once', async () => {
    const here = await fixture(database());
    const { id } = await made(here);
    await book(here);
    const [one] = await occasions(id);
    if (one === undefined) throw new Error('nothing was planned');
    const name = unique();
    const messages = [{ kind: 'workflow', payload: { occasion: one.id, name } }] as const;
    await Promise.all(Array.from({ length: 8 }, () => runs().expand(one.id, messages)));
    const spread = await database()('job').whereRaw(`payload ->> 'name' = ?`, [name]);
    expect(spread).toHaveLength(1);
    expect((await occasions(id))[0]?.done_at).toBeInstanceOf(Date);
  });

  test('give an occasion with the steps of now, until its workflow is gone', async () => {
    const here = await fixture(database());
    const workflow = await made(here);
    const { id: bookingId } = await book(here, { attendees: [attendee()] });
    const [one] = await occasions(workflow.id);
    const steps = [step({ subject: 'New words' })];
    await store().change(at(here), workflow.id, (standing) => ({ ...standing, steps }), by(here));
    expect(await runs().find(one?.id ?? '')).toMatchObject({
      ...{ trigger: 'beforeEvent', bookingId, attendeeId: null },
      steps: [{ subject: 'New words' }],
    });
    await store().remove(at(here), workflow.id, ACTOR);
    expect(await runs().find(one?.id ?? '')).toBeUndefined();
  });

  test('a booking and the end of its workflow at once leave nothing that waits in vain', async () => {
    const here = await fixture(database());
    const { id } = await made(here);
    await Promise.all([book(here), store().remove(at(here), id, ACTOR)]);
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
