/* Who hosts an event type of a team, and how they come together. Data: web/event-types. */
import type { VNode } from 'preact';
import { RadioField } from '../developer/radio-field.js';
import type { FormPageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card } from '../parts/card.js';
import { Submit } from '../parts/forms/actions.js';
import { BoxField } from '../parts/forms/box-field.js';
import type { FaultsById } from '../parts/forms/error-summary.js';
import { Faults, fieldClass } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';

export const SCHEDULING_LABELS = {
  roundRobin: 'Round robin',
  collective: 'Collective',
  managed: 'Managed',
} as const;

const HINTS: Readonly<Record<keyof typeof SCHEDULING_LABELS, string>> = {
  roundRobin: 'One of the hosts takes each booking, in turns.',
  collective: 'All hosts come to each booking.',
  managed: 'Each host gets an event type of their own like it, and chooses availability and locations.',
};

export interface AssignmentValues {
  readonly schedulingType: string;
  /** All members host it, later ones too. */
  readonly all: boolean;
  /** Account ids of the chosen members. */
  readonly hosts: readonly string[];
}

export const HOST_FIELDS = { type: 'scheduling_type', all: 'all_members', hosts: 'hosts' } as const;

export const HOSTS_TEXT = {
  title: 'Hosts',
  type: 'Scheduling',
  all: 'All members host it',
  allHint: 'Those who join later, too.',
  hosts: 'Members who host it',
  hostsHint: 'Where not all members do. Nobody can book it without a host.',
  managedHint: 'A member who is no longer a host loses the copy; its bookings stay.',
  fixed: 'It stays managed: its hosts have copies of it. For another kind, create another event type.',
  save: 'Save hosts',
  saved: (title: string) => `The hosts of ${title} are saved.`,
  stale: 'The event type was changed in the meantime. Check your input below and save again.',
} as const;
const TEXT = HOSTS_TEXT;

interface AssignmentProps {
  readonly values: AssignmentValues;
  readonly kinds: readonly (keyof typeof SCHEDULING_LABELS)[];
  readonly faults: FaultsById;
}

export const Assignment = ({ values, kinds, faults }: AssignmentProps): VNode => (
  <>
    <RadioField
      name={HOST_FIELDS.type}
      legend={TEXT.type}
      options={kinds.map((value) => ({ value, label: SCHEDULING_LABELS[value], hint: HINTS[value] }))}
      chosen={values.schedulingType}
      fault={faults[HOST_FIELDS.type]}
    />
    <BoxField name={HOST_FIELDS.all} label={TEXT.all} hint={TEXT.allHint} checked={values.all} />
  </>
);

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

const Candidates = ({ of, values, faults }: HostsPageProps & { of: readonly Candidate[] }): VNode => (
  <fieldset
    class={fieldClass({ name: HOST_FIELDS.hosts, label: TEXT.hosts, fault: faults[HOST_FIELDS.hosts] })}
  >
    <legend>{TEXT.hosts}</legend>
    <p class="hint">{TEXT.hostsHint}</p>
    <Faults name={HOST_FIELDS.hosts} label={TEXT.hosts} fault={faults[HOST_FIELDS.hosts]} />
    {of.map(({ id, name, email }) => (
      <label class="box" key={id}>
        <input type="checkbox" name={HOST_FIELDS.hosts} value={id} checked={values.hosts.includes(id)} />
        <span>
          <bdi class="strong">{name}</bdi>
          <bdi class="hint block">{email}</bdi>
        </span>
      </label>
    ))}
  </fieldset>
);

export interface HostsPageProps extends FormPageProps {
  readonly action: string;
  readonly backTo: string;
  readonly version: string;
  readonly isManaged: boolean;
  readonly values: AssignmentValues;
  readonly candidates: readonly Candidate[];
  readonly faults: FaultsById;
  readonly refusal?: string | undefined;
}

export const HostsPage = (props: HostsPageProps): VNode => {
  const { isManaged, version, candidates } = props;
  return (
    <AccountPage {...props} title={TEXT.title}>
      <Card>
        <Form action={props.action} csrf={props.csrf}>
          <input type="hidden" name="version" value={version} />
          <Assignment {...props} kinds={isManaged ? ['managed'] : ['roundRobin', 'collective']} />
          {isManaged && <p class="hint">{TEXT.fixed}</p>}
          <Candidates {...props} of={candidates} />
          {isManaged && <p class="hint">{TEXT.managedHint}</p>}
          <Submit look="primary" text={TEXT.save} cancelTo={props.backTo} />
        </Form>
      </Card>
    </AccountPage>
  );
};
