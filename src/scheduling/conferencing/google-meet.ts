/*
 * Google Meet: developers.google.com/meet, `spaces.create`. A space is a link that works at any time, so it need not be
 * changed or deleted.
 */
import { z } from 'zod';
import { googleProvider } from '../provider-oauth/provider.js';
import type { ProviderApp } from '../provider-oauth/provider.js';
import type { MeetingApi } from './meeting-api.js';

const SCOPE = 'https://www.googleapis.com/auth/meetings.space.created';

const created = z
  .object({ name: z.string().min(1), meetingUri: z.url({ protocol: /^https?$/ }) })
  .transform(({ name: id, meetingUri: link }) => ({ id, link }));

export const googleMeetings = (app: ProviderApp): MeetingApi => ({
  provider: googleProvider(app, [SCOPE]),
  create: () => ({ method: 'POST', url: `${app.url ?? 'https://meet.googleapis.com'}/v2/spaces`, body: {} }),
  created,
});
