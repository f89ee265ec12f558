/* Routing forms, from the empty list to an invalid route. */
import type { Page } from 'playwright-core';
import { condition, definition, field, message, route } from '../scheduling/routing-forms/form-samples.js';
import type { FormDefinition } from '../../src/scheduling/routing-forms/routing-form.js';
import { type PageState, signedIn, type BrowserFixture } from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const FORMS = '/settings/routing-forms';
const MAX_NAME_LENGTH = 200;

let count = 0;
const next = (): string => `routing-state-${(count += 1)}`;

interface Own {
  readonly fixture: BrowserFixture;
  readonly teamId: number;
}

async function administrator(fixture: BrowserFixture): Promise<Own> {
  const user = await fixture.service.user('Olga Owner');
  const terms = {
    organizationId: undefined,
    name: 'Front desk',
    slugs: [next()],
    settings: {},
    accepted: true,
    most: 9,
  };
  const team = await fixture.service.stores.teams.teams.create(user.account.id, terms, ACTOR);
  return { fixture: { ...fixture, user }, teamId: typeof team === 'object' ? team.id : 0 };
}

const WHOLE: FormDefinition = definition({
  name: 'How can we help you?',
  description: 'Leads patients to the right doctor.',
  fields: [
    field({
      id: 'topic',
      label: 'What is it about?',
      type: 'select',
      required: true,
      options: ['Pain', 'Advice'],
    }),
    field({ id: 'age', label: 'How old are you?', type: 'number', identifier: 'age-in-years' }),
    field({ id: 'long', label: 'W'.repeat(MAX_NAME_LENGTH), identifier: 'w'.repeat(100) }),
  ],
  routes: [
    route({
      id: 'one',
      conditions: [condition('topic', 'equals', 'Pain'), condition('age', 'less', '18')],
      action: { kind: 'url', url: 'https://example.com/children' },
    }),
    route({
      id: 'two',
      match: 'any',
      conditions: [condition('topic', 'any_of', 'Pain', 'Advice'), condition('age', 'empty')],
      action: message('Please call us.'),
    }),
  ],
});

async function formOf({ fixture, teamId }: Own, change: Partial<FormDefinition> = {}): Promise<string> {
  const draft = { id: next(), groupId: teamId, definition: { ...WHOLE, ...change }, most: 100 };
  await fixture.service.stores.scheduling.routingDesigns.create(fixture.user.account.id, draft, ACTOR);
  return `${FORMS}/${draft.id}`;
}

/** A page of a complete form. */
const at =
  (path: string, then: (page: Page) => Promise<void> = () => Promise.resolve()) =>
  async (page: Page, fixture: BrowserFixture): Promise<void> => {
    const own = await administrator(fixture);
    await signedIn(page, own.fixture, `${await formOf(own)}${path}`);
    await then(page);
  };

export const ROUTING_STATES: readonly PageState[] = [
  ['routing-forms-nowhere', (page, fixture) => signedIn(page, fixture, FORMS)],
  [
    'routing-forms-none',
    async (page, fixture) => signedIn(page, (await administrator(fixture)).fixture, FORMS),
  ],
  [
    'routing-forms',
    async (page, fixture) => {
      const own = await administrator(fixture);
      await formOf(own);
      await formOf(own, { name: 'W'.repeat(MAX_NAME_LENGTH), disabled: true });
      await signedIn(page, own.fixture, FORMS);
    },
  ],
  [
    'routing-form-new',
    async (page, fixture) => signedIn(page, (await administrator(fixture)).fixture, `${FORMS}/new`),
  ],
  ['routing-form', at('')],
  [
    'routing-form-empty',
    async (page, fixture) => {
      const own = await administrator(fixture);
      await signedIn(page, own.fixture, await formOf(own, { fields: [], routes: [], disabled: true }));
    },
  ],
  ['routing-form-question', at('/fields/topic')],
  [
    'routing-form-question-in-use',
    at('/fields/topic', async (page) => {
      await page.getByRole('button', { name: 'Delete this question' }).click();
      await page.getByRole('alert').waitFor();
    }),
  ],
  ['routing-form-route', at('/routes/two')],
  [
    'routing-form-route-faulty',
    at('/routes/one', async (page) => {
      await page.getByLabel('Value').nth(1).fill('young');
      await page.getByRole('textbox', { name: 'Address' }).fill('http://example.com');
      await page.getByRole('button', { name: 'Save route' }).click();
      await page.getByRole('alert').waitFor();
    }),
  ],
  ['routing-form-fallback', at('/routes/fallback')],
];
