/* Meeting apps and their names, here and in other systems. Pure. */

/** `jitsi`: rooms of a server that needs no account. The others hold a meeting in an account of the host. */
export const APPS = ['jitsi', 'zoom', 'google-meet', 'office365-video'] as const;
export type App = (typeof APPS)[number];

export type ProviderApp = Exclude<App, 'jitsi'>;

interface AppFacts {
  /** For pages and mails. */
  readonly title: string;
  /** Of connections and references in the public API. */
  readonly type: string;
  /** Other names that the public API has for it. */
  readonly aliases: readonly string[];
}

export const FACTS: Readonly<Record<App, AppFacts>> = {
  jitsi: { title: 'Jitsi', type: 'jitsi_video', aliases: ['cal-video', 'daily-video'] },
  zoom: { title: 'Zoom', type: 'zoom_video', aliases: [] },
  'google-meet': { title: 'Google Meet', type: 'google_video', aliases: [] },
  'office365-video': { title: 'Microsoft Teams', type: 'office365_video', aliases: ['msteams'] },
};

/** Undefined for a name that is no app's. */
export const appNamed = (name: string): App | undefined =>
  APPS.find((app) => app === name || FACTS[app].aliases.includes(name));

export const needsAccount = (app: App): app is ProviderApp => app !== 'jitsi';

/** The app at whose provider a location has its meeting; undefined for every other location. */
export function providerAppOf(
  location: { readonly type: string; readonly value?: string } | null,
): ProviderApp | undefined {
  const app = location?.type === 'integration' ? appNamed(location.value ?? '') : undefined;
  return app !== undefined && needsAccount(app) ? app : undefined;
}
