/*
 * A browser without a screen: keeps cookies, follows redirects on the service's own origin, reads forms out of pages
 * and sends them as a browser would. It does not follow a redirect that leaves the service, and returns its target.
 */
import { type HTMLElement, parse } from 'node-html-parser';
import { CERTAIN } from '../../views/parts/confirmation.js';
import { CookieJar } from 'tough-cookie';
import { type ChosenFile, type Entry, MULTIPART_TYPE, multipartBody, NO_FILE } from './multipart.js';

export interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly html: string;
  readonly root: HTMLElement;
  /** Where the service sent the browser away to, when it did. */
  readonly left?: URL;
}

/** What is typed into a field, ticked in a list, or chosen as a file. */
export type FieldValue = string | readonly string[] | ChosenFile;

export interface Browser {
  readonly jar: CookieJar;
  get(path: string): Promise<Page>;
  /** One request, redirects not followed. */
  raw(path: string, init?: RequestInit): Promise<Response>;
  /**
   * Fills and sends the form of a page; `button` is the value of the submit button that is pressed. Values not named
   * stay as the page shows them; a list replaces all boxes of its name.
   */
  submit(page: Page, fields: Readonly<Record<string, FieldValue>>, button?: string): Promise<Page>;
  /** The same, without confirming: `submit` also confirms where the service asks first. */
  ask(page: Page, fields: Readonly<Record<string, FieldValue>>, button?: string): Promise<Page>;
  signIn(user: { readonly email: string; readonly password: string }, page?: Page): Promise<Page>;
}

const MAX_REDIRECTS = 10;
/** With any other status a browser shows what came, whatever the Location header says. */
const REDIRECTS = [301, 302, 303, 307, 308];

/** Of a select, the option that is chosen: the first one where none is marked. */
function chosenIn(select: HTMLElement): string {
  const option = select.querySelector('option[selected]') ?? select.querySelector('option');
  return option?.getAttribute('value') ?? option?.text ?? '';
}

function valueOf(control: HTMLElement): string {
  if (control.tagName === 'SELECT') return chosenIn(control);
  return control.getAttribute('value') ?? control.text;
}

function presentValues(form: HTMLElement): readonly Entry[] {
  return form.querySelectorAll('input, textarea, select').flatMap((control): Entry[] => {
    const name = control.getAttribute('name');
    const type = control.getAttribute('type') ?? '';
    const box = ['checkbox', 'radio'].includes(type);
    if (name === undefined || (box && !control.hasAttribute('checked'))) return [];
    return [[name, type === 'file' ? NO_FILE : valueOf(control)]];
  });
}

function buttonValue(form: HTMLElement, value: string): Entry {
  const button = form.querySelectorAll('button').find((found) => found.getAttribute('value') === value);
  if (!button) throw new Error(`the form has no button of value ${value}`);
  return [button.getAttribute('name') ?? '', value];
}

const valuesOf = (value: FieldValue): readonly (string | ChosenFile)[] =>
  typeof value === 'string' || 'bytes' in value ? [value] : value;

function bodyOf(form: HTMLElement, fields: Readonly<Record<string, FieldValue>>, button?: string) {
  const kept = presentValues(form).filter(([name]) => !(name in fields));
  const typed = Object.entries(fields).flatMap(([name, value]) =>
    valuesOf(value).map((one): Entry => [name, one]),
  );
  const entries = [...kept, ...typed, ...(button === undefined ? [] : [buttonValue(form, button)])];
  if (form.getAttribute('enctype') === 'multipart/form-data') {
    return { body: multipartBody(entries), headers: { 'content-type': MULTIPART_TYPE } };
  }
  const pairs = entries.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value.filename,
  ]);
  return { body: new URLSearchParams(pairs), headers: {} };
}

export function createBrowser(origin: string): Browser {
  const jar = new CookieJar();

  async function raw(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, origin).href;
    const headers = new Headers(init.headers);
    const cookie = await jar.getCookieString(url);
    if (cookie) headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) await jar.setCookie(set, url);
    return response;
  }

  async function follow(path: string, init: RequestInit = {}): Promise<Page> {
    let url = new URL(path, origin).href;
    let response = await raw(url, init);
    for (let hops = 0; hops < MAX_REDIRECTS; hops += 1) {
      const location = response.headers.get('location');
      if (location === null || !REDIRECTS.includes(response.status)) break;
      const target = new URL(location, url);
      if (target.origin !== new URL(origin).origin) return pageOf(response, url, target);
      await response.arrayBuffer();
      url = target.href;
      response = await raw(url);
    }
    return pageOf(response, url);
  }

  async function pageOf(response: Response, url: string, left?: URL): Promise<Page> {
    const html = await response.text();
    const { status, headers } = response;
    return { status, url, headers, html, root: parse(html), ...(left && { left }) };
  }

  const ask: Browser['ask'] = (page, fields, button) => {
    const form = page.root.querySelector('form');
    if (!form) throw new Error(`no form on ${page.url} (${page.status}): ${page.root.text.slice(0, 300)}`);
    const { body, headers } = bodyOf(form, fields, button);
    const action = new URL(form.getAttribute('action') ?? page.url, page.url).href;
    const own = { origin, 'sec-fetch-site': 'same-origin' };
    return follow(action, { method: 'POST', body, headers: { ...headers, ...own } });
  };

  const submit: Browser['submit'] = async (page, fields, button) => {
    const reply = await ask(page, fields, button);
    const isQuestion = reply.root.querySelector(`button[name=${CERTAIN.name}]`) !== null;
    return isQuestion ? ask(reply, {}, CERTAIN.value) : reply;
  };

  return {
    jar,
    get: (path) => follow(path),
    raw,
    submit,
    ask,
    async signIn({ email, password }, page) {
      return submit(page ?? (await follow('/sign-in')), { email, password });
    },
  };
}
