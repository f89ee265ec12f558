import fc from 'fast-check';
import { fillTemplate, templateFault } from '../../../src/scheduling/webhooks/payload-template.js';

const VALUES = {
  title: 'Tea "for" two\n{{title}}',
  bookingId: 7,
  paid: false,
  nothing: null,
  organizer: { name: 'Ada' },
  attendees: [{ name: 'Grace & Co' }, { name: 'Alan' }],
};

describe('a payload template', () => {
  test.each<[string, RegExp | undefined]>([
    ['', undefined],
    ['plain words', undefined],
    ['{"text":"{{title}}"}', undefined],
    ['{"a":{"b":{{bookingId}}}}', undefined],
    ['{{{title}}} {{&title}} {{! aside }}', undefined],
    ['{{title', /^is broken: unclosed tag at 7$/],
    ['{{#attendees}}{{name}}{{/attendees}}', /sections/],
    ['{{^attendees}}none{{/attendees}}', /sections/],
    ['{{#attendees}}', /^is broken: unclosed section/],
    ['{{> part}}', /partials/],
    ['{{=<% %>=}}', /^is broken|only/],
    ['{{}}', /without a name/],
    ['{{x}}'.repeat(101), /more than 100 variables/],
  ])('is valid or refused: %j', (template, fault) => {
    const message = templateFault(template);
    if (fault === undefined) expect(message).toBeUndefined();
    else expect(message).toMatch(fault);
  });
});

describe('a filled template', () => {
  test.each<[string, string]>([
    ['{{organizer.name}} has {{bookingId}}', 'Ada has 7'],
    ['{{attendees.0.name}}, {{attendees.1.name}}', 'Grace & Co, Alan'],
    ['no {{unknown}}{{nothing}}{{organizer.name.length}}{{__proto__}}', 'no '],
    ['as a form: name={{organizer.name}}&paid={{paid}}', 'as a form: name=Ada&paid=false'],
    ['all of {{organizer}}', 'all of {"name":"Ada"}'],
    ['{{title}}', VALUES.title],
    ['{{{title}}}', VALUES.title],
  ])('as text is rendered as text: %j', (template, filled) =>
    expect(fillTemplate(template, VALUES)).toBe(filled),
  );

  test.each<[string, unknown]>([
    ['{"text":"{{title}}"}', { text: VALUES.title }],
    ['{"text":"{{{title}}}"}', { text: VALUES.title }],
    ['{"text":{{title}}}', { text: VALUES.title }],
    ['{"id":{{bookingId}},"paid":{{paid}}}', { id: 7, paid: false }],
    ['{"id":"no {{bookingId}}"}', { id: 'no 7' }],
    ['{"who":{{attendees}}}', { who: VALUES.attendees }],
    ['{"who":"{{organizer}}"}', { who: '{"name":"Ada"}' }],
    ['{"none":{{unknown}},"gone":"{{nothing}}"}', { none: null, gone: '' }],
    ['{"a \\" quote":"{{bookingId}}","b":{{bookingId}}}', { 'a " quote': '7', b: 7 }],
  ])('as JSON is rendered as JSON: %j', (template, value) =>
    expect(JSON.parse(fillTemplate(template, VALUES))).toEqual(value),
  );

  it('as JSON has the same shape for any values', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const filled = fillTemplate('{"quoted":"<{{x}}>","bare":{{x}},"end":1}', { x: value });
        expect(Object.keys(JSON.parse(filled) as object)).toEqual(['quoted', 'bare', 'end']);
      }),
    );
  });
});
