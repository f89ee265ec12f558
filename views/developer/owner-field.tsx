/* The owner of a client: the user, or a team whose clients they manage. */
import type { VNode } from 'preact';
import { RadioField } from './radio-field.js';

export interface OwnerTeam {
  readonly id: number;
  readonly name: string;
  readonly organizationName?: string | undefined;
}

/** Name of the field, and its value for the user. */
export const OWNER = { field: 'team', self: '' } as const;

const TEXT = {
  legend: 'Owner',
  self: 'You',
  selfHint: 'Only you manage it.',
  team: 'Its owners and administrators, including you, manage it.',
  teamOf: (name: string) => `Team of ${name}. Its owners and administrators, including you, manage it.`,
} as const;

export interface OwnerFieldProps {
  readonly teams: readonly OwnerTeam[];
  readonly chosen: string;
  /** Whether the user is one of the choices. */
  readonly self: boolean;
  readonly fault?: readonly string[] | undefined;
}

export const OwnerField = ({ teams, chosen, self, fault }: OwnerFieldProps): VNode => (
  <RadioField
    name={OWNER.field}
    legend={TEXT.legend}
    chosen={chosen}
    fault={fault}
    options={[
      ...(self ? [{ value: OWNER.self, label: TEXT.self, hint: TEXT.selfHint }] : []),
      ...teams.map(({ id, name, organizationName }) => ({
        value: String(id),
        label: name,
        hint: organizationName === undefined ? TEXT.team : TEXT.teamOf(organizationName),
      })),
    ]}
  />
);
