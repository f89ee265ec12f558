/* Small schemas for the settings of an event type. */
import { z } from 'zod';

export const MINUTES_OF_A_DAY = 1_440;
export const MINUTES_OF_A_YEAR = 525_600;

/** Null resets it to its default. */
export const setting = <T extends z.ZodType>(schema: T) => schema.nullable().exactOptional();

const isDisabled = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && 'disabled' in sent && sent.disabled === true;

/** `{"disabled": true}` means the same as null. */
export const orDisabled = <T extends z.ZodType>(schema: T) =>
  z
    .preprocess((sent) => (isDisabled(sent) ? null : sent), schema.nullable())
    .meta({ description: 'Null or {"disabled": true} takes it away.' })
    .exactOptional();
