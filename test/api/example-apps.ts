/* Conferencing apps of example calls: connected, or about to be, at a provider on this machine. */
import { Webhook } from 'standardwebhooks';
import { RETURN } from '../scheduling/conferencing/conferencing-fixture.js';
import { booking, type Params, groupPath } from './example-resources.js';
import { MEETING_SECRET, type Fixture } from './api-fixture.js';

/** Depends on the path: an app that requires consent, or one that does not and is connected. */
export async function appFor({ call }: Fixture, params: Params, path: string): Promise<string> {
  if (path.includes('/oauth/')) return 'zoom';
  if (path.endsWith('/disconnect')) await call('POST', `${groupPath(params)}/conferencing/jitsi/connect`);
  return 'jitsi';
}

export const returnUrls = (): Params => RETURN;

/** The parameters with which the provider redirects the user back. */
export async function callbackQuery({ call, provider }: Fixture, params: Params): Promise<Params> {
  const query = new URLSearchParams(RETURN).toString();
  const path = `${groupPath(params)}/conferencing/zoom/oauth/auth-url?${query}`;
  return provider.consent((await call<{ readonly url: string }>('GET', path)).url);
}

export async function recordingEvent(fixture: Fixture): Promise<object> {
  const locations = [{ type: 'integration', integration: 'jitsi' }];
  const body = await booking(fixture, { locations });
  const { location } = await fixture.call<{ readonly location: string }>('POST', '/v2/bookings', body);
  const meetingId = location.slice(location.lastIndexOf('/') + 1);
  const data = { meetingId, id: 'r1', startTs: 0, duration: 60, downloadLink: 'https://files.example/r1' };
  return { type: 'recording.ready', data };
}

export function signatureHeaders(body: object | undefined): Params {
  const [id, at] = ['msg_1', new Date()];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(MEETING_SECRET).sign(id, at, JSON.stringify(body)),
  };
}
