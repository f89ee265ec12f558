/*
 * The pages where people book, without an account: of users, of teams on their own, and of teams of an organization. Their
 * paths begin with names that others choose, so that they come after every other page (src/app.ts).
 */
import { definePage, handlerWith, type Page } from '../page.js';
import type { PublicPageDeps } from './deps.js';
import { book, showEventType } from './form-page.js';
import { showOwner } from './owner-page.js';
import { FIELDS } from './questions.js';

/** The most specific first. */
const OWNER_PATHS = ['/org/:organizationSlug/team/:teamSlug', '/team/:teamSlug', '/:username'] as const;
const PRIVATE_LINK_PATH = '/d/:link/:slug';

export function createPublicPages(deps: PublicPageDeps): readonly Page[] {
  const by = handlerWith(deps);
  const eventTypeAt = (path: string): readonly Page[] => [
    definePage({ method: 'GET', path, who: 'anyone', handle: by(showEventType) }),
    definePage({ method: 'POST', path, who: 'anyone', form: { lists: [FIELDS.boxes] }, handle: by(book) }),
  ];
  return [
    ...eventTypeAt(PRIVATE_LINK_PATH),
    ...OWNER_PATHS.flatMap((path) => [
      definePage({ method: 'GET', path, who: 'anyone', handle: by(showOwner) }),
      ...eventTypeAt(`${path}/:slug`),
    ]),
  ];
}
