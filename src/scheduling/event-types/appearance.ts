/*
 * How an event type looks and what it writes into calendars, in the names of the public API. The look is stored and
 * returned as it was sent: booking pages interpret it.
 */
import { z } from 'zod';
import { flag } from '../../api/values.js';
import { plainLine } from '../profile/schemas.js';
import { isWebUrl } from './answers.js';
import { setting } from './setting-schemas.js';

const LAYOUTS = ['month', 'week', 'column'] as const;
const ID_LENGTH = 1_024;

/** Languages of the booking pages; empty is the language of the browser. */
const INTERFACE_LANGUAGES = [
  ...['', 'en', 'ar', 'az', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'es', 'es-419', 'eu', 'et', 'fi', 'fr'],
  ...['he', 'hu', 'it', 'ja', 'km', 'ko', 'nl', 'no', 'pl', 'pt-BR', 'pt', 'ro', 'ru', 'sk-SK', 'sr', 'sv'],
  ...['tr', 'uk', 'vi', 'zh-CN', 'zh-TW'],
] as const;

const layout = z.enum(LAYOUTS, `must be one of ${LAYOUTS.join(', ')}`);
const colour = z
  .string('must be a colour such as #1d4ed8')
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #1d4ed8');
const identifier = plainLine(ID_LENGTH, z.string().min(1, 'must not be empty'));
const webUrl = z
  .string('must be a URL that begins with https:// or http://')
  .refine((text) => isWebUrl(text), 'must be a URL that begins with https:// or http://');

const bookerLayouts = z
  .object({ defaultLayout: layout, enabledLayouts: z.array(layout).min(1, 'must name a layout').max(3) })
  .refine(({ defaultLayout, enabledLayouts }) => enabledLayouts.includes(defaultLayout), {
    path: ['defaultLayout'],
    message: 'must be one of the enabled layouts',
  });

const videoSettings = z.object({
  disableRecordingForOrganizer: flag.exactOptional(),
  disableRecordingForGuests: flag.exactOptional(),
  redirectUrlOnExit: webUrl.nullable().exactOptional(),
  enableAutomaticRecordingForOrganizer: flag.exactOptional(),
  enableAutomaticTranscription: flag.exactOptional(),
  disableTranscriptionForGuests: flag.exactOptional(),
  disableTranscriptionForOrganizer: flag.exactOptional(),
  sendTranscriptionEmails: flag.exactOptional(),
});

/** Optimized slots would move after each booking, under the eyes of others who choose a time. */
const onGrid = z.literal(
  false,
  'must be false or left out: slots keep to the grid of the hours here, so that a time once seen stays where it is; slotInterval sets the grid',
);

export const appearanceShape = {
  bookerLayouts: setting(bookerLayouts),
  hideCalendarNotes: setting(flag),
  lockTimeZoneToggleOnBookingPage: setting(flag),
  color: setting(z.object({ lightThemeHex: colour, darkThemeHex: colour })),
  destinationCalendar: setting(z.object({ integration: identifier, externalId: identifier })),
  useDestinationCalendarEmail: setting(flag),
  hideCalendarEventDetails: setting(flag),
  successRedirectUrl: setting(webUrl),
  calVideoSettings: setting(videoSettings),
  interfaceLanguage: setting(
    z.enum(INTERFACE_LANGUAGES, 'must be a language of the booking pages, or empty'),
  ),
  showOptimizedSlots: setting(onGrid),
} as const;

export type AppearanceName = keyof typeof appearanceShape;

export type Appearance = Readonly<{
  [Name in AppearanceName]?: NonNullable<z.output<(typeof appearanceShape)[Name]>>;
}>;
