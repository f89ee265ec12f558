/* What goes into and comes out of the routes of verified addresses, in the names and types of the public API. */
import { z } from 'zod';
import { idInPath, page } from '../../api/values.js';
import { emailAddress as email } from '../event-types/answers.js';
import { messageNumber } from './phone.js';
import { sentCode as code } from './sent-code.js';
import type { Address } from './store.js';

const PHONE_RULE =
  'must be a phone number with its country code that can get text messages, such as +351912345678';

const phone = z.string(PHONE_RULE).transform((text, ctx) => {
  const number = messageNumber(text);
  if (number !== undefined) return number;
  ctx.addIssue({ code: 'custom', message: PHONE_RULE });
  return z.NEVER;
});

const ofEmail = (address: string): Address => ({ kind: 'email', address });
const ofPhone = (address: string): Address => ({ kind: 'phone', address });

export const emailInput = z.object({ email }).transform((sent) => ofEmail(sent.email));
export const phoneInput = z.object({ phone }).transform((sent) => ofPhone(sent.phone));

export const emailCodeInput = z
  .object({ email, code })
  .transform((sent) => ({ address: ofEmail(sent.email), code: sent.code }));
export const phoneCodeInput = z
  .object({ phone, code })
  .transform((sent) => ({ address: ofPhone(sent.phone), code: sent.code }));

export const ofAddress = z.object({ id: idInPath });
export const addressesQuery = z.object(page);

const ownEmail = { id: z.number(), email: z.email({ pattern: z.regexes.html5Email }) };
const ownPhone = { id: z.number(), phoneNumber: z.string() };
/** Who confirmed it; null when they are gone. */
const ofTeam = { teamId: z.number(), userId: z.number().nullable() };

export const emailReply = z.object({ ...ownEmail, userId: z.number() });
export const phoneReply = z.object({ ...ownPhone, userId: z.number() });
export const teamEmailReply = z.object({ ...ownEmail, ...ofTeam });
export const teamPhoneReply = z.object({ ...ownPhone, ...ofTeam });
