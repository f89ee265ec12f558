/* The terms of an event type: their version for forms that edit them, and those of a copy. Pure. */
import { createHash } from 'node:crypto';
import type { EventType, EventTypeTerms } from './event-type.js';

export function termsOf(eventType: EventType): EventTypeTerms {
  const { id: _id, ownerId: _owner, teamId: _team, parentId: _parent, ...own } = eventType;
  const { schedulingType: _type, assignAllTeamMembers: _all, ...terms } = own;
  return terms;
}

/** Equal for equal terms. */
export const versionOf = (terms: EventTypeTerms): string =>
  createHash('sha256').update(JSON.stringify(terms)).digest('base64url').slice(0, 22);

const TITLE_PART = 240;
const SLUG_PART = 90;
const COPIES = 20;

/** In order of preference: hidden, with slugs that may be free. */
export function copiesOf(terms: EventTypeTerms): readonly EventTypeTerms[] {
  // A half of a surrogate pair cannot be stored.
  const title = `${terms.title.slice(0, TITLE_PART).replace(/\p{Surrogate}$/u, '')} (copy)`;
  const base = `${terms.slug.slice(0, SLUG_PART).replace(/[-_.]+$/, '')}-copy`;
  return Array.from({ length: COPIES }, (_, at) => ({
    ...terms,
    title,
    slug: at === 0 ? base : `${base}-${at + 1}`,
    hidden: true,
  }));
}
