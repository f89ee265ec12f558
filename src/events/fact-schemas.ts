/* Schemas that several events share. */
import { z } from 'zod';

export const text = z.string();
export const id = z.number();
export const flag = z.boolean();
export const names = z.array(z.string()).readonly();

/** `{ field, before, after }` of each changed field. */
export const fieldChanges = z
  .array(z.object({ field: text, before: z.unknown(), after: z.unknown() }))
  .readonly();
