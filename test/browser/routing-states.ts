/* Routing forms, from the empty list to a route that does not fit. */
import type { Page } from 'playwright-core';
import { condition, definition, field, message, route } from '../scheduling/routing-forms/form-samples.js';
import type { FormDefinition } from '../../src/scheduling/routing-forms/routing-form.js';
import { type Scene, signedIn, type Stage } from './browser-fixture.js';

const CAUSE = { actor: 'test' };
const FORMS = '/settings/routing-forms';
const LONGEST_NAME = 200;

let count = 0;
const next = (): string => `routing-scene-${(count += 1)}`;

interface Own {
  readonly stage: Stage;
  readonly teamId: number;
}

async function administrator(stage: Stage): Promise<Own> {
  const person = await stage.service.person('Olga Owner');
  const terms = {
    organizationId: undefined,
    name: 'Front desk',
    slugs: [next()],
    settings: {},
    accepted: true,
    most: 9,
  };
  const made = await stage.service.stores.teams.create(person.account.id, terms, CAUSE);
  return { stage: { ...stage, person }, teamId: typeof made === 'object' ? made.id : 0 };
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
    field({ id: 'long', label: 'W'.repeat(LONGEST_NAME), identifier: 'w'.repeat(100) }),
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

async function formOf({ stage, teamId }: Own, change: Partial<FormDefinition> = {}): Promise<string> {
  const draft = { id: next(), placeId: teamId, definition: { ...WHOLE, ...change }, most: 100 };
  await stage.service.stores.routingDesigns.create(stage.person.account.id, draft, CAUSE);
  return `${FORMS}/${draft.id}`;
}

/** At a page of a whole form. */
const at =
  (path: string, then: (page: Page) => Promise<void> = () => Promise.resolve()) =>
  async (page: Page, stage: Stage): Promise<void> => {
    const own = await administrator(stage);
    await signedIn(page, own.stage, `${await formOf(own)}${path}`);
    await then(page);
  };

export const ROUTING_SCENES: readonly Scene[] = [
  ['routing-forms-nowhere', (page, stage) => signedIn(page, stage, FORMS)],
  ['routing-forms-none', async (page, stage) => signedIn(page, (await administrator(stage)).stage, FORMS)],
  [
    'routing-forms',
    async (page, stage) => {
      const own = await administrator(stage);
      await formOf(own);
      await formOf(own, { name: 'W'.repeat(LONGEST_NAME), disabled: true });
      await signedIn(page, own.stage, FORMS);
    },
  ],
  [
    'routing-form-new',
    async (page, stage) => signedIn(page, (await administrator(stage)).stage, `${FORMS}/new`),
  ],
  ['routing-form', at('')],
  [
    'routing-form-empty',
    async (page, stage) => {
      const own = await administrator(stage);
      await signedIn(page, own.stage, await formOf(own, { fields: [], routes: [], disabled: true }));
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
