/* The settings of a team as fields of its form, and what the typed fields change. Pure. */
import { createHash } from 'node:crypto';
import {
  TEAM_FIELDS,
  type TeamChoices,
  type TeamField,
  type TeamFaults,
  type TeamValues,
} from '../../../views/teams/team-form.js';
import { TICKED } from '../../../views/parts/forms/box-field.js';
import type { Choice } from '../../../views/parts/forms/field.js';
import type { Form } from '../../http/forms.js';
import { TIME_ZONES } from '../../scheduling/profile/rules.js';
import { WEEK_DAYS } from '../../scheduling/profile/store.js';
import type { Team } from '../../scheduling/teams/store.js';
import type { RefusedInput } from '../refused-input.js';
import { faultSentences, textOf } from '../request-values.js';

export const EMPTY: TeamValues = {
  ...{ name: '', slug: '', bio: '', logoUrl: '', timeZone: '', weekStart: '', isPrivate: '' },
};

export const valuesOf = ({ name, slug, settings }: Team): TeamValues => ({
  ...{ name, slug },
  bio: settings.bio ?? '',
  logoUrl: settings.logoUrl ?? '',
  timeZone: settings.timeZone ?? '',
  weekStart: settings.weekStart ?? '',
  isPrivate: settings.isPrivate === true ? TICKED : '',
});

export const typedIn = (form: Form): TeamValues =>
  Object.fromEntries(TEAM_FIELDS.map((name) => [name, textOf(form, name)])) as TeamValues;

/** Equal for teams that the form shows the same way. */
export const versionOf = (team: Team): string =>
  createHash('sha256')
    .update(JSON.stringify(valuesOf(team)))
    .digest('base64url')
    .slice(0, 22);

/** Unchecked. An empty slug of a new team is taken from the name. */
export const newTeamOf = ({ name, slug }: TeamValues): object => ({ name, ...(slug === '' ? {} : { slug }) });

/** Null removes a setting. */
function propertyOf(field: TeamField, typed: string): unknown {
  if (field === 'isPrivate') return typed === TICKED;
  return typed === '' && field !== 'name' && field !== 'slug' ? null : typed;
}

/** What differs, unchecked. */
export function changeOf(team: Team, typed: TeamValues): object {
  const values = valuesOf(team);
  const tidy = (text: string): string => text.replaceAll('\r\n', '\n').trim();
  const changed = TEAM_FIELDS.filter((field) => tidy(values[field]) !== typed[field]);
  return Object.fromEntries(changed.map((field) => [field, propertyOf(field, typed[field])]));
}

/** They begin the sentences of faults. */
const SUBJECTS: Readonly<Record<TeamField, string>> = {
  name: 'The name',
  slug: 'The slug',
  bio: 'The text about the team',
  logoUrl: 'The address of the picture',
  timeZone: 'The time zone',
  weekStart: 'The first day of the week',
  isPrivate: 'This box',
};

export interface Unsaved {
  readonly status: number;
  readonly faults: TeamFaults;
  readonly refusal: string | undefined;
  /** The team is not as it was when the form was made. */
  readonly outdated: boolean;
}

export function unsavedBecause({ status, faults, reason, property }: RefusedInput): Unsaved {
  const outdated = property === 'version';
  if (reason !== undefined && property === 'slug')
    return { status, faults: { slug: [reason] }, refusal: undefined, outdated };
  return { status, faults: faultSentences(faults, SUBJECTS), refusal: reason, outdated };
}

const UNSET = { timeZone: 'Not set (UTC)', weekStart: 'Not set (Monday)' };

const zones: readonly Choice[] = TIME_ZONES.map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/** With the chosen one, which may have another spelling. */
export const choicesOf = ({ timeZone }: TeamValues): TeamChoices => ({
  timeZone: [
    { value: '', label: UNSET.timeZone },
    ...(timeZone === '' || TIME_ZONES.includes(timeZone) ? [] : [{ value: timeZone, label: timeZone }]),
    ...zones,
  ],
  weekStart: [{ value: '', label: UNSET.weekStart }, ...WEEK_DAYS.map((day) => ({ value: day, label: day }))],
});
