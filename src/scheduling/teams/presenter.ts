/* Teams in the shape of the public API, and inputs as records and changes. */
import type { z } from 'zod';
import { present } from '../../present.js';
import type { teamChangeInput, teamInput, teamReply } from './schemas.js';
import type { NewTeam, Team, TeamChange } from './store.js';
import { slugsFor } from './rules.js';

/** For settings that are not set. */
const DEFAULTS = {
  hideBranding: false,
  isPrivate: false,
  hideBookATeamMember: false,
  timeZone: 'Europe/London',
  weekStart: 'Sunday',
} as const;

export const presentTeam = ({ organizationId, settings, ...team }: Team): z.input<typeof teamReply> => ({
  ...DEFAULTS,
  ...settings,
  ...team,
  ...present({ parentId: organizationId }),
  isOrganization: false,
});

/** `suffix`: random, for a slug derived from the name. */
export function newTeam(
  { name, slug, ...settings }: z.output<typeof teamInput>,
  suffix: string,
): Pick<NewTeam, 'name' | 'slugs' | 'settings'> {
  return { name, slugs: slug === undefined ? slugsFor(name, suffix) : [slug], settings };
}

export const teamChange = ({ name, slug, ...settings }: z.output<typeof teamChangeInput>): TeamChange => ({
  ...present({ name, slug }),
  settings,
});
