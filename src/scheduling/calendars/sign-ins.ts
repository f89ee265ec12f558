/* Where people sign in to connect calendars, and what is asked of them there. */
import { googleProvider, office365Provider } from '../provider-oauth/provider.js';
import type { OAuthProvider, ProviderApps } from '../provider-oauth/provider.js';
import type { SignInKind } from './calendar.js';

/** Absent: the operator has not set it up. */
export type CalendarSignIns = Readonly<Partial<Record<SignInKind, OAuthProvider>>>;

const GOOGLE_SCOPES = ['https://www.googleapis.com/auth/calendar'];
const OFFICE365_SCOPES = ['User.Read', 'Calendars.ReadWrite'];

export const calendarSignIns = ({ google, office365 }: ProviderApps): CalendarSignIns => ({
  ...(google && { google: googleProvider(google, GOOGLE_SCOPES) }),
  ...(office365 && { office365: office365Provider(office365, OFFICE365_SCOPES) }),
});
