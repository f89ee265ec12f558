/* Where a booking may take place, as it is sent. */
import { z } from 'zod';
import { isPlainText } from '../profile/rules.js';
import { isWebUrl, phoneNumber } from './answers.js';

const ADDRESS_LENGTH = 1_000;
const LOCATIONS = 20;

/** Those that a person of this service can connect (`/v2/conferencing`), and its own. */
const CONNECTABLE = ['cal-video', 'jitsi', 'google-meet', 'zoom', 'office365-video'] as const;

const shownToAll = z.boolean('must be true or false: whether people see it before they book');

const address = z
  .string('must be a string')
  .trim()
  .min(1, 'must not be empty')
  .max(ADDRESS_LENGTH, `must be at most ${ADDRESS_LENGTH} characters`)
  .refine(isPlainText, 'must not hold control characters');

const link = z
  .string('must be an https URL')
  .refine((text) => isWebUrl(text, ['https:']), 'must be an https URL without user name and password');

const PHONE_RULE = 'must be a phone number with its country code, such as +351 21 000 0000';
const phone = z
  .string(PHONE_RULE)
  .refine((text) => phoneNumber(text) !== undefined, PHONE_RULE)
  .transform((text) => phoneNumber(text) ?? text);

const location = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('address'), address, public: shownToAll }),
    z.object({ type: z.literal('link'), link, public: shownToAll }),
    z.object({ type: z.literal('phone'), phone, public: shownToAll }),
    z.object({
      type: z.literal('integration'),
      integration: z.enum(
        CONNECTABLE,
        `must be one that can be connected here: ${CONNECTABLE.join(', ')}; give the address of another as a link`,
      ),
    }),
    z.object({ type: z.literal('attendeeAddress') }),
    z.object({ type: z.literal('attendeePhone') }),
    z.object({ type: z.literal('attendeeDefined') }),
    z.object({ type: z.literal('organizersDefaultApp') }),
  ],
  'must be one of address, link, phone, integration, attendeeAddress, attendeePhone, attendeeDefined, organizersDefaultApp',
);

export const locations = z
  .array(location, 'must be a list of locations')
  .max(LOCATIONS, `must be at most ${LOCATIONS}`);
