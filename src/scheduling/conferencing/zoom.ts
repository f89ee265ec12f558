/* Zoom meetings: developers.zoom.us, REST API, `/users/{userId}/meetings` and `/meetings/{meetingId}`. */
import { z } from 'zod';
import { MINUTE } from '../../durations.js';
import { zoomProvider } from '../provider-oauth/provider.js';
import type { ProviderApp } from '../provider-oauth/provider.js';
import { iso, restMeetings } from './meeting-api.js';
import type { MeetingApi } from './meeting-api.js';

const SCHEDULED = 2;
const MAX_TOPIC_LENGTH = 200;

const created = z
  .object({ id: z.union([z.int(), z.string()]).transform(String), join_url: z.url({ protocol: /^https?$/ }) })
  .transform(({ id, join_url: link }) => ({ id, link }));

export function zoomMeetings(app: ProviderApp): MeetingApi {
  const api = `${app.url ?? 'https://api.zoom.us'}/v2`;
  return restMeetings({
    provider: zoomProvider(app),
    created,
    collection: `${api}/users/me/meetings`,
    meetings: `${api}/meetings`,
    /** Zoom counts whole minutes. */
    bodyOf: ({ title, start, end }) => ({
      topic: title.slice(0, MAX_TOPIC_LENGTH),
      type: SCHEDULED,
      start_time: iso(start),
      duration: Math.ceil((end - start) / MINUTE),
      timezone: 'UTC',
    }),
  });
}
