/* Rules of routing forms: routes, answers, questions and edits, as tables of pure decisions. */
import fc from 'fast-check';
import { chooseRoute } from '../../../src/scheduling/routing-forms/choose-route.js';
import {
  type Revise,
  withDisabled,
  withFallback,
  withField,
  withHead,
  withMovedUp,
  withoutField,
  withoutRoute,
  withRoute,
} from '../../../src/scheduling/routing-forms/edits.js';
import { readAnswers } from '../../../src/scheduling/routing-forms/read-answers.js';
import type { Answers, AnswerValue, Operator } from '../../../src/scheduling/routing-forms/routing-form.js';
import { fieldFaults, identifierFor, routeFaults } from '../../../src/scheduling/routing-forms/rules.js';
import { condition, definition, field, message, route } from './form-samples.js';

const answered = (values: Readonly<Record<string, AnswerValue | undefined>>): Answers =>
  Object.fromEntries(
    Object.entries(values).flatMap(([id, value]) =>
      value === undefined ? [] : [[id, { label: id, value }]],
    ),
  );

const leads = (
  operator: Operator,
  answer: AnswerValue | undefined,
  ...values: readonly string[]
): boolean => {
  const form = definition({ routes: [route({ conditions: [condition('q', operator, ...values)] })] });
  return chooseRoute(form, answered({ q: answer })) !== undefined;
};

describe('a condition', () => {
  test.each<[boolean, Operator, AnswerValue | undefined, ...string[]]>([
    [true, 'equals', 'Sales', 'sales'],
    [true, 'equals', ' Sales ', 'SALES'],
    [false, 'equals', 'Sales team', 'sales'],
    [true, 'equals', 5, '5.0'],
    [false, 'equals', 0, ' '],
    [true, 'equals', ['Red'], 'red'],
    [false, 'equals', ['Red', 'Blue'], 'red'],
    [false, 'equals', undefined, 'sales'],
    [true, 'not_equals', 'Support', 'sales'],
    [false, 'not_equals', 'Sales', 'sales'],
    [true, 'not_equals', undefined, 'sales'],
    [true, 'contains', 'The sales team', 'SALES'],
    [false, 'contains', 'The team', 'sales'],
    [true, 'contains', 2026, '02'],
    [true, 'contains', ['Red', 'Blue'], 'blue'],
    [false, 'contains', ['Light blue'], 'blue'],
    [false, 'contains', undefined, 'sales'],
    [true, 'not_contains', ['Light blue'], 'blue'],
    [true, 'not_contains', undefined, 'sales'],
    [false, 'not_contains', 'sales', 'sales'],
    [true, 'any_of', 'Berlin', 'Lisbon', 'berlin'],
    [false, 'any_of', 'Paris', 'Lisbon', 'berlin'],
    [true, 'any_of', ['Red', 'Blue'], 'Green', 'Blue'],
    [true, 'any_of', 5, '4', '5'],
    [false, 'any_of', undefined, 'Lisbon'],
    [true, 'none_of', 'Paris', 'Lisbon', 'Berlin'],
    [false, 'none_of', ['Red', 'Blue'], 'Green', 'Blue'],
    [true, 'none_of', undefined, 'Lisbon'],
    [true, 'greater', 10, '9'],
    [false, 'greater', 10, '10'],
    [true, 'greater', '10', '9'],
    [false, 'greater', 'ten', '9'],
    [false, 'greater', undefined, '-1'],
    [true, 'less', -1, '0'],
    [false, 'less', 0, '0'],
    [false, 'less', undefined, '1'],
    [false, 'less', ['1'], '2'],
    [true, 'empty', undefined],
    [false, 'empty', 0],
    [true, 'not_empty', 0],
    [false, 'not_empty', undefined],
  ])('%s: %s with the answer %p and %p', (met, operator, answer, ...values) => {
    expect(leads(operator, answer, ...values)).toBe(met);
  });

  const answer = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(fc.string(), { minLength: 1 }),
    fc.constant(undefined),
  );
  test.each([
    ['equals', 'not_equals'],
    ['contains', 'not_contains'],
    ['any_of', 'none_of'],
    ['empty', 'not_empty'],
  ] as const)('%s and %s are opposites', (one, other) => {
    fc.assert(
      fc.property(answer, fc.string({ minLength: 1 }), (answers, value) => {
        expect(leads(one, answers, value)).toBe(!leads(other, answers, value));
      }),
    );
  });
});

