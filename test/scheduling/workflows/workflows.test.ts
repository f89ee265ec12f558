/* `/v2/organizations/:orgId/teams/:teamId/workflows`: create, read, change and refuse. workflows-run.test.ts tests messages. */
import { faulty } from '../caller.js';
import { ACTOR, hosts } from '../team-fixture.js';
import {
  before,
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

const inputs = (change: object = {}) => ({
  name: 'Reminders',
  activation: { isActiveOnAllEventTypes: true },
  trigger: before(24),
  steps: [mailStep()],
  ...change,
});
const refusedAt = async (change: object) => faulty(await fixture.send('POST', '', inputs(change)));
const eventType = async () => (await fixture.createEventType({ hosts: hosts(fixture.ben) })).id;

type Owner = { readonly team_id: number } | { readonly account_id: number };

async function verifiedEmail(owner: Owner, email: string): Promise<number> {
  const row = { ...owner, email, email_key: email };
  const [created] = await fixture.db('verified_email').insert(row).returning<{ readonly id: number }[]>('id');
  return created?.id ?? 0;
}

async function verifiedPhone(owner: Owner, phone: string): Promise<number> {
  const [created] = await fixture
    .db('verified_phone')
    .insert({ ...owner, phone })
    .returning<{ readonly id: number }[]>('id');
  return created?.id ?? 0;
}

const toAddress = (verifiedEmailId?: number) => mailStep({ action: 'email_address', verifiedEmailId });
const toNumber = (verifiedPhoneId?: number) => textStep({ action: 'sms_number', verifiedPhoneId });

describe('a workflow', () => {
  test('is read as it was created, with derived members', async () => {
    const [id, other] = [await eventType(), await eventType()];
    const email = await verifiedEmail({ team_id: fixture.teamId }, 'desk@example.net');
    const phone = await verifiedPhone({ account_id: fixture.ada.id }, '+351210000009');
    const steps = [{ ...toNumber(phone), stepNumber: 2 }, toAddress(email)];
    const activation = { activeOnEventTypeIds: [other, id, id] };
    const { status, data } = await fixture.send('POST', '', inputs({ activation, steps }));
    expect(status).toBe(201);
    expect(data).toEqual({
      ...{
        id: data.id,
        name: 'Reminders',
        type: 'event-type',
        teamId: fixture.teamId,
        userId: fixture.ada.id,
      },
      ...{ createdAt: expect.any(String) as string, updatedAt: expect.any(String) as string },
      activation: { isActiveOnAllEventTypes: false, activeOnEventTypeIds: [id, other] },
      trigger: before(24),
      steps: [
        {
          ...{ id: data.steps[0]?.id, stepNumber: 1, action: 'email_address', recipient: 'email' },
          ...{ email: 'desk@example.net', verifiedEmailId: email, phoneRequired: false, template: 'custom' },
          ...{ includeCalendarEvent: false, sender: 'Desk of the harbour' },
          message: { subject: 'Soon: {EVENT_NAME}', html: '<p>Dear {ATTENDEE}, see you.</p>' },
        },
        {
          ...{ id: data.steps[1]?.id, stepNumber: 2, action: 'sms_number', recipient: 'phone_number' },
          ...{ phone: '+351210000009', verifiedPhoneId: phone, phoneRequired: false, template: 'custom' },
          ...{ includeCalendarEvent: false, sender: 'Desk' },
          message: { subject: '', text: 'See you at {EVENT_TIME}, {ATTENDEE_FIRST_NAME}.' },
        },
      ],
    });
    expect((await fixture.send('GET', `/${data.id}`)).data).toEqual(data);
    const { data: all } = await fixture.send<readonly WorkflowView[]>('GET', '?take=250');
    expect(all).toContainEqual(data);
  });

  test('leaves absent members unchanged; absent steps are deleted', async () => {
    const { data } = await fixture.send(
      'POST',
      '',
      inputs({ steps: [mailStep(), { ...textStep(), stepNumber: 2 }] }),
    );
    const renamed = await fixture.send('PATCH', `/${data.id}`, {
      name: 'Other',
      trigger: { type: 'newEvent' },
    });
    expect(renamed.data).toMatchObject({ name: 'Other', trigger: { type: 'newEvent' }, steps: data.steps });
    const [first] = data.steps;
    const steps = [{ ...first, stepNumber: 5 }, mailStep({ action: 'email_host', stepNumber: 1 })];
    const { data: changed } = await fixture.send('PATCH', `/${data.id}`, { steps });
    expect(changed.steps.map(({ stepNumber, action }) => [stepNumber, action])).toEqual([
      [1, 'email_host'],
      [5, 'email_attendee'],
    ]);
    expect(changed.steps[1]?.id).toBe(first?.id);
    expect((await fixture.send('DELETE', `/${data.id}`)).status).toBe(200);
    for (const method of ['GET', 'DELETE'])
      expect((await fixture.send(method, `/${data.id}`)).status).toBe(404);
  });

  test.each<readonly [label: string, change: object, property: string]>([
    ['nothing to do', { steps: [] }, 'steps'],
    ['two steps with one number', { steps: [mailStep(), mailStep()] }, 'steps'],
    ['an unknown trigger', { trigger: { type: 'fullMoon' } }, 'trigger.type'],
    ['a payment', { trigger: { type: 'bookingPaid' } }, 'trigger.type'],
    ['a trigger of forms', { trigger: { type: 'formSubmitted' } }, 'trigger.type'],
    ['a reminder at no time', { trigger: { type: 'beforeEvent' } }, 'trigger.offset'],
    ['no time at all', { trigger: before(0) }, 'trigger.offset.value'],
    ['WhatsApp', { steps: [textStep({ action: 'whatsapp_attendee' })] }, 'steps.0.action'],
    ['a call', { steps: [textStep({ action: 'cal_ai_phone_call' })] }, 'steps.0.action'],
    ['a mail without words', { steps: [mailStep({ message: { subject: 'x' } })] }, 'steps.0.message.html'],
    [
      'a mail without a subject',
      { steps: [mailStep({ message: { html: 'x' } })] },
      'steps.0.message.subject',
    ],
    [
      'a text without words',
      { steps: [textStep({ message: { subject: 'x', html: 'x' } })] },
      'steps.0.message.text',
    ],
    ['an address that is not said', { steps: [toAddress()] }, 'steps.0.verifiedEmailId'],
    ['a number that is not said', { steps: [toNumber()] }, 'steps.0.verifiedPhoneId'],
    [
      'a page that is none',
      { steps: [mailStep({ message: { subject: '{RATING_URL}', html: 'x' } })] },
      'steps.0.message.subject',
    ],
    ['a number for a mail', { steps: [mailStep({ phoneRequired: true })] }, 'steps.0.phoneRequired'],
    [
      'a number of nobody who comes',
      { steps: [{ ...toNumber(1), phoneRequired: true }] },
      'steps.0.phoneRequired',
    ],
    [
      'a subject of two lines',
      { steps: [mailStep({ message: { subject: 'a\nBcc: x', html: 'x' } })] },
      'steps.0.message.subject',
    ],
  ])('is refused with %s', async (_, change, property) => {
    expect(await refusedAt(change)).toEqual([property]);
  });

  test('names the reason why an unsupported channel is refused', async () => {
    const { error } = await fixture.send(
      'POST',
      '',
      inputs({ steps: [textStep({ action: 'whatsapp_number' })] }),
    );
    expect(error.message).toContain('WhatsApp messages cannot be sent');
  });

  test('refuses ids of other owners', async () => {
    const { stores } = fixture.service;
    const other = await stores.teams.teams.create(
      fixture.nonMember.id,
      { organizationId: undefined, name: 'Else', slugs: ['else'], settings: {}, accepted: true, most: 9 },
      ACTOR,
    );
    if (typeof other !== 'object') throw new Error('no team was made');
    const foreign = [
      await verifiedEmail({ team_id: other.id }, 'else@example.net'),
      await verifiedEmail({ account_id: fixture.ben.id }, 'ben@example.net'),
      2_000_000_000,
      3e9,
    ];
    for (const id of foreign)
      expect(await refusedAt({ steps: [toAddress(id)] })).toEqual(['steps.verifiedEmailId']);
    const phone = await verifiedPhone({ team_id: other.id }, '+351210000008');
    expect(await refusedAt({ steps: [toNumber(phone)] })).toEqual(['steps.verifiedPhoneId']);
    const { data } = await fixture.ben.call<{ readonly id: number }>('POST', '/v2/event-types', {
      ...{ title: 'Own', slug: 'own', lengthInMinutes: 30 },
    });
    for (const id of [data.id, 3e9])
      expect(await refusedAt({ activation: { activeOnEventTypeIds: [id] } })).toEqual([
        'activation.activeOnEventTypeIds',
      ]);
    const { data: created } = await fixture.send('POST', '', inputs());
    const { data: another } = await fixture.send('POST', '', inputs());
    const reply = await fixture.send('PATCH', `/${created.id}`, { steps: another.steps });
    expect([reply.status, faulty(reply)]).toEqual([400, ['steps']]);
    const untouched = await fixture.send('GET', `/${another.id}`);
    expect(untouched.data).toEqual(another);
  });

  test('is accessible to managers of the team, in its own organization', async () => {
    const { data } = await fixture.send('POST', '', inputs());
    for (const [method, more, body] of [
      ['GET', ''],
      ['POST', '', inputs()],
      ['GET', `/${data.id}`],
      ['PATCH', `/${data.id}`, { name: 'Mine' }],
      ['DELETE', `/${data.id}`],
    ] as const) {
      expect((await fixture.send(method, more, body, fixture.ben)).status).toBe(403);
      expect((await fixture.send(method, more, body, fixture.nonMember)).status).toBe(404);
    }
    expect((await fixture.send('GET', `/${data.id}`)).data).toEqual(data);
    expect((await fixture.send('GET', `/${data.id}/routing-form`)).status).toBe(404);
    expect((await fixture.send('DELETE', `/${data.id}/routing-form`)).status).toBe(404);
    for (const unknown of ['2147483648', '999999999'])
      expect((await fixture.send('GET', `/${unknown}`)).status).toBe(404);
  });

  test('preserves the verified address of its author while they are in the team', async () => {
    const { service, db, teamId, orgId, cleo } = fixture;
    const ofCleo = db('membership').where({ account_id: cleo.id }).whereIn('team_id', [teamId, orgId]);
    await ofCleo.clone().update({ role: 'admin' });
    const email = await verifiedEmail({ account_id: cleo.id }, 'cleo@example.net');
    const { status, data } = await fixture.send('POST', '', inputs({ steps: [toAddress(email)] }), cleo);
    expect([status, data.steps[0]?.['email']]).toEqual([201, 'cleo@example.net']);
    const renamed = await fixture.send('PATCH', `/${data.id}`, { name: 'By Ada', steps: data.steps });
    expect(renamed.status).toBe(200);
    await ofCleo.clone().delete();
    expect((await fixture.send('GET', `/${data.id}`)).data.steps[0]).not.toHaveProperty('email');
    const entries = await service.stores.events.audit.list(undefined, 10_000);
    const own = entries.filter(({ subject }) => subject === `workflow:${data.id}`);
    expect(own.map(({ action, actor }) => [action, actor])).toEqual([
      ['workflow.created', `account:${cleo.id}`],
      ['workflow.changed', `account:${fixture.ada.id}`],
    ]);
  });
});
