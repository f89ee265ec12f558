/* The addresses and the client of the examples, which are those of a machine for development, become the reader's. Pure. */

export interface Samples {
  readonly baseUrl: string;
  readonly settingsUrl: string;
  /** One of the reader. */
  readonly client?: { readonly id: string; readonly redirectUri: string | undefined } | undefined;
}

const WHERE = 'http://localhost:3000';
const REDIRECT_URI = 'http://localhost:8080/callback';
const CLIENT_ID = 'your-client-id';

/** Whether a client of the reader would stand in its examples. */
export const namesClient = (markdown: string): boolean => markdown.includes(CLIENT_ID);

export function withSamples(markdown: string, { baseUrl, settingsUrl, client }: Samples): string {
  const replacements: readonly (readonly [string, string | undefined])[] = [
    [`${WHERE}/settings/developer`, settingsUrl],
    [WHERE, baseUrl],
    ['{base_url}', baseUrl],
    [CLIENT_ID, client?.id],
    [REDIRECT_URI, client?.redirectUri],
  ];
  return replacements.reduce(
    (text, [sample, own]) => (own === undefined ? text : text.replaceAll(sample, () => own)),
    markdown,
  );
}
