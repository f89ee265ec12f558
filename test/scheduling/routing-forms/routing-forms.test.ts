/* Routing forms over the API: answers are routed, stored, listed, changed and removed, each with its roles. */
import type { FormDefinition } from '../../../src/scheduling/routing-forms/routing-form.js';
import { ahead, attendee, type BookingView } from '../bookings/booking-fixture.js';
import { type Caller, faulty } from '../caller.js';
import { condition, field, message, route } from './form-samples.js';
import {
  answer,
  editForm,
  hostedBy,
  makeForm,
  RANGE,
  type Routed,
  type ResponseView,
} from './form-fixture.js';
import { openTeamFixture, type TeamFixture } from '../team-fixture.js';

let fixture: TeamFixture;
let eventTypeId: number;
let team: string;
let organization: string;
beforeAll(async () => {
  fixture = await openTeamFixture();
  eventTypeId = (await fixture.createEventType(hostedBy(fixture.ada, fixture.ben))).id;
  organization = `/v2/organizations/${fixture.orgId}`;
  team = `${organization}/teams/${fixture.teamId}`;
});
afterAll(() => fixture.close());

const QUESTIONS: Pick<FormDefinition, 'fields' | 'routes'> = {
  fields: [
    field({ id: 'f-size', identifier: 'size', label: 'Company size', type: 'number', required: true }),
    field({ id: 'f-note', identifier: 'note', label: 'Note' }),
  ],
  routes: [
    route({
      id: 'large',
      conditions: [condition('f-size', 'greater', '100')],
      action: { kind: 'url', url: 'https://example.com/large' },
    }),
    route({
      id: 'small',
      conditions: [condition('f-size', 'less', '10')],
      action: message('Read the guide.'),
    }),
  ],
};
const form = (change: Partial<FormDefinition> = {}, groupId?: number) =>
  makeForm(fixture, { ...QUESTIONS, fallback: { kind: 'event_type', eventTypeId }, ...change }, groupId);

const list = async (
  formId: string,
  query = '',
  caller: Caller = fixture.ada,
): Promise<readonly ResponseView[]> => {
  const path = `${team}/routing-forms/${formId}/responses?${query}`;
  return (await caller.call<readonly ResponseView[]>('GET', path)).data;
};

