/* What the conferencing apps need to know of each provider: which calls make, change and remove a meeting. */
import type { OAuthProvider } from '../provider-oauth/provider.js';

/** What a provider is told of a booking. */
export interface Meeting {
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
}

export interface MadeMeeting {
  /** What the provider calls it. */
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
  make(meeting: Meeting): ApiCall;
  /** From the answer; undefined for one that is none. */
  made(answer: unknown): MadeMeeting | undefined;
  /** Absent where a meeting has no time and no title. */
  readonly change?: (id: string, meeting: Meeting) => ApiCall;
  /** Absent where a meeting ends by nobody using it. */
  readonly remove?: (id: string) => ApiCall;
}

export const iso = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');
