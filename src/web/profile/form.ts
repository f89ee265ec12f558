/* The form of the profile: what it shows, and what of the profile it changes. */
import type { ProfileField, ProfileValues } from '../../../views/profile/profile.js';
import { inputFaults, validationMessages } from '../../api/validation-messages.js';
import type { PropertyFault } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import { profileEdit } from '../../scheduling/profile/schemas.js';
import type { Profile, ProfileEdit } from '../../scheduling/profile/store.js';
import { type FieldFaults, faultSentences, textOf } from '../request-values.js';

/** They begin the sentences of faults. */
const SUBJECTS: Readonly<Record<ProfileField, string>> = {
  name: 'The name',
  username: 'The username',
  avatarUrl: 'The address of the picture',
  bio: 'The text about you',
  timeZone: 'The time zone',
  timeFormat: 'The format of times',
  weekStart: 'The first day of the week',
  locale: 'The language',
};
const FIELDS = Object.keys(SUBJECTS) as ProfileField[];

export const valuesOf = (profile: Profile): ProfileValues => ({
  name: profile.name,
  username: profile.username,
  avatarUrl: profile.avatarUrl ?? '',
  bio: profile.bio ?? '',
  timeZone: profile.timeZone,
  timeFormat: String(profile.timeFormat),
  weekStart: profile.weekStart,
  locale: profile.locale,
});

export function typedIn(form: Form): ProfileValues {
  const typed = Object.fromEntries(FIELDS.map((field) => [field, textOf(form, field)])) as ProfileValues;
  return { ...typed, username: typed.username.toLowerCase() };
}

type Change = ProfileEdit['change'];

const PROPERTIES: readonly string[] = FIELDS;
/** As the fields are on the page. */
const inOrder = (faults: readonly PropertyFault[]): readonly PropertyFault[] =>
  faults.toSorted((a, b) => PROPERTIES.indexOf(a.property) - PROPERTIES.indexOf(b.property));

/** An empty picture is none. What does not differ is not checked: a value from before a rule stays as it is. */
function draftOf(profile: Profile, typed: ProfileValues): Readonly<Record<string, unknown>> {
  const values = valuesOf(profile);
  const changed = FIELDS.filter((field) => typed[field] !== values[field]);
  const draft = Object.fromEntries(changed.map((field) => [field, typed[field]]));
  return 'timeFormat' in draft ? { ...draft, timeFormat: Number(typed.timeFormat) } : draft;
}

/** What the typed values change of the profile, or what is wrong with them. */
export function changeOf(
  profile: Profile,
  typed: ProfileValues,
): { readonly change: Change } | { readonly faults: FieldFaults } {
  const { avatarUrl, ...draft } = draftOf(profile, typed);
  const picture = avatarUrl === undefined || avatarUrl === '' ? {} : { avatarUrl };
  const read = profileEdit.safeParse({ ...draft, ...picture }, { error: validationMessages });
  if (!read.success) return { faults: faultSentences(inOrder(inputFaults(read.error, 'form')), SUBJECTS) };
  return { change: avatarUrl === '' ? { ...read.data, avatarUrl: null } : read.data };
}
