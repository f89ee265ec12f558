/* What the form of an event type offers: availability, and kinds of locations with the connected apps. */
import { LOCATION_KINDS } from '../../../views/event-types/form-values.js';
import type { Choice } from '../../../views/parts/forms/field.js';
import { appNamed, FACTS } from '../../scheduling/event-types/meeting-apps.js';
import type { EventTypeValues } from '../../../views/event-types/form-values.js';
import { appKind, appOfKind } from './form-values.js';
import type { EventTypePages } from './own-event-type.js';

const MAX_SCHEDULES = 250;

export interface FormChoices {
  readonly schedules: readonly Choice[];
  readonly locationKinds: readonly Choice[];
}

const TEXT = { defaultSchedule: 'Your default availability', noLocation: 'No location' } as const;

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
  accountId: number,
  values: EventTypeValues,
): Promise<FormChoices> {
  const [own, apps] = await Promise.all([
    schedules.list(accountId, { take: MAX_SCHEDULES, skip: 0 }),
    conferencing.list({ accountId }),
  ]);
  const kinds = appKinds(
    apps.map(({ app }) => app),
    values,
  );
  return {
    schedules: [
      { value: '', label: TEXT.defaultSchedule },
      ...own.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    locationKinds: [
      { value: '', label: TEXT.noLocation },
      ...kinds.map((name) => ({ value: appKind(name), label: labelOfApp(name) })),
      ...Object.entries(LOCATION_KINDS).map(([value, label]) => ({ value, label })),
    ],
  };
}
