/* The tabs and the filter of a list of bookings. */
import type { VNode } from 'preact';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Field, SelectField } from '../parts/forms/field.js';
import { Link } from '../parts/link.js';

export type TabName = 'upcoming' | 'unconfirmed' | 'recurring' | 'past' | 'cancelled';

export interface TabView {
  readonly name: TabName;
  readonly to: string;
  readonly chosen: boolean;
}

interface Named {
  readonly id: number;
}

export interface ListFilterProps {
  readonly filter: {
    /** Names of the parameters. */
    readonly fields: Readonly<Record<'tab' | 'attendee' | 'eventTypeId' | 'teamId', string>>;
    readonly action: string;
    readonly tab: TabName;
    readonly attendee: string;
    /** 0: all. */
    readonly eventTypeId: number;
    /** 0: none. */
    readonly teamId: number;
    readonly eventTypes: readonly (Named & { readonly title: string })[];
    /** Those that the user administers. */
    readonly teams: readonly (Named & { readonly name: string })[];
  };
  /** Absent without a filter. */
  readonly clearTo?: string | undefined;
}

const TEXT = {
  tabs: 'Bookings by status',
  names: {
    upcoming: 'Upcoming',
    unconfirmed: 'Waiting for confirmation',
    recurring: 'Recurring',
    past: 'Past',
    cancelled: 'Cancelled',
  },
  filter: 'Filter',
  attendee: 'Attendee',
  attendeeHint: 'The whole name or e-mail address.',
  eventType: 'Event type',
  allEventTypes: 'All event types',
  unknownEventType: 'Another event type',
  team: 'Team',
  yourself: 'Your own bookings',
  unknownTeam: 'Another team',
  show: 'Show bookings',
  clear: 'Clear the filter',
} as const;

export const Tabs = ({ tabs }: { tabs: readonly TabView[] }): VNode => (
  <nav aria-label={TEXT.tabs}>
    <ul class="filters">
      {tabs.map(({ name, to, chosen }) => (
        <li key={name}>
          <Link to={to} current={chosen ? 'page' : undefined}>
            {TEXT.names[name]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** `other`: the label of a chosen one that is not among them. */
function withAll(choices: readonly Choice[], chosen: number, all: string, other: string): readonly Choice[] {
  const isKnown = chosen === 0 || choices.some(({ value }) => value === String(chosen));
  return [
    { value: '0', label: all },
    ...(isKnown ? [] : [{ value: String(chosen), label: other }]),
    ...choices,
  ];
}

const choice = ({ id }: Named, label: string): Choice => ({ value: String(id), label });

const TeamField = ({ fields, teams, teamId }: ListFilterProps['filter']): VNode | null =>
  teams.length === 0 && teamId === 0 ? null : (
    <SelectField
      name={fields.teamId}
      label={TEXT.team}
      choices={withAll(
        teams.map((team) => choice(team, team.name)),
        teamId,
        TEXT.yourself,
        TEXT.unknownTeam,
      )}
      chosen={String(teamId)}
    />
  );

const EventTypeField = ({ fields, eventTypes, eventTypeId }: ListFilterProps['filter']): VNode => (
  <SelectField
    name={fields.eventTypeId}
    label={TEXT.eventType}
    choices={withAll(
      eventTypes.map((one) => choice(one, one.title)),
      eventTypeId,
      TEXT.allEventTypes,
      TEXT.unknownEventType,
    )}
    chosen={String(eventTypeId)}
  />
);

/** Open while it applies. */
export const ListFilter = ({ filter, clearTo }: ListFilterProps): VNode => (
  <details class="filter" open={clearTo !== undefined}>
    <summary>{TEXT.filter}</summary>
    <form class="form" method="get" action={filter.action} role="search">
      <input type="hidden" name={filter.fields.tab} value={filter.tab} />
      <div class="filter-fields">
        <Field
          name={filter.fields.attendee}
          label={TEXT.attendee}
          hint={TEXT.attendeeHint}
          value={filter.attendee}
          optional
        />
        <EventTypeField {...filter} />
        <TeamField {...filter} />
      </div>
      <div class="actions">
        <Button look="primary">{TEXT.show}</Button>
        {clearTo !== undefined && (
          <ButtonLink look="plain" to={clearTo}>
            {TEXT.clear}
          </ButtonLink>
        )}
      </div>
    </form>
  </details>
);