describe('the routes of a form', () => {
  const both = [condition('a', 'equals', 'x'), condition('b', 'equals', 'y')];
  const form = definition({
    routes: [
      route({ id: '1', match: 'all', conditions: both, action: message('both') }),
      route({ id: '2', match: 'any', conditions: both, action: message('one') }),
      route({ id: '3', conditions: [condition('c', 'not_empty')], action: message('third') }),
    ],
  });
  test.each([
    [{ a: 'x', b: 'y', c: 'z' }, 'both'],
    [{ a: 'x', c: 'z' }, 'one'],
    [{ b: 'y' }, 'one'],
    [{ c: 'z' }, 'third'],
    [{ a: 'z' }, undefined],
    [{}, undefined],
  ])('%p is routed to %s', (values, text) => {
    expect(chooseRoute(form, answered(values))?.action).toEqual(text && message(text));
  });

  test('ignore properties that objects inherit', () => {
    const inherited = definition({
      routes: [route({ conditions: [condition('constructor', 'not_empty')] })],
    });
    expect(chooseRoute(inherited, {})).toBeUndefined();
  });

  test('are evaluated in order, and the first match applies', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 8 }), (fitting) => {
        const routes = fitting.map((fits, at) =>
          route({
            id: String(at),
            conditions: [condition('q', fits ? 'not_empty' : 'empty')],
            action: message(String(at)),
          }),
        );
        const first = fitting.indexOf(true);
        const chosen = chooseRoute(definition({ routes }), answered({ q: 'yes' }));
        expect(chosen).toEqual(routes[first]);
      }),
    );
  });
});

describe('answers', () => {
  const fields = [
    field({ id: '1', identifier: 'name', required: true }),
    field({ id: '2', identifier: 'size', type: 'number' }),
    field({ id: '3', identifier: 'mail', type: 'email' }),
    field({ id: '4', identifier: 'phone', type: 'phone' }),
    field({ id: '5', identifier: 'city', type: 'select', options: ['Lisbon', 'Porto'] }),
    field({ id: '6', identifier: 'topics', type: 'multiselect', options: ['Cost', 'Time'] }),
    field({ id: '7', identifier: 'site', type: 'url' }),
  ];

  test('are stored by the id of their question, without unknown questions', () => {
    const inputs = { name: ' Ada ', size: '12', phone: '+351 210 000 000', topics: ['Time'], other: 'x' };
    expect(readAnswers(fields, inputs)).toEqual({
      answers: {
        1: { label: 'About 1', value: 'Ada' },
        2: { label: 'About 2', value: 12 },
        4: { label: 'About 4', value: '+351210000000' },
        6: { label: 'About 6', value: ['Time'] },
      },
      faults: [],
    });
  });

  test('are accepted in the shape of responses', () => {
    const inputs = { 1: { label: 'Anything', value: 'Ada' }, city: { value: 'Porto' } };
    expect(readAnswers(fields, inputs)).toEqual({
      answers: { 1: { label: 'About 1', value: 'Ada' }, 5: { label: 'About 5', value: 'Porto' } },
      faults: [],
    });
  });

  test.each([
    ['name', undefined, 'must be answered'],
    ['name', '  ', 'must be answered'],
    ['name', 7, 'must be a string'],
    ['name', { value: null }, 'must be answered'],
    ['size', 'many', 'must be a number'],
    ['mail', 'ada', 'must be an e-mail address'],
    ['phone', '12', /phone number/],
    ['city', 'Paris', /Lisbon, Porto/],
    ['topics', ['Cost', 'Cost'], /each at most once/],
    ['topics', 'Cost', /list/],
    ['site', 'javascript:alert(1)', /URL/],
  ])('%s cannot be %p', (identifier, value, message) => {
    const { faults } = readAnswers(fields, { name: 'Ada', [identifier]: value });
    expect(faults).toEqual([
      {
        property: identifier,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      },
    ]);
  });

  test('that are changed leave the others unchanged, also those to removed questions', () => {
    const current = answered({ 1: 'Ada', 2: 3, old: 'kept' });
    const change = { size: '', 4: { value: '+351210000000' } };
    const { answers, faults } = readAnswers(fields, change, { current, path: 'response.' });
    expect(faults).toEqual([]);
    expect(Object.entries(answers).map(([id, { value }]) => [id, value])).toEqual([
      ['1', 'Ada'],
      ['4', '+351210000000'],
      ['old', 'kept'],
    ]);
    expect(readAnswers(fields, { name: '' }, { current, path: 'response.' }).faults).toEqual([
      { property: 'response.name', message: 'must be answered' },
    ]);
  });
});

describe('a question', () => {
  test.each([
    [{ label: '' }, 'label'],
    [{ label: 'x'.repeat(201) }, 'label'],
    [{ label: 'a\u202eb' }, 'label'],
    [{ identifier: '' }, 'identifier'],
    [{ identifier: '9lives' }, 'identifier'],
    [{ identifier: 'a b' }, 'identifier'],
    [{ identifier: 'SIZE' }, 'identifier'],
    [{ type: 'select' as const }, 'options'],
    [{ type: 'radio' as const, options: ['Yes', 'yes'] }, 'options'],
    [{ type: 'radio' as const, options: Array.from({ length: 101 }, String) }, 'options'],
  ])('with %p is refused at its %s', (change, property) => {
    const others = [field({ id: 'other', identifier: 'size' })];
    const faults = fieldFaults(field({ id: 'one', ...change }), others);
    expect(faults.map((fault) => fault.property)).toEqual([property]);
  });

  test.each([
    ['Company size?', 'company-size'],
    ['Größe', 'gro-e'],
    ['1. Name', 'name'],
    ['日本', ''],
  ])('%s gets the identifier %s', (label, identifier) => {
    expect(identifierFor(label)).toBe(identifier);
  });
});

