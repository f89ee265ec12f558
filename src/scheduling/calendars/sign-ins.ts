/* OAuth providers for connecting calendars, with the scopes that are requested. */
import { present } from '../../present.js';
import { googleProvider, office365Provider } from '../provider-oauth/provider.js';
import type { OAuthProvider, ProviderApps } from '../provider-oauth/provider.js';
import type { SignInKind } from './calendar.js';

/** Absent: not configured. */
export type CalendarSignIns = Readonly<Partial<Record<SignInKind, OAuthProvider>>>;

const GOOGLE_SCOPES = ['https://www.googleapis.com/auth/calendar'];
const OFFICE365_SCOPES = ['User.Read', 'Calendars.ReadWrite'];

export const calendarSignIns = ({ google, office365 }: ProviderApps): CalendarSignIns =>
  present({
    google: google && googleProvider(google, GOOGLE_SCOPES),
    office365: office365 && office365Provider(office365, OFFICE365_SCOPES),
  });
