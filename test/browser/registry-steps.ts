/* Steps of developers and administrators on the pages of the registry. */
import type { Page } from 'playwright-core';

/** Disables the validation of the browser, so that the messages of the service appear. */
export const withoutBrowserChecks = (page: Page): Promise<unknown> =>
  page.evaluate('[...document.forms].forEach((form) => { form.noValidate = true; })');

/** Presses a button that submits a form; returns the status of the response. */
export async function press(page: Page, name: string): Promise<number> {
  const answered = page.waitForResponse((response) => {
    const sent = response.request();
    return sent.isNavigationRequest() && sent.method() === 'POST';
  });
  const [answer] = await Promise.all([answered, page.getByRole('button', { name, exact: true }).click()]);
  await page.waitForLoadState();
  return answer.status();
}

/** The values of the form of a client by field name; `scopes` has the ticked scopes. */
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

/** Reads the page that shows a new secret once. */
export async function readSecret(page: Page): Promise<SecretView> {
  await page.getByRole('heading', { name: 'Your client secret' }).waitFor();
  const clientSecret = await page.locator('[data-secret]').innerText();
  const clientId = await page.getByText(/^[0-9a-f]{64}$/).innerText();
  return { clientId, clientSecret };
}

/** The usage next to each secret of a client, the older secret first. */
export const evidence = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('.secret').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));

/** Opens the form of a client, changes the redirect URIs and saves. */
export async function saveRedirectUris(page: Page, ...uris: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Redirect URIs').fill(uris.join('\n'));
  await press(page, 'Save changes');
}
