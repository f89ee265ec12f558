/* Event types of a user, made and read in the stores beside their pages. */
import type { EventTypeTerms } from '../../../src/scheduling/event-types/event-type.js';
import { newTerms, type NewEventType } from '../../../src/scheduling/event-types/rules.js';
import { termsOf } from '../../../src/scheduling/event-types/terms.js';
import type { FieldValue, Page } from '../../support/browser.js';
import type { Visitor } from '../../support/oauth.js';
import type { Service } from '../../support/service.js';
import { formOf } from '../../clients/forms.js';

export const EVENT_TYPES = '/settings/event-types';
const ACTOR = { actor: 'test' };

export const eventTypeFixture = (service: Service) => {
  let count = 0;
  const store = () => service.stores.scheduling.eventTypes;

  /** The path of its page. */
  async function eventType({ user }: Visitor, terms: Partial<NewEventType> = {}): Promise<string> {
    const slug = `event-${(count += 1)}`;
    const input = { title: 'Intro call', slug, lengthInMinutes: 30, ...terms };
    const made = await store().create(user.account.id, { terms: newTerms(input), most: 1_000 }, ACTOR);
    if (typeof made !== 'object') throw new Error(`no event type was made: ${String(made)}`);
    return `${EVENT_TYPES}/${made.eventType.id}`;
  }

  async function stored({ user }: Visitor, path: string): Promise<EventTypeTerms> {
    const found = await store().find(user.account.id, Number(path.split('/').at(-1)));
    if (found === undefined) throw new Error('the event type does not exist');
    return termsOf(found.eventType);
  }

  return { eventType, stored };
};

/** Fills and sends the form of a page whose action ends in `end`. */
export const send = (
  { browser }: Visitor,
  page: Page,
  end: string,
  fields: Readonly<Record<string, FieldValue>> = {},
  button?: string,
): Promise<Page> => browser.submit(formOf(page, end), fields, button);

export const faultsOn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.fault').map((fault) => fault.text.trim());
export const notice = ({ root }: Page): string => root.querySelector('.notice')?.text ?? '';
export const valueOf = ({ root }: Page, id: string): string | undefined =>
  root.querySelector(`#${id}`)?.getAttribute('value');
