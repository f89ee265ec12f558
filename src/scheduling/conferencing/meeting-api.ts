/* Meeting APIs of providers: the calls that create, change and delete a meeting. */
import type { z } from 'zod';
import type { OAuthProvider } from '../provider-oauth/provider.js';

/** What a provider gets of a booking. */
export interface Meeting {
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
}

export interface CreatedMeeting {
  /** The provider's id. */
  readonly id: string;
  readonly link: string;
}

export interface ApiCall {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body?: object;
}

export interface MeetingApi {
  readonly provider: OAuthProvider;
  create(meeting: Meeting): ApiCall;
  /** Of the answer to `create`. */
  readonly created: z.ZodType<CreatedMeeting>;
  /** Absent if meetings have no time and no title. */
  readonly change?: (id: string, meeting: Meeting) => ApiCall;
  /** Absent if meetings need not be deleted. */
  readonly remove?: (id: string) => ApiCall;
}

interface RestMeetings extends Pick<MeetingApi, 'provider' | 'created'> {
  /** Of the meetings of the user, and of all meetings. */
  readonly collection: string;
  readonly meetings: string;
  readonly bodyOf: (meeting: Meeting) => object;
}

/** Each meeting is a resource: created with POST, changed with PATCH, deleted with DELETE. */
export function restMeetings({ collection, meetings, bodyOf, ...api }: RestMeetings): MeetingApi {
  const urlOf = (id: string): string => `${meetings}/${encodeURIComponent(id)}`;
  return {
    ...api,
    create: (meeting) => ({ method: 'POST', url: collection, body: bodyOf(meeting) }),
    change: (id, meeting) => ({ method: 'PATCH', url: urlOf(id), body: bodyOf(meeting) }),
    remove: (id) => ({ method: 'DELETE', url: urlOf(id) }),
  };
}

export const iso = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');
