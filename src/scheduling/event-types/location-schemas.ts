/* Where a booking may take place, as it is sent. */
import { z } from 'zod';
import { filled, plainText } from '../profile/schemas.js';
import { isWebUrl, phoneNumber } from './answers.js';

const ADDRESS_LENGTH = 1_000;
const LOCATIONS = 20;

/** Apps that a user can connect (`/v2/conferencing`), and the one of this service. */
const CONNECTABLE = ['cal-video', 'jitsi', 'google-meet', 'zoom', 'office365-video'] as const;

const isPublic = z.boolean('must be true or false: whether people see it before they book');

const address = plainText(ADDRESS_LENGTH, filled('must be a string'));

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
    z.object({ type: z.literal('address'), address, public: isPublic }),
    z.object({ type: z.literal('link'), link, public: isPublic }),
    z.object({ type: z.literal('phone'), phone, public: isPublic }),
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
