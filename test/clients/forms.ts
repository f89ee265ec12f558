/* Pages with several forms: the one that is posted to an address. */
import { parse } from 'node-html-parser';
import type { Page } from '../support/browser.js';

/** The page with nothing in it but the form whose action ends in `end`. */
export function formOf(page: Page, end: string): Page {
  const form = page.root
    .querySelectorAll('form')
    .find((found) => found.getAttribute('action')?.endsWith(end));
  if (!form)
    throw new Error(`no form to ${end} on ${page.url} (${page.status}): ${page.root.text.slice(0, 400)}`);
  return { ...page, root: parse(form.outerHTML) };
}

export const mainText = (page: Page): string => page.root.querySelector('main')?.text ?? '';

/** The only form of a page, sent to an address that the page does not name. */
export function sentTo(page: Page, action: string): Page {
  const root = parse(page.root.toString());
  root.querySelector('form')?.setAttribute('action', action);
  return { ...page, root };
}
