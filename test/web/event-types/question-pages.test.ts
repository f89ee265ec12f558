/* The questions of an event type with real forms. */
import { DEFAULT_FIELDS } from '../../../src/scheduling/event-types/fields.js';
import { sentFields } from '../../../src/scheduling/event-types/field-edits.js';
import type { FieldValue, Page } from '../../support/browser.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { eventTypeFixture, faultsOn, notice, send, valueOf } from './fixture.js';

const service = useService();
const { eventType, stored } = eventTypeFixture(service);
let ada: Visitor;
beforeAll(async () => {
  ada = await visit(service, await service.user('Ada Lovelace'));
});

const post = async (
  path: string,
  fields: Readonly<Record<string, FieldValue>>,
  button?: string,
): Promise<Page> => send(ada, await ada.browser.get(path), path, fields, button);
const ownFields = async (path: string) => sentFields((await stored(ada, path)).bookingFields);

const COMPANY = {
  type: 'text',
  slug: 'company',
  label: 'Company',
  required: true,
  disableOnPrefill: true,
} as const;
const TOPIC = {
  type: 'select',
  slug: 'topic',
  label: 'Topic',
  required: false,
  options: ['One', 'Two'],
} as const;

test('a question is added, edited without loss, moved and deleted', async () => {
  const path = await eventType(ada, { bookingFields: [COMPANY] });
  const options = 'Pricing\r\n\r\n Support ';
  const added = await post(`${path}/new-question`, {
    ...{ label: 'What is it about?', type: 'select', options, required: 'yes' },
  });
  expect([added.status, notice(added)]).toEqual([
    200,
    expect.stringMatching(/^The question “\u2068.+\u2069” is saved\.$/),
  ]);
  const about = { slug: 'what-is-it-about', type: 'select', options: ['Pricing', 'Support'], required: true };
  expect(await ownFields(path)).toMatchObject([COMPANY, about]);
  await post(`${path}/questions/company`, { label: 'Organization', required: [] });
  expect((await ownFields(path))[0]).toMatchObject({ ...COMPANY, label: 'Organization', required: false });
  await post(`${path}/questions`, {}, 'what-is-it-about');
  expect((await ownFields(path)).map(({ slug }) => slug)).toEqual(['what-is-it-about', 'company']);
  const removed = await post(`${path}/questions/company`, {}, 'remove');
  expect(notice(removed)).toContain('Answers in bookings stay.');
  expect(await ownFields(path)).toMatchObject([about]);
});

test('a default question is reworded, required or not asked, but the name always is', async () => {
  const path = await eventType(ada, { bookingFields: [TOPIC] });
  await post(`${path}/questions/notes`, { label: 'Anything else?', required: 'yes' });
  await post(`${path}/questions/guests`, { hidden: 'yes' });
  const page = await ada.browser.get(`${path}/questions/name`);
  expect(page.root.querySelector('[name=hidden]')).toBeNull();
  await post(`${path}/questions/name`, { label: 'Who are you?', required: [], hidden: 'yes' });
  const fields = (await stored(ada, path)).bookingFields;
  expect(fields.filter(({ isDefault }) => isDefault)).toEqual(
    DEFAULT_FIELDS.map((field) => {
      if (field.type === 'notes') return { ...field, label: 'Anything else?', required: true };
      if (field.type === 'guests') return { ...field, hidden: true };
      return field.type === 'name' ? { ...field, label: 'Who are you?' } : field;
    }),
  );
});

test('a question is returned with what was typed when it is invalid', async () => {
  const path = await eventType(ada, { bookingFields: [COMPANY] });
  const refused = await post(`${path}/new-question`, {
    ...{ label: ' ', type: 'radio', options: '', identifier: 'not valid', placeholder: 'Kept' },
  });
  expect([refused.status, faultsOn(refused)]).toEqual([
    422,
    [
      'The list of choices must offer at least one.',
      expect.stringMatching(/^The identifier must be 1 to 64 letters/),
    ],
  ]);
  expect(valueOf(refused, 'placeholder')).toBe('Kept');
  expect(refused.root.querySelector('option[value=radio]')?.hasAttribute('selected')).toBe(true);
  const twice = await post(`${path}/new-question`, { label: 'Again', identifier: 'company' });
  expect([twice.status, faultsOn(twice)]).toEqual([422, ['Another question has this identifier.']]);
  const unreachable = await post(`${path}/questions/email`, { required: [] });
  expect(faultsOn(unreachable)).toEqual([
    expect.stringContaining('must ask for a way to reach the booker') as string,
  ]);
  expect(await ownFields(path)).toMatchObject([COMPANY]);
});

test('a question that was changed meanwhile is not overwritten', async () => {
  const path = await eventType(ada, { bookingFields: [COMPANY, TOPIC] });
  const [question, list] = [
    await ada.browser.get(`${path}/questions/company`),
    await ada.browser.get(`${path}/questions`),
  ];
  await post(`${path}/questions/topic`, { label: 'Subject' });
  const stale = await send(ada, question, `${path}/questions/company`, { label: 'Typed here' });
  expect([stale.status, valueOf(stale, 'label')]).toEqual([409, 'Typed here']);
  expect((await send(ada, list, `${path}/questions`, {}, 'topic')).status).toBe(409);
  expect((await ownFields(path)).map(({ label }) => label)).toEqual(['Company', 'Subject']);
  expect((await ada.browser.get(`${path}/questions/unknown`)).status).toBe(404);
});
