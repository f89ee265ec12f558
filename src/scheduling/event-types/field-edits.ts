/* Edits of the booking fields of an event type: from all its fields to those that are sent. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { BookingField } from './event-type.js';
import { DEFAULT_FIELDS, type SentField } from './fields.js';

/** `completeFields` of the result are these fields again. */
export const sentFields = (fields: readonly BookingField[]): readonly SentField[] =>
  fields.filter((field) => !DEFAULT_FIELDS.some((one) => isDeepStrictEqual(one, field)));

export type FieldEdit = (fields: readonly BookingField[]) => readonly SentField[];

/** In place of the field with that slug; without one it is added. */
export const withField =
  (slug: string | undefined, field: SentField): FieldEdit =>
  (fields) => {
    const replaced = fields.map((one) => (one.slug === slug ? { ...one, ...field } : one));
    return [...sentFields(replaced), ...(slug === undefined ? [field] : [])];
  };

/** A default field always stays. */
export const withoutField =
  (slug: string): FieldEdit =>
  (fields) =>
    sentFields(fields).filter((field) => field.slug !== slug || isDefault(field.type));

export const isDefault = (type: BookingField['type']): boolean =>
  DEFAULT_FIELDS.some((field) => field.type === type);

/** Before the field of the event type's own that comes before it. */
export const withFieldMovedUp =
  (slug: string): FieldEdit =>
  (fields) => {
    const own = fields.filter(({ type }) => !isDefault(type));
    const at = own.findIndex((field) => field.slug === slug);
    const [above, moved] = [own[at - 1], own[at]];
    if (above === undefined || moved === undefined) return sentFields(fields);
    const ordered = [...own.slice(0, at - 1), moved, above, ...own.slice(at + 1)];
    return [...sentFields(fields.filter(({ type }) => isDefault(type))), ...ordered];
  };
