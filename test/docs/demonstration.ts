/* The demonstration data as in the documentation: only the output of `npm start` is used. */
import { serve } from '../../src/process/serve.js';
import { readConfig } from '../../src/config/config.js';
import { createBrowser } from '../support/browser.js';
import { openFixture } from '../support/backend.js';

export interface Demonstration {
  readonly url: string;
  /** Id and secret of a client, by its name, as they were printed. */
  client(name: string): { readonly id: string; readonly secret: string };
  /** Opens a link in a browser, signs in as Maria and allows; where the browser was sent then. */
  allow(link: string): Promise<URL>;
  close(): Promise<void>;
}

const found = (text: string, pattern: RegExp): string => {
  const value = pattern.exec(text)?.[1];
  if (value === undefined) throw new Error(`nothing like ${String(pattern)} was printed:\n${text}`);
  return value;
};

export async function startDemonstration(): Promise<Demonstration> {
  const fixture = await openFixture();
  const printed: string[] = [];
  const config = readConfig({ ...fixture.env, PORT: '0', LOG_LEVEL: 'silent' });
  const service = await serve(config, { print: (text) => printed.push(text) });
  const text = printed.join('\n');
  const email = 'maria@slotkey.example';
  const user = { email, password: found(text, /maria@slotkey\.example +(\S+)/) };
  return {
    url: service.url,
    client: (name) => ({
      id: found(text, new RegExp(`${name} .*\\n +client_id +(\\S+)`)),
      secret: found(text, new RegExp(`${name} .*\\n.*\\n +client_secret +(\\S+)`)),
    }),
    async allow(link) {
      const browser = createBrowser(service.url);
      const consent = await browser.signIn(user, await browser.get(link));
      const back = await browser.submit(consent, {}, 'allow');
      return back.left ?? new URL(back.url);
    },
    async close() {
      await service.close();
      await fixture.end();
    },
  };
}