describe('an answer', () => {
  test.each(['team', 'team of its organization', 'organization'])(
    'at the mount of the %s is routed to an event type and its public slots',
    async (mount) => {
      const path = { team: fixture.team, organization }[mount] ?? team;
      const formId = await form();
      const range = `${RANGE}&timeZone=Europe/Lisbon&format=range`;
      const { status, data } = await answer(fixture.ada, path, formId, { size: 50 }, range);
      const slots = await fixture.ada.call('GET', `/v2/slots?eventTypeId=${eventTypeId}&${range}`);
      expect(status).toBe(201);
      expect(data.eventTypeId).toBe(eventTypeId);
      expect(Object.values(data.slots ?? {}).flat().length).toBeGreaterThan(10);
      expect(data.slots).toEqual(slots.data);
      expect(data.routing.teamMemberIds).toEqual([fixture.ada.id, fixture.ben.id]);
      const [stored] = await list(formId);
      expect(stored).toMatchObject({
        id: data.routing.responseId,
        formId,
        routedToBookingUid: null,
        response: { 'f-size': { label: 'Company size', value: 50 } },
      });
    },
  );

  test('is routed to a message or a URL, and is stored in any case', async () => {
    const formId = await form();
    const small = await answer(fixture.ben, fixture.team, formId, { size: '9' });
    expect(small.data.routingCustomMessage).toBe('Read the guide.');
    const large = await answer(fixture.ben, fixture.team, formId, { size: 101 });
    expect(large.data.routingExternalRedirectUrl).toBe('https://example.com/large');
    for (const { data } of [small, large]) expect(data).not.toHaveProperty('slots');
    expect((await list(formId)).map(({ id }) => id)).toEqual(
      [small, large].map(({ data }) => data.routing.responseId),
    );
  });

  test('that is invalid is refused naming each question, and not stored', async () => {
    const formId = await form();
    for (const body of [{}, { size: 'many' }, { size: { value: ['1'] } }]) {
      const refused = await answer(fixture.ada, fixture.team, formId, body);
      expect([refused.status, faulty(refused)]).toEqual([400, ['size']]);
    }
    const note = await answer(fixture.ada, fixture.team, formId, { size: 50, note: 7 });
    expect(faulty(note)).toEqual(['note']);
    const late = await answer(
      fixture.ada,
      fixture.team,
      formId,
      { size: 50 },
      'start=2050-01-02&end=2050-01-01',
    );
    expect(faulty(late)).toEqual(['end']);
    const length = await answer(fixture.ada, fixture.team, formId, { size: 50 }, `${RANGE}&duration=7`);
    expect(faulty(length)).toEqual(['duration']);
    expect(await list(formId)).toEqual([]);
  });

  test('is refused by a disabled form, or one whose event type is deleted', async () => {
    const formId = await form();
    await editForm(fixture, formId, { disabled: true });
    expect((await answer(fixture.ada, fixture.team, formId, { size: 50 })).status).toBe(409);
    const { id: deletedId } = await fixture.createEventType(hostedBy(fixture.ada));
    const orphan = await form({ fallback: { kind: 'event_type', eventTypeId: deletedId } });
    await fixture.ada.call('DELETE', `${fixture.team}/event-types/${deletedId}`);
    expect((await answer(fixture.ada, fixture.team, orphan, { size: 50 })).status).toBe(404);
    expect(await list(orphan)).toEqual([]);
  });

  test('that is queued becomes a response when it is booked', async () => {
    const formId = await form();
    const queued = await answer(
      fixture.ada,
      fixture.team,
      formId,
      { size: 50 },
      `${RANGE}&queueResponse=true`,
    );
    expect(queued.data.routing).toMatchObject({
      responseId: null,
      queuedResponseId: expect.any(String) as string,
    });
    expect(await list(formId)).toEqual([]);
    const wrong = await answer(fixture.ada, fixture.team, formId, { size: 50 }, `${RANGE}&queueResponse=yes`);
    expect(faulty(wrong)).toEqual(['queueResponse']);
  });

  test('is always valid for the form that routed it, also during edits', async () => {
    const formId = await form({ routes: [], fallback: message('0') });
    const edits = async () => {
      for (let round = 1; round <= 5; round += 1)
        await editForm(fixture, formId, { fallback: message(String(round)) });
    };
    const answers = Array.from({ length: 10 }, () => answer(fixture.ada, fixture.team, formId, { size: 50 }));
    const [, ...replies] = await Promise.all([edits(), ...answers]);
    const done = replies.filter(({ status }) => status === 201);
    expect(replies.every(({ status }) => [201, 409].includes(status))).toBe(true);
    expect(await list(formId)).toHaveLength(done.length);
  });
});

