/* Slugs of teams, and how many teams there may be. Pure. */
import { slugFrom } from '../slugs.js';

export const TEAMS_PER_USER = 100;
export const TEAMS_PER_ORGANIZATION = 1_000;

const SLUG_LENGTH = 100;
const SLUG = /^[a-z\d]+(?:[-_.][a-z\d]+)*$/;
export const SLUG_RULE = `must be 1 to ${SLUG_LENGTH} letters and digits with single hyphens, underscores or dots between them, such as front-desk`;

export const isSlug = (text: string): boolean => text.length <= SLUG_LENGTH && SLUG.test(text);

const MAX_NUMBERS = 9;

/** In order of preference; the last one ends in the random `suffix`, and so is free. */
export function slugsFor(name: string, suffix: string): readonly string[] {
  const base = slugFrom(name, 'team');
  const numbered = Array.from({ length: MAX_NUMBERS - 1 }, (_, at) => `${base}-${at + 2}`);
  return [base, ...numbered, `${base}-${suffix}`];
}
