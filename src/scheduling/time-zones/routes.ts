/* `/v2/timezones`: the time zones that a booking page offers, without a token. */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { TIME_ZONES } from '../profile/rules.js';

const timeZoneReply = z.object({
  /** Of the IANA database. */
  timezone: z.string(),
  /** The last part of its name, for people. */
  city: z.string(),
});

const LIST = TIME_ZONES.map((timezone) => ({
  timezone,
  city: timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' '),
}));

interface TimeZoneDeps {
  readonly rateLimitReads: (clientIp: string) => Promise<void>;
}

export const createTimeZoneRoutes = ({ rateLimitReads }: TimeZoneDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/timezones',
    summary: 'List time zones',
    access: 'public',
    reply: z.array(timeZoneReply),
    handle: async ({ clientIp }) => {
      await rateLimitReads(clientIp);
      return LIST;
    },
  }),
];
