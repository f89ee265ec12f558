/* One member of a team or an organization: the role, and the removal with what happens to the bookings. Data: web/teams. */
import type { VNode } from 'preact';
import { RadioField } from '../developer/radio-field.js';
import type { FormPageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card, DangerCard } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { ButtonForm, Submit } from '../parts/forms/actions.js';
import { type Choice, Field, SelectField } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';
import { MemberBadges, type MemberView } from './members.js';

export interface LeavingValues {
  readonly bookings: string;
  readonly reassignTo: string;
  readonly reason: string;
}

export interface MemberPageProps extends FormPageProps {
  readonly member: MemberView;
  /** Upcoming bookings of the group that they host. */
  readonly hosted: number;
  readonly action: string;
  /** The roles that the user may give; absent where the role is not theirs to change. */
  readonly roles?: readonly Choice[] | undefined;
  /** Absent where the user may not remove the member. */
  readonly removal?:
    | { readonly action: string; readonly values: LeavingValues; readonly hosts: readonly Choice[] }
    | undefined;
  readonly faults: Readonly<Partial<Record<string, readonly string[]>>>;
  readonly refusal?: string | undefined;
}

export const MEMBER_TEXT = {
  email: 'E-mail address',
  role: 'Role',
  hosted: 'Upcoming bookings here',
  waiting: 'They have not accepted yet. Until then you see the address only, and they have no access.',
  changeRole: 'Change role',
  save: 'Save role',
  above: 'Only somebody with a higher role changes or removes this member.',
  self: 'This is you. You leave on the page of your teams.',
  danger: 'Danger zone',
  remove: 'Remove this member',
  removeDetail: 'They lose access at once, and no longer host event types here.',
  bookings: 'Their upcoming bookings',
  reassignTo: 'New host',
  reassignHint: 'Only where you reassign.',
  anyone: 'Any host who is free',
  reason: 'Reason',
  reasonHint: 'Only where you cancel: attendees read it. Optional.',
  withdraw: 'Withdraw the invitation',
  withdrawDetail: 'The mail that they got leads nowhere then.',
  unknownRole: 'Choose one of the list.',
} as const;
const TEXT = MEMBER_TEXT;

const LEAVING_OPTIONS = [
  { value: 'keep', label: 'Keep them', hint: 'The member stays the host of what is booked.' },
  { value: 'reassign', label: 'Reassign them', hint: 'Another host takes each one. Attendees get a mail.' },
  { value: 'cancel', label: 'Cancel them', hint: 'Attendees get a mail.' },
] as const;

const Facts = ({ member, hosted }: MemberPageProps): VNode => (
  <Card>
    <p>
      <MemberBadges {...member} />
    </p>
    {member.state !== 'member' && <p class="hint">{TEXT.waiting}</p>}
    <DefinitionList
      of={[
        { term: TEXT.email, value: member.email && <bdi>{member.email}</bdi> },
        { term: TEXT.hosted, value: member.state === 'member' ? String(hosted) : undefined },
      ]}
    />
  </Card>
);

const RoleForm = ({ roles = [], member, action, csrf, faults }: MemberPageProps): VNode => (
  <Card>
    <h2>{TEXT.changeRole}</h2>
    <Form action={action} csrf={csrf}>
      <SelectField
        name="role"
        label={TEXT.role}
        choices={roles}
        chosen={member.role}
        fault={faults['role']}
      />
      <Submit look="primary" text={TEXT.save} />
    </Form>
  </Card>
);

type RemovalProps = NonNullable<MemberPageProps['removal']> & Pick<MemberPageProps, 'csrf' | 'faults'>;

const RemovalForm = ({ action, values, hosts, csrf, faults }: RemovalProps): VNode => (
  <DangerCard title={TEXT.danger} detail={TEXT.removeDetail}>
    <Form action={action} csrf={csrf}>
      <RadioField
        name="bookings"
        legend={TEXT.bookings}
        options={LEAVING_OPTIONS}
        chosen={values.bookings}
        fault={faults['bookings']}
      />
      <SelectField
        name="reassignTo"
        label={TEXT.reassignTo}
        hint={TEXT.reassignHint}
        choices={hosts}
        chosen={values.reassignTo}
        fault={faults['reassignTo']}
      />
      <Field
        name="reason"
        label={TEXT.reason}
        hint={TEXT.reasonHint}
        value={values.reason}
        fault={faults['reason']}
        optional
      />
      <Submit look="danger" text={TEXT.remove} />
    </Form>
  </DangerCard>
);

const Removal = (props: RemovalProps & Pick<MemberPageProps, 'member'>): VNode =>
  props.member.state === 'member' ? (
    <RemovalForm {...props} />
  ) : (
    <DangerCard title={TEXT.danger} detail={TEXT.withdrawDetail}>
      <ButtonForm action={props.action} csrf={props.csrf} look="danger" text={TEXT.withdraw} />
    </DangerCard>
  );

export const MemberPage = (props: MemberPageProps): VNode => {
  const { member, roles, removal } = props;
  return (
    <AccountPage {...props} title={member.name} heading={<bdi>{member.name}</bdi>}>
      <Facts {...props} />
      {roles ? <RoleForm {...props} /> : <Notice kind="info" title={TEXT.above} />}
      {removal && <Removal {...props} {...removal} />}
      {member.isYou && <p class="hint">{TEXT.self}</p>}
    </AccountPage>
  );
};
