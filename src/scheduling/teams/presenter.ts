/* A team as the API shows it, and the parts of what is sent. */
import type { z } from 'zod';
import { present } from '../../present.js';
import type { teamChangeInput, teamInput, teamReply } from './schemas.js';
import type { NewTeam, Team, TeamChange } from './store.js';
import { slugsFor } from './rules.js';

/** What a team says when nothing was said. */
const DEFAULTS = {
  hideBranding: false,
  isPrivate: false,
  hideBookATeamMember: false,
  timeZone: 'Europe/London',
  weekStart: 'Sunday',
} as const;

export const presentTeam = ({
  id,
  organizationId,
  name,
  slug,
  settings,
}: Team): z.input<typeof teamReply> => ({
  ...DEFAULTS,
  ...settings,
  id,
  ...present({ parentId: organizationId }),
  name,
  slug,
  isOrganization: false,
});

/** `drawn`: a random end for a slug that nobody chose. */
export function newTeam(
  { name, slug, ...settings }: z.output<typeof teamInput>,
  drawn: string,
): Pick<NewTeam, 'name' | 'slugs' | 'settings'> {
  return { name, slugs: slug === undefined ? slugsFor(name, drawn) : [slug], settings };
}

export const teamChange = ({ name, slug, ...settings }: z.output<typeof teamChangeInput>): TeamChange => ({
  ...present({ name, slug }),
  settings,
});
