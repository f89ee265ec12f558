/* A user whose browser a client sent to the service: signs in where needed, and answers the consent page. */
import { createBrowser } from '../support/browser.js';
import type { TestUser } from '../support/service.js';

export type Decision = 'allow' | 'cancel';

/** `url`: built by the library alone. Returns the last redirect of the browser. */
export async function answer(
  url: URL | string,
  user: Pick<TestUser, 'email' | 'password'>,
  decision: Decision = 'allow',
): Promise<URL> {
  const { origin, href } = new URL(url);
  const browser = createBrowser(origin);
  let page = await browser.get(href);
  if (page.url.includes('/sign-in')) page = await browser.signIn(user, page);
  if (!page.left) page = await browser.submit(page, {}, decision);
  if (!page.left) throw new Error(`the browser stays at ${page.url} (${page.status}): ${page.root.text}`);
  return page.left;
}
