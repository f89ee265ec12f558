/* What the form of an event type offers: availability, and kinds of locations with the connected apps. */
import { LOCATION_KINDS } from '../../../views/event-types/form-values.js';
import type { Choice } from '../../../views/parts/forms/field.js';
import { appNamed, FACTS } from '../../scheduling/event-types/meeting-apps.js';
import type { EventTypeValues } from '../../../views/event-types/form-values.js';
import { appKind, appOfKind } from './form-values.js';
import type { EventTypePages } from './own-event-type.js';
import type { EventTypesOwner } from './owner.js';

const MAX_SCHEDULES = 250;

export interface FormChoices {
  readonly schedules: readonly Choice[];
  readonly locationKinds: readonly Choice[];
}

const TEXT = {
  defaultSchedule: 'Your default availability',
  hostSchedules: 'The default availability of each host',
  keptSchedule: 'As set with the API',
  noLocation: 'No location',
} as const;

/** A schedule of one member for the whole team is set with the API, and stays. */
const keptSchedule = ({ fields: { schedule } }: EventTypeValues): readonly Choice[] =>
  schedule === '' ? [] : [{ value: schedule, label: TEXT.keptSchedule }];

/** Jitsi needs no account. Kinds that a location has stay a choice. */
function appKinds(connected: readonly string[], { locations }: EventTypeValues): readonly string[] {
  const chosen = locations.map(({ kind }) => appOfKind(kind)).filter((app) => app !== undefined);
  return [...new Set(['jitsi', ...connected, ...chosen])];
}

const labelOfApp = (name: string): string => {
  const app = appNamed(name);
  return app === undefined ? name : `Online with ${FACTS[app].title}`;
};

export async function formChoices(
  { schedules, conferencing }: EventTypePages,
  { owner }: EventTypesOwner,
  values: EventTypeValues,
): Promise<FormChoices> {
  const [own, apps] = await Promise.all([
    'accountId' in owner ? schedules.list(owner.accountId, { take: MAX_SCHEDULES, skip: 0 }) : [],
    conferencing.list(owner),
  ]);
  const kinds = appKinds(
    apps.map(({ app }) => app),
    values,
  );
  return {
    schedules: [
      { value: '', label: 'accountId' in owner ? TEXT.defaultSchedule : TEXT.hostSchedules },
      ...('accountId' in owner ? [] : keptSchedule(values)),
      ...own.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    locationKinds: [
      { value: '', label: TEXT.noLocation },
      ...kinds.map((name) => ({ value: appKind(name), label: labelOfApp(name) })),
      ...Object.entries(LOCATION_KINDS).map(([value, label]) => ({ value, label })),
    ],
  };
}
