/*
 * Google Meet: developers.google.com/meet, `spaces.create`. A space is a link that works at any time, so that there is
 * nothing to tell it when a booking moves, and nothing to take back.
 */
import { z } from 'zod';
import { googleProvider, hostOf } from '../provider-oauth/provider.js';
import type { ProviderApp } from '../provider-oauth/provider.js';
import type { MeetingApi } from './meeting-api.js';

const answered = z.object({ name: z.string().min(1), meetingUri: z.url({ protocol: /^https?$/ }) });

const SCOPE = 'https://www.googleapis.com/auth/meetings.space.created';

export const googleMeetings = (app: ProviderApp): MeetingApi => ({
  provider: googleProvider(app, [SCOPE]),
  make: () => ({ method: 'POST', url: `${hostOf(app, 'https://meet.googleapis.com')}/v2/spaces`, body: {} }),
  made(answer) {
    const { success, data } = answered.safeParse(answer);
    return success ? { id: data.name, link: data.meetingUri } : undefined;
  },
});