describe('a route', () => {
  const fields = [
    field({ id: 'name' }),
    field({ id: 'size', type: 'number' }),
    field({ id: 'city', type: 'select', options: ['Lisbon', 'Porto'] }),
    field({ id: 'topics', type: 'multiselect', options: ['Cost', 'Time'] }),
  ];
  test.each([
    [[], ['conditions']],
    [[condition('gone', 'empty')], ['conditions.0.field']],
    [[condition('name', 'equals')], ['conditions.0.value']],
    [[condition('name', 'empty', 'x')], ['conditions.0.value']],
    [[condition('name', 'greater', '5')], ['conditions.0.operator']],
    [[condition('size', 'greater', 'many')], ['conditions.0.value']],
    [[condition('size', 'equals', '')], ['conditions.0.value']],
    [[condition('city', 'any_of', 'Lisbon', 'Paris')], ['conditions.0.value']],
    [[condition('topics', 'contains', 'Tim')], ['conditions.0.value']],
    [[condition('name', 'equals', 'x'), condition('city', 'equals', 'paris')], ['conditions.1.value']],
    [Array.from({ length: 11 }, () => condition('name', 'empty')), ['conditions']],
    [[condition('city', 'contains', 'bon'), condition('topics', 'equals', 'Cost')], []],
  ])('with %p has faults at %p', (conditions, properties) => {
    expect(routeFaults(route({ conditions }), fields).map(({ property }) => property)).toEqual(properties);
  });

  test.each([
    [{ kind: 'message', text: '' }, 'message'],
    [{ kind: 'url', url: 'http://example.com' }, 'url'],
    [{ kind: 'url', url: 'javascript:alert(1)' }, 'url'],
    [{ kind: 'url', url: 'https://user:word@example.com' }, 'url'],
  ] as const)('cannot lead to %p', (action, property) => {
    const faults = routeFaults(route({ conditions: [condition('name', 'empty')], action }), fields);
    expect(faults.map((fault) => fault.property)).toEqual([property]);
  });
});

describe('an edit', () => {
  const fields = [field({ id: 'a' }), field({ id: 'b' }), field({ id: 'c' })];
  const routes = [
    route({ id: '1', conditions: [condition('b', 'equals', 'x')] }),
    route({ id: '2', conditions: [condition('b', 'empty')] }),
  ];
  const form = definition({ fields, routes });
  const after = (revise: Revise) => {
    const revised = revise(form);
    return revised.kind === 'revised' ? revised.definition : revised;
  };

  test('preserves the order of questions and routes, and moves one up', () => {
    const renamed = field({ id: 'b', label: 'Anew' });
    expect(after(withField(renamed, { isNew: false }))).toMatchObject({
      fields: [fields[0], renamed, fields[2]],
    });
    expect(after(withMovedUp('fields', 'c'))).toMatchObject({ fields: [fields[0], fields[2], fields[1]] });
    expect(after(withMovedUp('routes', '2'))).toMatchObject({ routes: [routes[1], routes[0]] });
    expect(after(withMovedUp('routes', '1'))).toMatchObject({ routes });
    expect(after(withoutRoute('1'))).toMatchObject({ routes: [routes[1]] });
    expect(after(withoutField('a'))).toMatchObject({ fields: [fields[1], fields[2]] });
    expect(after(withDisabled(true))).toMatchObject({ disabled: true });
    expect(after(withHead({ name: 'New', description: null }))).toMatchObject({ name: 'New', fields });
    expect(after(withFallback(message('Bye')))).toMatchObject({ fallback: message('Bye') });
  });

  test('never results in a route with a missing or invalid question', () => {
    const toNumber = field({ id: 'b', type: 'number' });
    for (const revise of [withoutField('b'), withField(toNumber, { isNew: false })])
      expect(after(revise)).toMatchObject({ kind: 'refused', faults: [{ property: 'field' }] });
    expect(after(withoutField('b'))).toMatchObject({
      faults: [{ message: expect.stringContaining('route 1') as string }],
    });
  });

  test('of a missing part is reported', () => {
    const missing = [
      withField(field({ id: 'z' }), { isNew: false }),
      withRoute(route({ id: 'z', conditions: [] }), { isNew: false }),
      withoutField('z'),
      withoutRoute('z'),
      withMovedUp('fields', 'z'),
      withMovedUp('routes', 'z'),
    ];
    expect(missing.map((revise) => after(revise))).toEqual(missing.map(() => ({ kind: 'missing' })));
  });

  test('is refused above the limits', () => {
    const many = definition({ fields: Array.from({ length: 30 }, (_, at) => field({ id: `f${at}` })) });
    expect(withField(field({ id: 'more' }), { isNew: true })(many)).toMatchObject({ kind: 'refused' });
    const one = (at: number) => route({ id: `r${at}`, conditions: [condition('a', 'empty')] });
    const full = definition({ fields, routes: Array.from({ length: 30 }, (_, at) => one(at)) });
    expect(withRoute(one(99), { isNew: true })(full)).toMatchObject({ kind: 'refused' });
  });
});
