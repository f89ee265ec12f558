import type { BookingField } from '../../../src/scheduling/event-types/event-type.js';
import { completeFields, fieldFaults } from '../../../src/scheduling/event-types/fields.js';
import type { SentField } from '../../../src/scheduling/event-types/fields.js';
import { validateResponses } from '../../../src/scheduling/event-types/responses.js';

const fieldsOf = (field: SentField): readonly BookingField[] => completeFields([field]);
const fieldOf = (type: BookingField['type'], change: Partial<SentField> = {}) =>
  fieldsOf({ type, slug: 'q', label: 'A question', ...change });

const CHOICES = { options: ['red', 'green'] };

describe('the response to a booking field', () => {
  test.each<[BookingField['type'], unknown, unknown]>([
    ['text', '  Zoë ', 'Zoë'],
    ['textarea', 'a\nb', 'a\nb'],
    ['address', '1 Main Street', '1 Main Street'],
    ['phone', '+351 21 000 0000', '+351210000000'],
    ['number', 7.5, 7.5],
    ['number', '42', 42],
    ['url', 'https://a.example/x?y=1', 'https://a.example/x?y=1'],
    ['multiemail', [' a@b.example', 'a@b.example', 'c@d.example'], ['a@b.example', 'c@d.example']],
    ['boolean', false, false],
    ['select', 'red', 'red'],
    ['radio', 'green', 'green'],
    ['multiselect', ['green', 'red'], ['green', 'red']],
    ['checkbox', ['red'], ['red']],
  ])('of type %s accepts %j', (type, value, stored) => {
    expect(validateResponses(fieldOf(type, CHOICES), { q: value })).toEqual({
      responses: { q: stored },
      faults: [],
    });
  });

  test.each<[BookingField['type'], unknown, string]>([
    ['text', 7, 'string'],
    ['text', 'a\nb', 'control'],
    ['text', 'x'.repeat(1_001), '1000'],
    ['textarea', 'a\u202eb', 'control'],
    ['phone', '12345', 'country code'],
    ['phone', 'call +14155552671 now', 'country code'],
    ['number', 'seven', 'number'],
    ['number', Infinity, 'number'],
    ['url', 'javascript:alert(1)', 'https://'],
    ['url', 'https://me:pw@a.example', 'https://'],
    ['multiemail', 'a@b.example', 'list'],
    ['multiemail', ['a@b.example', 'nobody'], 'list'],
    ['boolean', 'true', 'true or false'],
    ['select', 'blue', 'red, green'],
    ['select', ['red'], 'red, green'],
    ['radio', 'RED', 'red, green'],
    ['multiselect', ['red', 'red'], 'at most once'],
    ['checkbox', ['blue'], 'red, green'],
  ])('of type %s refuses %j', (type, value, text) => {
    const { responses, faults } = validateResponses(fieldOf(type, CHOICES), { q: value });
    expect(responses).toEqual({});
    expect(faults).toEqual([
      { property: 'bookingFieldsResponses.q', message: expect.stringContaining(text) },
    ]);
  });

  test.each<[BookingField['type'], unknown]>([
    ['text', undefined],
    ['text', null],
    ['text', '   '],
    ['multiselect', []],
    ['boolean', false],
  ])('is missing when a required %s is %j, unless it is hidden', (type, value) => {
    const required = { ...CHOICES, required: true };
    expect(validateResponses(fieldOf(type, required), { q: value }).faults).toEqual([
      { property: 'bookingFieldsResponses.q', message: 'must be answered' },
    ]);
    expect(validateResponses(fieldOf(type, { ...required, hidden: true }), { q: value }).faults).toEqual([]);
    expect(validateResponses(fieldOf(type, CHOICES), { q: value }).faults).toEqual([]);
  });

  test('is dropped when there is no such field, or when the booking has a property for it', () => {
    const responses = {
      q: 'kept',
      other: 1,
      name: 'x',
      email: 'nobody',
      guests: 7,
      location: {},
      rescheduleReason: 7,
      constructor: 'x',
      notes: 'Bring the plan.',
    };
    expect(validateResponses(fieldOf('text'), responses)).toEqual({
      responses: { q: 'kept', notes: 'Bring the plan.' },
      faults: [],
    });
    expect(validateResponses(fieldOf('text'))).toEqual({ responses: {}, faults: [] });
  });

  test('ignores properties that every object inherits', () => {
    const fields = fieldsOf({ type: 'text', slug: 'constructor', label: 'Who built it?' });
    expect(validateResponses(fields, {})).toEqual({ responses: {}, faults: [] });
  });
});

describe('the booking fields of an event type', () => {
  test('contain the seven default fields, overridden where they are sent, around its own', () => {
    const fields = completeFields([
      { type: 'guests', hidden: true },
      { type: 'text', slug: 'company', label: 'Company', required: true },
      { type: 'name', label: 'Who are you?', required: false, hidden: true },
    ]);
    expect(fields.map(({ slug }) => slug)).toEqual([
      'name',
      'email',
      'title',
      'location',
      'company',
      'notes',
      'guests',
      'rescheduleReason',
    ]);
    expect(fields[0]).toMatchObject({
      label: 'Who are you?',
      required: true,
      hidden: false,
      isDefault: true,
    });
    expect(fields[4]).toMatchObject({ required: true, hidden: false, isDefault: false });
    expect(fields[6]).toMatchObject({ hidden: true, isDefault: true });
    expect(fieldFaults(fields)).toEqual([]);
  });

  test('must ask for an address or a phone number of the booker', () => {
    const phone = { type: 'phone', slug: 'attendeePhoneNumber', label: 'Phone', required: true } as const;
    const optional = { type: 'email', required: false } as const;
    expect(fieldFaults(completeFields([optional]))).toHaveLength(1);
    expect(fieldFaults(completeFields([optional, { ...phone, hidden: true }]))).toHaveLength(1);
    expect(fieldFaults(completeFields([optional, phone]))).toEqual([]);
  });

  test('have unique slugs', () => {
    const text = { type: 'text', slug: 'q', label: 'Q' } as const;
    expect(fieldFaults(completeFields([text, text]))).toMatchObject([{ property: 'bookingFields' }]);
    expect(fieldFaults(completeFields([{ ...text, slug: 'notes' }]))).toHaveLength(1);
  });
});
