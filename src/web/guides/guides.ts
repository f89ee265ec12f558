/* The guides that the service serves: files of docs/, for who builds on the API or uses the pages. Those for operators are not. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export const GUIDES_PATH = '/docs';

export interface Guide {
  /** Of its file in docs/, and of its page. */
  readonly name: string;
  readonly title: string;
  readonly detail: string;
}

const section = (title: string, guides: readonly Guide[]) => ({ title, guides });

/** In the order of the list. Titles are those of the files. */
export const GUIDE_SECTIONS = [
  section('Applications', [
    {
      name: 'clients',
      title: 'For developers of applications',
      detail: 'Register a client, have a user authorize it, get tokens, and handle what goes wrong.',
    },
    { name: 'scopes', title: 'Scopes', detail: 'What each scope allows, and the endpoints that need it.' },
    { name: 'webhooks', title: 'Webhooks', detail: 'Get what happens as HTTP requests, and verify them.' },
    { name: 'contract', title: 'The contract', detail: 'What the service promises, and what it does not.' },
  ]),
  section('Scheduling', [
    {
      name: 'event-types',
      title: 'Event types',
      detail: 'What can be booked: length, limits, questions, links.',
    },
    { name: 'slots', title: 'Slots', detail: 'How free times are found, in any time zone.' },
    { name: 'booking-pages', title: 'Booking pages', detail: 'The public pages of users and teams.' },
    { name: 'routing-forms', title: 'Routing forms', detail: 'Questions that lead to the right event type.' },
    { name: 'workflows', title: 'Workflows', detail: 'Reminders and messages around bookings.' },
    {
      name: 'calendars',
      title: 'Connected calendars',
      detail: 'Busy times from other calendars, and bookings in them.',
    },
    { name: 'conferencing', title: 'Conferencing', detail: 'Meetings of video services for bookings.' },
  ]),
] as const satisfies readonly { readonly title: string; readonly guides: readonly Guide[] }[];

export const GUIDES: readonly Guide[] = GUIDE_SECTIONS.flatMap(({ guides }) => [...guides]);

export const guidePath = (name: string): string => `${GUIDES_PATH}/${name}`;

/** The folder stands beside package.json, in the sources and in the package. */
const packagePath = createRequire(import.meta.url).resolve('#package');

export const readGuide = ({ name }: Guide): Promise<string> =>
  readFile(new URL(`docs/${name}.md`, `file://${packagePath}`), 'utf8');
