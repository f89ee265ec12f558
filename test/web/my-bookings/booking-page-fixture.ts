/* A host at a browser, and bookings with them. */
import type { NewEventType } from '../../../src/scheduling/event-types/rules.js';
import {
  ahead,
  type BookingView,
  type Fixture,
  openFixture,
} from '../../scheduling/bookings/booking-fixture.js';
import { type Browser, createBrowser, type Page } from '../../support/browser.js';
import type { TestUser } from '../../support/service.js';

export const LIST = '/settings/bookings';
export const WAITING = {
  confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true },
} as const;
export const SEATS = { seats: { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true } };

export interface PagesFixture extends Fixture {
  readonly browser: Browser;
  signedIn(user: Pick<TestUser, 'email' | 'password'>): Promise<Browser>;
  /** On a day of its own. */
  booking(type?: Partial<NewEventType>, body?: object): Promise<BookingView>;
  /** As the host reads it. */
  read(uid: string): Promise<BookingView>;
}

let day = 5;
export const anotherDay = (): string => ahead((day += 1));

export async function openPages(): Promise<PagesFixture> {
  const fixture = await openFixture();
  const signedIn: PagesFixture['signedIn'] = async (user) => {
    const browser = createBrowser(fixture.service.url);
    await browser.signIn(user);
    return browser;
  };
  return {
    ...fixture,
    signedIn,
    browser: await signedIn(fixture.hostUser),
    booking: async (type = {}, body = {}) =>
      fixture.booked(await fixture.eventType(type), { start: anotherDay(), ...body }),
    read: async (uid) => (await fixture.host.call<BookingView>('GET', `/v2/bookings/${uid}`)).data,
  };
}

/** Without the marks that isolate names (UAX 9). */
const plain = (text = ''): string => text.replaceAll(/[⁦-⁩]/g, '').replaceAll(/\s+/g, ' ').trim();

export const textOn = ({ root }: Page, selector = 'main'): string =>
  plain(root.querySelector(selector)?.text);
export const noticeOn = (page: Page): string => textOn(page, '.notice');
export const statusOn = (page: Page): string => textOn(page, '.badge');
export const actionsOn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('main .actions a').map(({ text }) => plain(text));
export const factsOn = ({ root }: Page): Readonly<Record<string, string>> =>
  Object.fromEntries(
    root
      .querySelectorAll('dl > div')
      .map((fact) => [plain(fact.querySelector('dt')?.text), plain(fact.querySelector('dd')?.text)]),
  );
