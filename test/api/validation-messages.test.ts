import { z } from 'zod';
import { inputFaults, validationMessages } from '../../src/api/validation-messages.js';

const faults = (schema: z.ZodType, value: unknown): string[] => {
  const { success, error } = schema.safeParse(value, { error: validationMessages });
  return success ? [] : inputFaults(error, 'body').map(({ property, message }) => `${property} ${message}`);
};

const attendee = z.object({ name: z.string(), email: z.email() });
const location = z.discriminatedUnion('type', [
  z.object({ type: z.literal('address'), address: z.string() }),
  z.object({ type: z.literal('link'), link: z.url() }),
]);

test.each<[z.ZodType, unknown, string[]]>([
  [z.object({ attendee }), {}, ['attendee must be given: an object']],
  [z.object({ attendee }), [], ['body must be an object']],
  [z.object({ attendee }), undefined, ['body must be given: an object']],
  [attendee, { name: 7, email: 'x' }, ['name must be a text', 'email must be an e-mail address']],
  [z.number(), 'x', ['body must be a number']],
  [z.coerce.number(), 'x', ['body must be a number']],
  [z.int(), 1.5, ['body must be a whole number']],
  [z.boolean(), 'yes', ['body must be true or false']],
  [z.array(z.string()), ['a', 2], ['1 must be a text']],
  [z.array(z.string()).max(1), ['a', 'b'], ['body must have at most 1 entry']],
  [z.array(z.string()).min(2), ['a'], ['body must have at least 2 entries']],
  [z.string().max(3), 'abcd', ['body must have at most 3 characters']],
  [z.string().min(1), '', ['body must have at least 1 character']],
  [z.number().max(250), 251, ['body must be at most 250']],
  [z.number().positive(), 0, ['body must be more than 0']],
  [z.number().multipleOf(5), 3, ['body must be a multiple of 5']],
  [z.enum(['a', 'b']), 'c', ['body must be one of "a", "b"']],
  [z.enum(['a', 'b']), undefined, ['body must be given: one of "a", "b"']],
  [z.literal('a'), 'c', ['body must be "a"']],
  [z.iso.datetime(), 'x', ['body must be a time like 2026-11-21T14:05:00Z']],
  [z.iso.date(), 'x', ['body must be a day like 2026-11-21']],
  [z.url(), 'x', ['body must be an address like https://app.example']],
  [z.string().regex(/^a$/), 'b', ['body must match /^a$/']],
  [z.object({ no: z.undefined() }), { no: 1 }, ['no must be left out']],
  [z.never(), 1, ['body must be left out']],
  [z.union([z.string(), z.array(z.string())]), 7, ['body must be a text, or a list']],
  [z.union([z.string(), attendee]), { name: 'A', email: 'x' }, ['email must be an e-mail address']],
  [
    z.object({ at: z.union([attendee, location]) }),
    { at: { type: 'x' } },
    ['at.type must be one of "address", "link"'],
  ],
  [location, {}, ['type must be one of "address", "link"']],
  [location, { type: 'link', link: 'x' }, ['link must be an address like https://app.example']],
  [z.string().refine((text) => text === 'a', 'must be an a'), 'b', ['body must be an a']],
  [z.string({ error: 'must be nice' }), 7, ['body must be nice']],
])('%#: a fault names what would be valid', (schema, value, expected) => {
  expect(faults(schema, value)).toEqual(expected);
});

test('a fault lists only the first of many choices', () => {
  const [fault = ''] = faults(z.enum(Array.from({ length: 30 }, (_, at) => `v${at}`)), 'x');
  expect(fault).toContain('"v19", …');
  expect(fault).not.toContain('v20');
});
