/* Zoom meetings: developers.zoom.us, REST API, `/users/{userId}/meetings` and `/meetings/{meetingId}`. */
import { z } from 'zod';
import { MINUTE } from '../../durations.js';
import { hostOf, zoomProvider } from '../provider-oauth/provider.js';
import type { ProviderApp } from '../provider-oauth/provider.js';
import { iso } from './meeting-api.js';
import type { Meeting, MeetingApi } from './meeting-api.js';

const answered = z.object({
  id: z.union([z.int(), z.string()]).transform(String),
  join_url: z.url({ protocol: /^https?$/ }),
});

const SCHEDULED = 2;
const TOPIC_LENGTH = 200;

/** Zoom counts whole minutes. */
const meetingBody = ({ title, start, end }: Meeting) => ({
  topic: title.slice(0, TOPIC_LENGTH),
  type: SCHEDULED,
  start_time: iso(start),
  duration: Math.ceil((end - start) / MINUTE),
  timezone: 'UTC',
});

export function zoomMeetings(app: ProviderApp): MeetingApi {
  const api = `${hostOf(app, 'https://api.zoom.us')}/v2`;
  const at = (id: string): string => `${api}/meetings/${encodeURIComponent(id)}`;
  return {
    provider: zoomProvider(app),
    make: (meeting) => ({ method: 'POST', url: `${api}/users/me/meetings`, body: meetingBody(meeting) }),
    made(answer) {
      const { success, data } = answered.safeParse(answer);
      return success ? { id: data.id, link: data.join_url } : undefined;
    },
    change: (id, meeting) => ({ method: 'PATCH', url: at(id), body: meetingBody(meeting) }),
    remove: (id) => ({ method: 'DELETE', url: at(id) }),
  };
}
