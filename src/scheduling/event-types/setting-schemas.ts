/* The small schemas of which the settings of an event type are made. */
import { z } from 'zod';

export const MINUTES_OF_A_DAY = 1_440;
export const MINUTES_OF_A_YEAR = 525_600;

/** Null: as if it had never been said. */
export const setting = <T extends z.ZodType>(schema: T) => schema.nullable().exactOptional();

const isDisabled = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && 'disabled' in sent && sent.disabled === true;

/** `{"disabled": true}` says the same as null: without it. */
export const orDisabled = <T extends z.ZodType>(schema: T) =>
  z
    .preprocess((sent) => (isDisabled(sent) ? null : sent), schema.nullable())
    .meta({ description: 'Null or {"disabled": true} takes it away.' })
    .exactOptional();
