/*
 * Calls of meeting APIs with the token of a connection. A rejected token is refreshed once. A connection that the
 * provider ended is a ProviderFailure with the reason `revoked`; the caller decides what follows.
 */
import { present } from '../../present.js';
import type { OutboundAnswer } from '../../outbound/outbound.js';
import { callProvider, parseJson, ProviderFailure } from '../provider-oauth/call-provider.js';
import type { ProviderApps } from '../provider-oauth/provider.js';
import { createTokenKeeper } from '../provider-oauth/token-keeper.js';
import type { KeeperDeps } from '../provider-oauth/token-keeper.js';
import type { ProviderApp as App } from '../event-types/meeting-apps.js';
import { googleMeetings } from './google-meet.js';
import type { ApiCall, CreatedMeeting, Meeting, MeetingApi } from './meeting-api.js';
import { teamsMeetings } from './office365-video.js';
import { zoomMeetings } from './zoom.js';

const MAX_BYTES = 1_000_000;

/** Absent: the provider is not configured. */
export const meetingApis = ({
  zoom,
  google,
  office365,
}: ProviderApps): Readonly<Partial<Record<App, MeetingApi>>> =>
  present({
    zoom: zoom && zoomMeetings(zoom),
    'google-meet': google && googleMeetings(google),
    'office365-video': office365 && teamsMeetings(office365),
  });

/** The connection that holds a meeting. */
export interface Holder {
  readonly app: App;
  readonly connectionId: number;
}

export interface ProviderCalls {
  create(holder: Holder, meeting: Meeting): Promise<CreatedMeeting>;
  /** `missing`: the meeting no longer exists. */
  change(holder: Holder, id: string, meeting: Meeting): Promise<'changed' | 'missing'>;
  remove(holder: Holder, id: string): Promise<void>;
}

const isMissing = ({ status }: OutboundAnswer): boolean => status === 404 || status === 410;
const isSuccess = ({ status }: OutboundAnswer): boolean => status >= 200 && status < 300;

const failureOf = ({ provider }: MeetingApi, { status }: OutboundAnswer): ProviderFailure =>
  new ProviderFailure('unavailable', `${provider.name} answered ${status}`);

export function createProviderCalls(deps: KeeperDeps & { readonly providers: ProviderApps }): ProviderCalls {
  const [apis, keeper] = [meetingApis(deps.providers), createTokenKeeper(deps)];

  function apiOf({ app }: Holder): MeetingApi {
    const api = apis[app];
    if (api === undefined) throw new ProviderFailure('revoked', `${app} is no longer set up here`);
    return api;
  }

  async function send({ provider }: MeetingApi, { connectionId }: Holder, { method, url, body }: ApiCall) {
    const sendWith = (token: string) =>
      callProvider(deps.outbound, provider.name, {
        url,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...present({ 'content-type': body && 'application/json' }),
        },
        ...present({ body: body && JSON.stringify(body) }),
        maxBytes: MAX_BYTES,
      });
    const token = await keeper.accessToken(provider, connectionId);
    const answer = await sendWith(token);
    if (answer.status !== 401) return answer;
    return sendWith(await keeper.accessToken(provider, connectionId, token));
  }

  async function sendIfAny(api: MeetingApi, holder: Holder, call: ApiCall | undefined) {
    if (call === undefined) return 'changed';
    const answer = await send(api, holder, call);
    if (isSuccess(answer)) return 'changed';
    if (isMissing(answer)) return 'missing';
    throw failureOf(api, answer);
  }

  return {
    async create(holder, meeting) {
      const api = apiOf(holder);
      const answer = await send(api, holder, api.create(meeting));
      const created = isSuccess(answer) ? api.created.safeParse(parseJson(answer.body)).data : undefined;
      if (created === undefined) throw failureOf(api, answer);
      return created;
    },
    async change(holder, id, meeting) {
      const api = apiOf(holder);
      return sendIfAny(api, holder, api.change?.(id, meeting));
    },
    async remove(holder, id) {
      const api = apiOf(holder);
      await sendIfAny(api, holder, api.remove?.(id));
    },
  };
}
