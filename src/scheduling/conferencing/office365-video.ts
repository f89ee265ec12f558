/* Microsoft Teams: learn.microsoft.com/graph, `/me/onlineMeetings`. */
import { z } from 'zod';
import { hostOf, office365Provider } from '../provider-oauth/provider.js';
import type { ProviderApp } from '../provider-oauth/provider.js';
import { iso } from './meeting-api.js';
import type { Meeting, MeetingApi } from './meeting-api.js';

const answered = z.object({ id: z.string().min(1), joinWebUrl: z.url({ protocol: /^https?$/ }) });

const SCOPE = 'OnlineMeetings.ReadWrite';

const meetingBody = ({ title, start, end }: Meeting) => ({
  subject: title,
  startDateTime: iso(start),
  endDateTime: iso(end),
});

export function teamsMeetings(app: ProviderApp): MeetingApi {
  const meetings = `${hostOf(app, 'https://graph.microsoft.com')}/v1.0/me/onlineMeetings`;
  const at = (id: string): string => `${meetings}/${encodeURIComponent(id)}`;
  return {
    provider: office365Provider(app, [SCOPE]),
    make: (meeting) => ({ method: 'POST', url: meetings, body: meetingBody(meeting) }),
    made(answer) {
      const { success, data } = answered.safeParse(answer);
      return success ? { id: data.id, link: data.joinWebUrl } : undefined;
    },
    change: (id, meeting) => ({ method: 'PATCH', url: at(id), body: meetingBody(meeting) }),
    remove: (id) => ({ method: 'DELETE', url: at(id) }),
  };
}
