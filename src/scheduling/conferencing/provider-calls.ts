/*
 * Calls of providers' meeting APIs under a person's connection. A token that is refused is refreshed once; a connection
 * that the provider has ended is a ProviderFailure of its own kind, whoever waits for the meeting decides what then.
 */
import { OutboundError } from '../../outbound/outbound.js';
import type { OutboundAnswer } from '../../outbound/outbound.js';
import type { ProviderApps } from '../provider-oauth/provider.js';
import { createTokenKeeper } from '../provider-oauth/token-keeper.js';
import type { KeeperDeps, TokenKeeper } from '../provider-oauth/token-keeper.js';
import { ProviderFailure } from '../provider-oauth/tokens.js';
import type { ProviderApp as App } from '../event-types/meeting-apps.js';
import { googleMeetings } from './google-meet.js';
import type { ApiCall, MadeMeeting, Meeting, MeetingApi } from './meeting-api.js';
import { teamsMeetings } from './office365-video.js';
import { zoomMeetings } from './zoom.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_000_000;

export type MeetingApis = Readonly<Partial<Record<App, MeetingApi>>>;

/** Those of the providers that this installation has a client at. */
export const meetingApis = ({ zoom, google, office365 }: ProviderApps): MeetingApis => ({
  ...(zoom && { zoom: zoomMeetings(zoom) }),
  ...(google && { 'google-meet': googleMeetings(google) }),
  ...(office365 && { 'office365-video': teamsMeetings(office365) }),
});

/** Under whose connection, at which app. */
export interface Holder {
  readonly app: App;
  readonly connectionId: number;
}

export interface ProviderCalls {
  make(holder: Holder, meeting: Meeting): Promise<MadeMeeting>;
  /** `gone`: there is no such meeting any more. */
  change(holder: Holder, id: string, meeting: Meeting): Promise<'changed' | 'gone'>;
  remove(holder: Holder, id: string): Promise<void>;
}

const UNAUTHORIZED = 401;
const isGone = ({ status }: OutboundAnswer): boolean => status === 404 || status === 410;
const isDone = ({ status }: OutboundAnswer): boolean => status >= 200 && status < 300;

interface Calling {
  readonly deps: KeeperDeps;
  readonly keeper: TokenKeeper;
  readonly api: MeetingApi;
  readonly connectionId: number;
}

async function send({ deps, api }: Calling, { method, url, body }: ApiCall, token: string) {
  const content = body === undefined ? {} : { 'content-type': 'application/json' };
  try {
    return await deps.outbound({
      url,
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...content },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
  } catch (error) {
    const why = error instanceof OutboundError ? error.message : 'it cannot be reached';
    throw new ProviderFailure('trouble', `${api.provider.name}: ${why}`);
  }
}

async function call(calling: Calling, request: ApiCall): Promise<OutboundAnswer> {
  const { keeper, api, connectionId } = calling;
  const token = await keeper.accessToken(api.provider, connectionId);
  const answer = await send(calling, request, token);
  if (answer.status !== UNAUTHORIZED) return answer;
  return send(calling, request, await keeper.accessToken(api.provider, connectionId, token));
}

const refused = ({ provider }: MeetingApi, { status }: OutboundAnswer): ProviderFailure =>
  new ProviderFailure('trouble', `${provider.name} answered ${status}`);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function make(calling: Calling, meeting: Meeting): Promise<MadeMeeting> {
  const { api } = calling;
  const answer = await call(calling, api.make(meeting));
  const made = isDone(answer) ? api.made(parsed(answer.body)) : undefined;
  if (made === undefined) throw refused(api, answer);
  return made;
}

export function createProviderCalls(deps: KeeperDeps & { readonly providers: ProviderApps }): ProviderCalls {
  const [apis, keeper] = [meetingApis(deps.providers), createTokenKeeper(deps)];

  function calling({ app, connectionId }: Holder): Calling {
    const api = apis[app];
    if (api === undefined) throw new ProviderFailure('revoked', `${app} is not set up here any more`);
    return { deps, keeper, api, connectionId };
  }

  async function changed(holder: Holder, request: (api: MeetingApi) => ApiCall | undefined) {
    const here = calling(holder);
    const asked = request(here.api);
    if (asked === undefined) return 'changed';
    const answer = await call(here, asked);
    if (isDone(answer)) return 'changed';
    if (isGone(answer)) return 'gone';
    throw refused(here.api, answer);
  }

  return {
    make: async (holder, meeting) => make(calling(holder), meeting),
    change: (holder, id, meeting) => changed(holder, (api) => api.change?.(id, meeting)),
    remove: async (holder, id) => void (await changed(holder, (api) => api.remove?.(id))),
  };
}
