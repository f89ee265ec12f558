/* Steps of somebody who books on a public page, by links and forms. */
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import type { EventType } from '../../../src/scheduling/event-types/event-type.js';
import { type Fixture, openFixture } from '../../scheduling/bookings/booking-fixture.js';
import { type Browser, createBrowser, type Page } from '../../support/browser.js';

export { type Fixture, openFixture };

export const heading = ({ root }: Page): string | undefined => root.querySelector('h1')?.text;
export const noticeOn = ({ root }: Page): string | undefined => root.querySelector('.notice-title')?.text;
export const faultsOn = ({ root }: Page): readonly (string | undefined)[] =>
  root.querySelectorAll('.fault').map(({ id }) => id.replace(/-fault$/, ''));
export const daysOn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.month a').map((link) => link.getAttribute('aria-label') ?? '');
export const timesOn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.times a').map(({ text }) => text);

/** The address of the link with this text or label. */
export function linkTo({ root }: Page, text: string): string {
  const links = root.querySelectorAll('main a');
  const link = links.find((one) => one.text === text || one.getAttribute('aria-label') === text);
  if (link === undefined)
    throw new Error(`no link ${text} among: ${links.map((one) => one.text).join(', ')}`);
  return (link.getAttribute('href') ?? '').replaceAll('&amp;', '&');
}

export interface Visit {
  readonly browser: Browser;
  readonly eventType: EventType;
  /** Of its page. */
  readonly path: string;
}

export async function visitOf(fixture: Fixture, change: Partial<NewEventType> = {}): Promise<Visit> {
  const eventType = await fixture.eventType(change);
  const path = `/${fixture.username}/${eventType.slug}`;
  return { eventType, path, browser: createBrowser(fixture.service.url) };
}

/** The form of a time that is free. */
export const formOf = ({ browser, path }: Visit, time: string, more = ''): Promise<Page> =>
  browser.get(`${path}?timeZone=UTC&time=${time}${more}`);

/** Which is followed, by the first day and the first time, to the form. */
export async function toForm({ browser, path }: Visit): Promise<Page> {
  const month = await browser.get(path);
  const day = await browser.get(linkTo(month, daysOn(month)[0] ?? ''));
  return browser.get(linkTo(day, timesOn(day)[0] ?? ''));
}
