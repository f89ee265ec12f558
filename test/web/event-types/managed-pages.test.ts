/* An event type that a team manages, on the pages of a member: what is locked cannot be edited, and says so. */
import { newTerms } from '../../../src/scheduling/event-types/rules.js';
import { formOf, mainText, sentTo } from '../../clients/forms.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { EVENT_TYPES, eventTypeFixture, notice, send } from './fixture.js';

const ACTOR = { actor: 'test' };
const service = useService();
const { eventType, stored } = eventTypeFixture(service);
let ada: Visitor;
let path: string;
beforeAll(async () => {
  ada = await visit(service, await service.user('Ada Lovelace'));
  path = `${EVENT_TYPES}/${await managedCopy(ada.user.account.id)}`;
});

async function managedCopy(accountId: number): Promise<number> {
  const { teams, scheduling } = service.stores;
  const named = { name: 'Harbour', slugs: ['harbour'], settings: {}, accepted: true, most: 9 };
  const team = await teams.teams.create(accountId, { organizationId: undefined, ...named }, ACTOR);
  if (typeof team !== 'object') throw new Error('no team was created');
  const terms = newTerms({ title: 'Check-up', slug: 'check-up', lengthInMinutes: 20, beforeEventBuffer: 5 });
  const host = { accountId, mandatory: false, priority: 'medium', weight: 100 } as const;
  const assignment = { schedulingType: 'managed', assignAllTeamMembers: false, hosts: [host] } as const;
  const input = { ...assignment, terms, most: 9 };
  const made = await scheduling.teamEventTypes.create({ teamId: team.id }, input, ACTOR);
  if (typeof made !== 'object' || !('children' in made)) throw new Error('no event type was created');
  return made.children[0]?.id ?? 0;
}

test('it is marked in the list, and its page has fields only for what a member may choose', async () => {
  const list = await ada.browser.get(EVENT_TYPES);
  expect(mainText(list)).toContain('Managed by a team');
  const page = await ada.browser.get(path);
  expect(notice(page)).toContain('A team manages this event type');
  expect(mainText(page)).toContain('20 minutes');
  const names = formOf(page, path)
    .root.querySelectorAll('input, select, textarea')
    .map((control) => control.getAttribute('name'))
    .filter((name) => name !== 'csrf' && name !== 'version');
  expect([...new Set(names)].toSorted()).toEqual([
    'location_kind',
    'location_value',
    'location_visible',
    'schedule',
  ]);
  expect(page.html).not.toContain('Delete this event type');
  const questions = await ada.browser.get(`${path}/questions`);
  expect(questions.root.querySelectorAll('main ol.form-parts a')).toEqual([]);
});

test('its locations are saved, and a title that is sent with them is not', async () => {
  const before = await stored(ada, path);
  const page = await ada.browser.get(path);
  const saved = await send(ada, page, path, {
    ...{ title: 'Mine', beforeEventBuffer: '0', before: '0' },
    ...{ location_kind: ['phone'], location_value: ['+351 21 000 0000'] },
  });
  expect(saved.status).toBe(200);
  const locations = [{ type: 'phone', phone: '+351210000000', public: false }];
  expect(await stored(ada, path)).toEqual({ ...before, locations });
});

test('its questions and the event type itself stay, whatever form is sent', async () => {
  const before = await stored(ada, path);
  const own = await eventType(ada);
  const question = formOf(await ada.browser.get(`${own}/new-question`), 'new-question');
  const version = (await ada.browser.get(path)).root.querySelector('[name=version]')?.getAttribute('value');
  const typed = { label: 'Mine', version: version ?? '' };
  await ada.browser.submit(sentTo(question, `${path}/new-question`), typed);
  const removal = formOf(await ada.browser.get(own), `${own}/remove`);
  expect((await ada.browser.submit(sentTo(removal, `${path}/remove`), {})).status).toBe(403);
  expect(await stored(ada, path)).toEqual(before);
});
