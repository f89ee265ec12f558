/* Microsoft Teams: learn.microsoft.com/graph, `/me/onlineMeetings`. */
import { z } from 'zod';
import { office365Provider } from '../provider-oauth/provider.js';
import type { ProviderApp } from '../provider-oauth/provider.js';
import { iso, restMeetings } from './meeting-api.js';
import type { MeetingApi } from './meeting-api.js';

const SCOPE = 'OnlineMeetings.ReadWrite';

const created = z
  .object({ id: z.string().min(1), joinWebUrl: z.url({ protocol: /^https?$/ }) })
  .transform(({ id, joinWebUrl: link }) => ({ id, link }));

export function teamsMeetings(app: ProviderApp): MeetingApi {
  const meetings = `${app.url ?? 'https://graph.microsoft.com'}/v1.0/me/onlineMeetings`;
  return restMeetings({
    provider: office365Provider(app, [SCOPE]),
    created,
    collection: meetings,
    meetings,
    bodyOf: ({ title, start, end }) => ({
      subject: title,
      startDateTime: iso(start),
      endDateTime: iso(end),
    }),
  });
}