describe('a booking', () => {
  const bookWith = (routing: object, type = eventTypeId, caller?: Caller) => {
    const body = { eventTypeId: type, start: ahead(9 + (days += 1)), routing };
    const order = { ...body, attendee };
    return caller ? caller.call<BookingView>('POST', '/v2/bookings', order) : fixture.book(body);
  };
  let days = 0;

  test('stores its queued answers as a response, once', async () => {
    const formId = await form();
    const { data } = await answer(
      fixture.ada,
      fixture.team,
      formId,
      { size: 50 },
      `${RANGE}&queueResponse=true`,
    );
    const { queuedResponseId } = data.routing;
    const elsewhere = await fixture.createEventType(hostedBy(fixture.ada));
    expect((await bookWith({ queuedResponseId }, elsewhere.id)).status).toBe(201);
    expect(await list(formId)).toEqual([]);
    const booked = await bookWith({ queuedResponseId, responseId: null });
    expect(booked.status).toBe(201);
    expect((await bookWith({ queuedResponseId })).status).toBe(201);
    const { uid } = booked.data;
    const [stored, ...others] = await list(formId, `routedToBookingUid=${uid}`);
    expect([stored?.routedToBookingUid, others]).toEqual([uid, []]);
    const forms = await fixture.ada.call('GET', `${team}/routing-forms?routedToBookingUid=${uid}`);
    expect(forms.data).toMatchObject([{ id: formId }]);
  });

  test('is linked to a response by a member, and only the first one', async () => {
    const formId = await form();
    const { data } = await answer(fixture.ada, fixture.team, formId, { size: 50 });
    const { responseId } = data.routing;
    for (const caller of [undefined, fixture.nonMember])
      expect((await bookWith({ responseId }, eventTypeId, caller)).status).toBe(201);
    expect((await list(formId))[0]?.routedToBookingUid).toBeNull();
    const booked = await bookWith({ responseId }, eventTypeId, fixture.ben);
    await bookWith({ responseId }, eventTypeId, fixture.ben);
    expect((await list(formId))[0]?.routedToBookingUid).toBe(booked.data.uid);
  });
});

describe('calculating slots', () => {
  const calculate = (caller: Caller, formId: string, body: unknown) =>
    caller.call<Pick<Routed, 'eventTypeId' | 'slots'>>(
      'POST',
      `/v2/routing-forms/${formId}/calculate-slots?${RANGE}`,
      body,
    );

  test('stores nothing, and returns the slots of the event type', async () => {
    const formId = await form();
    const { status, data } = await calculate(fixture.ben, formId, { size: 50 });
    const slots = await fixture.ada.call('GET', `/v2/slots?eventTypeId=${eventTypeId}&${RANGE}`);
    expect([status, data]).toEqual([200, { eventTypeId, slots: slots.data }]);
    expect(await list(formId)).toEqual([]);
  });

  test('is refused when the answers are routed elsewhere', async () => {
    const refused = await calculate(fixture.ben, await form(), { size: 5 });
    expect([refused.status, refused.error.details]).toEqual([409, { leadsTo: 'message' }]);
  });

  test('is limited to members of the form’s group', async () => {
    const ofTeam = await form();
    const ofOrganization = await form({}, fixture.orgId);
    expect((await calculate(fixture.cleo, ofOrganization, { size: 50 })).status).toBe(200);
    for (const formId of [ofTeam, ofOrganization, 'unknown'])
      expect((await calculate(fixture.nonMember, formId, { size: 50 })).status).toBe(404);
  });
});

