/* Inputs and replies of the routes of verified addresses, in the names and types of the public API. */
import { z } from 'zod';
import { idInPath, page } from '../../api/values.js';
import { emailAddress as email } from '../event-types/answers.js';
import { messageNumber } from './phone.js';
import { sentCode as code } from './sent-code.js';
import type { Address } from './store.js';

const PHONE_RULE =
  'must be a phone number with its country code that can receive text messages, such as +351912345678';

const phone = z.string(PHONE_RULE).transform((text, ctx) => {
  const number = messageNumber(text);
  if (number !== undefined) return number;
  ctx.addIssue({ code: 'custom', message: PHONE_RULE });
  return z.NEVER;
});

const toAddress = (input: { readonly email: string } | { readonly phone: string }): Address =>
  'email' in input ? { kind: 'email', address: input.email } : { kind: 'phone', address: input.phone };

export const emailInput = z.object({ email }).transform(toAddress);
export const phoneInput = z.object({ phone }).transform(toAddress);

export const emailCodeInput = z
  .object({ email, code })
  .transform((input) => ({ address: toAddress(input), code: input.code }));
export const phoneCodeInput = z
  .object({ phone, code })
  .transform((input) => ({ address: toAddress(input), code: input.code }));

export const ofAddress = z.object({ id: idInPath });
export const addressesQuery = z.object(page);

const ownEmail = { id: z.number(), email: z.string().meta({ format: 'idn-email' }) };
const ownPhone = { id: z.number(), phoneNumber: z.string() };
/** `userId`: who verified it; null when the account is deleted. */
const ofTeam = { teamId: z.number(), userId: z.number().nullable() };

export const emailReply = z.object({ ...ownEmail, userId: z.number() });
export const phoneReply = z.object({ ...ownPhone, userId: z.number() });
export const teamEmailReply = z.object({ ...ownEmail, ...ofTeam });
export const teamPhoneReply = z.object({ ...ownPhone, ...ofTeam });
