/* The input of a code. */
import { z } from 'zod';
import { CODE } from './codes.js';

const CODE_RULE = 'must be the six digits that were sent to the address';

export const sentCode = z.string(CODE_RULE).trim().regex(CODE, CODE_RULE);
