/* What the selects of the profile offer. */
import type { Choice } from '../../../views/parts/forms/field.js';
import type { ProfileChoices, ProfileValues } from '../../../views/profile/profile.js';
import { TIME_ZONES } from '../../scheduling/profile/rules.js';
import { WEEK_DAYS } from '../../scheduling/profile/store.js';

/** A selection: applications may set every other language by the API. */
const LOCALES = (
  'ar bg bn ca cs da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US es es-AR es-MX et eu fa fi fr ' +
  'fr-BE fr-CA fr-CH he hi hr hu id is it ja ko lt lv nb nl nl-BE pl pt-BR pt-PT ro ru sk sl sr sv th tr uk vi ' +
  'zh-Hans zh-Hant'
).split(' ');

/** In itself: `Deutsch (Österreich)`. */
function languageName(tag: string): string {
  const names = new Intl.DisplayNames(tag, { type: 'language', languageDisplay: 'standard' });
  return names.of(tag) ?? tag;
}

let languages: readonly Choice[] | undefined;

/** Named when the first page needs them, which takes a few milliseconds. */
const languageChoices = (): readonly Choice[] =>
  (languages ??= LOCALES.map((value) => ({ value, label: languageName(value) })));

const zoneChoice = (value: string): Choice => ({ value, label: value.replaceAll('_', ' ') });
const zones = TIME_ZONES.map(zoneChoice);

const withChosen = (choices: readonly Choice[], chosen: Choice): readonly Choice[] =>
  choices.some(({ value }) => value === chosen.value) ? choices : [chosen, ...choices];

/** With those of the profile, which may be set to others by the API. */
export const choicesOf = ({ timeZone, locale }: ProfileValues): ProfileChoices => ({
  timeZone: withChosen(zones, zoneChoice(timeZone)),
  timeFormat: [
    { value: '12', label: '2:05 pm' },
    { value: '24', label: '14:05' },
  ],
  weekStart: WEEK_DAYS.map((day) => ({ value: day, label: day })),
  locale: withChosen(languageChoices(), { value: locale, label: locale }),
});