describe('forms', () => {
  interface FormView {
    readonly id: string;
    readonly teamId: number | null;
  }
  const listed = async (path: string): Promise<readonly FormView[]> =>
    (await fixture.ada.call<readonly FormView[]>('GET', path)).data;
  const idsOf = async (path: string) => (await listed(path)).map(({ id }) => id);

  test('are listed with their questions and routes', async () => {
    const formId = await form({ description: 'Tell us.' });
    const listedForm = (await listed(`${team}/routing-forms`)).find(({ id }) => id === formId);
    expect(listedForm).toEqual({
      id: formId,
      name: 'Who helps you?',
      description: 'Tell us.',
      position: expect.any(Number) as number,
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
      userId: fixture.ada.id,
      teamId: fixture.teamId,
      disabled: false,
      settings: null,
      fields: {
        'f-size': {
          position: 0,
          label: 'Company size',
          identifier: 'size',
          type: 'number',
          required: true,
          options: [],
        },
        'f-note': {
          position: 1,
          label: 'Note',
          identifier: 'note',
          type: 'text',
          required: false,
          options: [],
        },
      },
      routes: {
        large: {
          position: 0,
          isFallback: false,
          match: 'all',
          conditions: [{ fieldId: 'f-size', operator: 'greater', values: ['100'] }],
          action: { type: 'externalRedirectUrl', value: 'https://example.com/large' },
        },
        small: {
          position: 1,
          isFallback: false,
          match: 'all',
          conditions: [{ fieldId: 'f-size', operator: 'less', values: ['10'] }],
          action: { type: 'customPageMessage', value: 'Read the guide.' },
        },
        fallback: {
          position: 2,
          isFallback: true,
          match: 'all',
          conditions: [],
          action: { type: 'eventTypeRedirectUrl', value: String(eventTypeId), eventTypeId },
        },
      },
    });
  });

  test('of the organization include those of its teams, and teamIds narrows them', async () => {
    const [ofTeam, ofOrganization] = [await form(), await form({}, fixture.orgId)];
    const all = await listed(`${organization}/routing-forms`);
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([ofTeam, ofOrganization]));
    expect(all.find(({ id }) => id === ofOrganization)?.teamId).toBeNull();
    const ofTeamAlone = await idsOf(`${organization}/routing-forms?teamIds=${fixture.teamId},999999`);
    expect(ofTeamAlone).toContain(ofTeam);
    expect(ofTeamAlone).not.toContain(ofOrganization);
    expect(await idsOf(`${team}/routing-forms`)).not.toContain(ofOrganization);
    expect(await idsOf(`${organization}/routing-forms?teamIds=999999`)).toEqual([]);
  });

  test('are sorted, filtered by time, and paged', async () => {
    const [first, second] = [await form(), await form()];
    await editForm(fixture, first, { name: 'Edited' });
    const path = `${team}/routing-forms`;
    const newest = await idsOf(`${path}?sortCreatedAt=desc`);
    expect(newest.indexOf(second)).toBeLessThan(newest.indexOf(first));
    expect((await idsOf(`${path}?sortUpdatedAt=desc`))[0]).toBe(first);
    expect(await idsOf(`${path}?sortCreatedAt=desc&take=1&skip=1`)).toEqual(newest.slice(1, 2));
    expect(await idsOf(`${path}?afterCreatedAt=2100-01-01T00:00:00Z`)).toEqual([]);
    expect(await idsOf(`${path}?beforeUpdatedAt=2001-01-01T00:00:00Z`)).toEqual([]);
    const wrong = await fixture.ada.call('GET', `${path}?take=0&sortCreatedAt=up&afterCreatedAt=yesterday`);
    expect(faulty(wrong).toSorted()).toEqual(['afterCreatedAt', 'sortCreatedAt', 'take']);
  });
});

