/* What developers and administrators do with the pages of the registry, by what they see on them. */
import type { Page } from 'playwright-core';

/** As if the browser did not know which fields are needed: the service's own words are what is looked at. */
export const withoutBrowserChecks = (page: Page): Promise<unknown> =>
  page.evaluate('[...document.forms].forEach((form) => { form.noValidate = true; })');

/** Presses a button that sends a form, and gives the status of the answer to it. */
export async function press(page: Page, name: string): Promise<number> {
  const answered = page.waitForResponse((response) => {
    const sent = response.request();
    return sent.isNavigationRequest() && sent.method() === 'POST';
  });
  const [answer] = await Promise.all([answered, page.getByRole('button', { name, exact: true }).click()]);
  await page.waitForLoadState();
  return answer.status();
}

/** Fields of the form of a client by their names, as typed; the scopes that are ticked under `scopes`. */
export const typedIn = (page: Page): Promise<Record<string, string | string[]>> =>
  page.evaluate(`(() => {
    const form = new FormData(document.querySelector('form[enctype]'));
    const typed = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
    return { ...typed, scopes: form.getAll('scopes') };
  })()`);

export interface SecretView {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The page that shows a secret once. */
export async function readSecret(page: Page): Promise<SecretView> {
  await page.getByRole('heading', { name: 'Your client secret' }).waitFor();
  const clientSecret = await page.locator('[data-secret]').innerText();
  const clientId = await page.getByText(/^[0-9a-f]{64}$/).innerText();
  return { clientId, clientSecret };
}

/** What stands beside each secret of a client, the older one first. */
export const evidence = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('.secret').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));

/** From a client's page to its form, with other redirect URIs, and saved. */
export async function saveRedirectUris(page: Page, ...uris: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Redirect URIs').fill(uris.join('\n'));
  await press(page, 'Save changes');
}
