/* Conferencing apps with their names in the API. Pure. */

/** `jitsi`: rooms of a video server without accounts. The others need a connected account. */
export const APPS = ['jitsi', 'zoom', 'google-meet', 'office365-video'] as const;
export type App = (typeof APPS)[number];

export type ProviderApp = Exclude<App, 'jitsi'>;

interface AppFacts {
  /** For messages. */
  readonly title: string;
  /** Of connections and references in the API. */
  readonly type: string;
  /** Other names in the API. */
  readonly aliases: readonly string[];
}

export const FACTS: Readonly<Record<App, AppFacts>> = {
  jitsi: { title: 'Jitsi', type: 'jitsi_video', aliases: ['cal-video', 'daily-video'] },
  zoom: { title: 'Zoom', type: 'zoom_video', aliases: [] },
  'google-meet': { title: 'Google Meet', type: 'google_video', aliases: [] },
  'office365-video': { title: 'Microsoft Teams', type: 'office365_video', aliases: ['msteams'] },
};

/** Undefined for an unknown name. */
export const appNamed = (name: string): App | undefined =>
  APPS.find((app) => app === name || FACTS[app].aliases.includes(name));

export const needsAccount = (app: App): app is ProviderApp => app !== 'jitsi';

/** The app of a meeting at a provider; undefined for every other location. */
export function providerAppOf(
  location: { readonly type: string; readonly value?: string } | null,
): ProviderApp | undefined {
  const app = location?.type === 'integration' ? appNamed(location.value ?? '') : undefined;
  return app !== undefined && needsAccount(app) ? app : undefined;
}