describe('a response', () => {
  async function answered(size = 50): Promise<{ readonly formId: string; readonly path: string }> {
    const formId = await form();
    const { data } = await answer(fixture.ada, fixture.team, formId, { size, note: 'First' });
    return { formId, path: `routing-forms/${formId}/responses/${data.routing.responseId}` };
  }
  const change = (mount: string, path: string, response: object, caller = fixture.ada) =>
    caller.call<ResponseView>('PATCH', `${mount}/${path}`, { response });

  test('is changed answer by answer at both mounts', async () => {
    const { path, formId } = await answered();
    const one = await change(team, path, { 'f-note': { label: 'ignored', value: 'Second' } });
    expect([one.status, one.data.response]).toEqual([
      200,
      { 'f-size': { label: 'Company size', value: 50 }, 'f-note': { label: 'Note', value: 'Second' } },
    ]);
    const other = await change(organization, path, { note: '' });
    expect(Object.keys(other.data.response)).toEqual(['f-size']);
    expect(await list(formId)).toEqual([other.data]);
    const refused = await change(team, path, { size: '' });
    expect([refused.status, faulty(refused)]).toEqual([400, ['response.size']]);
    expect((await fixture.ada.call('PATCH', `${team}/${path}`, {})).status).toBe(200);
  });

  test('contains each of many parallel changes', async () => {
    const formId = await form({
      fields: Array.from({ length: 8 }, (_, at) => field({ id: `q${at}` })),
      routes: [],
      fallback: message('Thanks'),
    });
    const { data } = await answer(fixture.ada, fixture.team, formId);
    const path = `routing-forms/${formId}/responses/${data.routing.responseId}`;
    const mounts = [team, organization];
    await Promise.all(
      Array.from({ length: 8 }, (_, at) => change(mounts[at % 2] ?? team, path, { [`q${at}`]: `v${at}` })),
    );
    expect(Object.keys((await list(formId))[0]?.response ?? {})).toHaveLength(8);
  });

  test('is deleted once', async () => {
    const { path, formId } = await answered();
    const [stored] = await list(formId);
    const removed = await fixture.ada.call<ResponseView>('DELETE', `${organization}/${path}`);
    expect([removed.status, removed.data]).toEqual([200, stored]);
    expect(await list(formId)).toEqual([]);
    for (const mount of [team, organization])
      expect((await fixture.ada.call('DELETE', `${mount}/${path}`)).status).toBe(404);
    expect((await change(team, path, { note: 'x' })).status).toBe(404);
  });

  test('is listed with the others, by time and page', async () => {
    const { formId } = await answered();
    await answer(fixture.ada, fixture.team, formId, { size: 60 });
    const ids = (await list(formId)).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect((await list(formId, 'sortCreatedAt=desc')).map(({ id }) => id)).toEqual(ids.toReversed());
    expect((await list(formId, 'take=1&skip=1')).map(({ id }) => id)).toEqual(ids.slice(1));
    expect(await list(formId, 'beforeCreatedAt=2001-01-01T00:00:00Z')).toEqual([]);
    expect(await list(formId, 'routedToBookingUid=none')).toEqual([]);
  });
});

describe('a form of another group', () => {
  test('is not found by any call', async () => {
    const formId = await form();
    const { data } = await answer(fixture.ada, fixture.team, formId, { size: 50 });
    const own = await fixture.nonMember.call<{ readonly id: number }>('GET', '/v2/me');
    const teams = await fixture.service.stores.teams.teams.createOrganization(
      fixture.nonMember.id,
      { name: 'Elsewhere', slug: 'elsewhere' },
      { actor: 'test' },
    );
    const elsewhere = `/v2/organizations/${typeof teams === 'object' ? teams.id : own.data.id}`;
    const path = `${elsewhere}/routing-forms/${formId}/responses`;
    const { nonMember } = fixture;
    expect((await nonMember.call('GET', `${elsewhere}/routing-forms`)).data).toEqual([]);
    for (const [method, address] of [
      ['GET', path],
      ['POST', `${path}?${RANGE}`],
      ['PATCH', `${path}/${data.routing.responseId}`],
      ['DELETE', `${path}/${data.routing.responseId}`],
      ['GET', `${team}/routing-forms`],
      ['POST', `${fixture.team}/routing-forms/${formId}/responses?${RANGE}`],
    ] as const) {
      expect((await nonMember.call(method, address, method === 'GET' ? undefined : {})).status).toBe(404);
    }
  });

  test('of the own team is answered by members, and read and changed only by administrators', async () => {
    const formId = await form();
    const { data } = await answer(fixture.ben, team, formId, { size: 50 });
    const path = `${team}/routing-forms/${formId}/responses`;
    for (const [method, address] of [
      ['GET', path],
      ['GET', `${team}/routing-forms`],
      ['PATCH', `${path}/${data.routing.responseId}`],
      ['DELETE', `${path}/${data.routing.responseId}`],
      ['POST', `${organization}/routing-forms/${formId}/responses?${RANGE}`],
    ] as const) {
      expect((await fixture.ben.call(method, address, method === 'GET' ? undefined : {})).status).toBe(403);
    }
    expect(await list(formId)).toHaveLength(1);
  });
});
