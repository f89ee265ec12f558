/* Workflows of routing forms: messages to respondents, and reminders unless they have booked. */
import { randomUUID } from 'node:crypto';
import { planFormWorkflows } from '../../../adapters/knex/workflows/workflow-plans.js';
import { ahead } from '../bookings/booking-fixture.js';
import { faulty } from '../caller.js';
import { field } from '../routing-forms/form-samples.js';
import { answer, makeForm } from '../routing-forms/form-fixture.js';
import { ACTOR, hosts } from '../team-fixture.js';
import {
  HOUR,
  mailStep,
  openWorkflowFixture,
  type WorkflowView,
  textStep,
  type WorkflowFixture,
} from './workflow-fixture.js';

let fixture: WorkflowFixture;
beforeAll(async () => {
  fixture = await openWorkflowFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.settled());

const FIELDS = [
  field({ id: 'f1', identifier: 'name' }),
  field({ id: 'f2', identifier: 'mail', type: 'email' }),
  field({ id: 'f3', identifier: 'mobile', type: 'phone' }),
  field({ id: 'f4', identifier: 'team-size', type: 'number' }),
];
const PHONE = '+351210000007';
interface Filled {
  readonly id: number;
  /** At once. */
  readonly createdAt: number;
}

const form = () => makeForm(fixture, { name: 'Who helps?', fields: FIELDS });

async function filledIn(formId: string, mail: string): Promise<Filled> {
  const createdAt = Date.now();
  const answers = { name: 'Ada Lovelace', mail, mobile: PHONE, 'team-size': 5 };
  const { data, text } = await answer(fixture.ada, fixture.team, formId, answers);
  if (data.routing.responseId === null) throw new Error(text);
  return { id: data.routing.responseId, createdAt };
}

const workflow = async (change: object) => {
  const body = {
    name: 'Forms',
    activation: {},
    trigger: { type: 'formSubmitted' },
    steps: [mailStep()],
    ...change,
  };
  const { status, data, text } = await fixture.send('POST', '/routing-form', body);
  if (status !== 201) throw new Error(text);
  return data;
};
const on = (formId: string) => ({ activation: { activeOnRoutingFormIds: [formId] } });
const later = { type: 'formSubmittedNoEvent', offset: { value: 2, unit: 'hour' } };
const address = () => `ada-${randomUUID()}@example.net`;
const step = mailStep({ message: { subject: '{FORM_NAME}', html: '<p>{ATTENDEE}: {TEAM_SIZE}</p>' } });

test('a submitted form sends its messages at once, and once', async () => {
  const [formId, other, mail] = [await form(), await form(), address()];
  const steps = [step, textStep({ stepNumber: 2, message: { text: 'Thanks, {ATTENDEE_FIRST_NAME}.' } })];
  await workflow({ ...on(formId), steps });
  const { id, createdAt } = await filledIn(formId, mail);
  await fixture.db.transaction((trx) => planFormWorkflows(trx, { formId, responseId: id, at: createdAt }));
  await filledIn(other, mail);
  await fixture.settled();
  const mails = await fixture.mails(mail);
  expect(mails.map(({ subject, text, to }) => [subject, text, to.name])).toEqual([
    ['Who helps?', 'Ada Lovelace: 5', 'Ada Lovelace'],
  ]);
  expect((await fixture.texts(PHONE)).map(({ text }) => text)).toEqual(['Thanks, Ada.']);
});

test('respondents who do not book are reminded, others are not', async () => {
  const formId = await form();
  const everywhere = { isActiveOnAllRoutingForms: true };
  const reminder = await workflow({ activation: everywhere, trigger: later });
  const [hesitant, quick] = [address(), address()];
  const { createdAt } = await filledIn(formId, hesitant);
  const { id } = await filledIn(formId, quick);
  const { uid } = await fixture.booked({
    eventTypeId: (await fixture.createEventType({ hosts: hosts(fixture.ben) })).id,
    start: ahead(9),
  });
  await fixture.db('routing_form_response').where({ id }).update({ booking_uid: uid });
  await fixture.at(createdAt + HOUR);
  expect(await fixture.mails(hesitant)).toHaveLength(0);
  await fixture.at(createdAt + 3 * HOUR);
  expect([await fixture.mails(hesitant), await fixture.mails(quick)].map(({ length }) => length)).toEqual([
    1, 0,
  ]);
  await fixture.settled();
  expect((await fixture.send('DELETE', `/${reminder.id}/routing-form`)).status).toBe(200);
});

test('a pending reminder moves with a change, and is deleted with its workflow or response', async () => {
  const [formId, mail] = [await form(), address()];
  const { id } = await workflow({ ...on(formId), trigger: later });
  const [moved, deleted] = [await filledIn(formId, mail), await filledIn(formId, mail)];
  const longer = { ...later, offset: { value: 1, unit: 'day' } };
  expect((await fixture.send('PATCH', `/${id}/routing-form`, { trigger: longer })).status).toBe(200);
  const target = { scope: { teamId: fixture.teamId }, formId, responseId: deleted.id };
  await fixture.service.stores.scheduling.routingForms.discard(target, ACTOR);
  await fixture.at(moved.createdAt + 23 * HOUR);
  expect(await fixture.mails(mail)).toHaveLength(0);
  await fixture.at(moved.createdAt + 25 * HOUR);
  expect(await fixture.mails(mail)).toHaveLength(1);
  await fixture.settled();
  const [elsewhere, left] = [await form(), address()];
  await filledIn(formId, left);
  expect((await fixture.send('PATCH', `/${id}/routing-form`, on(elsewhere))).status).toBe(200);
  await fixture.at(Date.now() + 48 * HOUR);
  expect(await fixture.mails(left)).toHaveLength(0);
});

test('a form workflow is read and refused with its own member names', async () => {
  const formId = await form();
  const data = await workflow({ ...on(formId), trigger: later });
  expect(data).toMatchObject({
    ...{ type: 'routing-form', trigger: later },
    activation: { isActiveOnAllRoutingForms: false, activeOnRoutingFormIds: [formId] },
  });
  expect((await fixture.send('GET', `/${data.id}/routing-form`)).data).toEqual(data);
  expect((await fixture.send<readonly WorkflowView[]>('GET', '/routing-form')).data).toContainEqual(data);
  expect((await fixture.send<readonly WorkflowView[]>('GET')).data).toEqual([]);
  expect((await fixture.send('GET', `/${data.id}`)).status).toBe(404);
  const base = { name: 'Forms', activation: {}, trigger: { type: 'formSubmitted' }, steps: [mailStep()] };
  const refused = async (change: object) =>
    faulty(await fixture.send('POST', '/routing-form', { ...base, ...change }));
  expect(await refused({ steps: [mailStep({ action: 'email_host' })] })).toEqual(['steps.0.action']);
  expect(await refused({ steps: [mailStep({ includeCalendarEvent: true })] })).toEqual([
    'steps.0.includeCalendarEvent',
  ]);
  expect(await refused({ steps: [textStep({ phoneRequired: true })] })).toEqual(['steps.0.phoneRequired']);
  expect(await refused({ trigger: { type: 'newEvent' } })).toEqual(['trigger.type']);
  expect(await refused(on('nowhere'))).toEqual(['activation.activeOnRoutingFormIds']);
  const elsewhere = await makeForm(fixture, {}, fixture.orgId);
  expect(await refused(on(elsewhere))).toEqual(['activation.activeOnRoutingFormIds']);
});
