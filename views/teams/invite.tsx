/* Invites people to a team or an organization: one by an address, or anybody by a link. Data: web/teams. */
import type { VNode } from 'preact';
import type { FormPageProps, SubpageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { LinkAction, Submit } from '../parts/forms/actions.js';
import { type Choice, Field, SelectField } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';
import { Copyable, CopyScript } from '../parts/text/copyable.js';

export interface InviteValues {
  readonly email: string;
  readonly role: string;
  readonly uses: string;
  readonly days: string;
}

export interface InviteProps extends FormPageProps {
  readonly group: string;
  readonly action: string;
  /** Only teams have links. */
  readonly linkAction?: string | undefined;
  readonly values: InviteValues;
  readonly roles: readonly Choice[];
  readonly days: readonly Choice[];
  readonly faults: Readonly<Partial<Record<string, readonly string[]>>>;
  readonly refusal?: string | undefined;
  readonly backTo: string;
}

export const INVITE_TEXT = {
  title: 'Invite people',
  byMail: 'By e-mail',
  byMailDetail: 'They get a mail, and are members once they accept. Until then you see the address only.',
  email: 'E-mail address',
  emailHint: 'The address that they have confirmed in their account.',
  role: 'Role',
  roleHint:
    'Administrators manage members, event types and bookings. Owners also change and delete the team.',
  submit: 'Send invitation',
  byLink: 'By link',
  byLinkDetail:
    'For people without an account, too: they sign up first. Everybody with the link can join as a member.',
  uses: 'How many people can use it',
  days: 'Valid for',
  createLink: 'Create link',
  unknown:
    'No account has confirmed this address. Ask the person to sign up and to follow the link in our mail, or check the spelling.',
  unknownInTeam: 'No account has confirmed this address. Send an invite link instead, or check the spelling.',
  linkTitle: 'Your invite link',
  linkOnce: 'Copy this link now',
  linkDetail: 'It is shown only once. If you reload or leave this page, you have to create another.',
  link: 'Link',
  until: 'Valid until',
  copied: 'I have copied it',
} as const;
const TEXT = INVITE_TEXT;

const ByMail = ({ action, csrf, values, roles, faults, backTo }: InviteProps): VNode => (
  <Card>
    <h2>{TEXT.byMail}</h2>
    <p class="hint">{TEXT.byMailDetail}</p>
    <Form action={action} csrf={csrf}>
      <Field
        name="email"
        type="email"
        label={TEXT.email}
        hint={TEXT.emailHint}
        value={values.email}
        fault={faults['email']}
      />
      <SelectField
        name="role"
        label={TEXT.role}
        hint={TEXT.roleHint}
        choices={roles}
        chosen={values.role}
        fault={faults['role']}
      />
      <Submit look="primary" text={TEXT.submit} cancelTo={backTo} />
    </Form>
  </Card>
);

const ByLink = ({ csrf, values, days, faults, action }: InviteProps & { action: string }): VNode => (
  <Card>
    <h2>{TEXT.byLink}</h2>
    <p class="hint">{TEXT.byLinkDetail}</p>
    <Form action={action} csrf={csrf}>
      <Field name="uses" type="number" label={TEXT.uses} value={values.uses} fault={faults['uses']} />
      <SelectField name="days" label={TEXT.days} choices={days} chosen={values.days} fault={faults['days']} />
      <Submit look="plain" text={TEXT.createLink} />
    </Form>
  </Card>
);

export const InvitePage = (props: InviteProps): VNode => (
  <AccountPage
    {...props}
    title={TEXT.title}
    heading={
      <>
        {TEXT.title} to <bdi>{props.group}</bdi>
      </>
    }
  >
    <ByMail {...props} />
    {props.linkAction !== undefined && <ByLink {...props} action={props.linkAction} />}
  </AccountPage>
);

export interface NewLinkProps extends SubpageProps {
  readonly link: string;
  readonly until: VNode;
  readonly backTo: string;
}

/** Its response must allow scripts, for the button that copies the link. */
export const NewLinkPage = ({ link, until, backTo, ...props }: NewLinkProps): VNode => (
  <AccountPage {...props} title={TEXT.linkTitle}>
    <Notice kind="warning" title={TEXT.linkOnce} detail={TEXT.linkDetail} />
    <Card>
      <DefinitionList
        of={[
          { term: TEXT.link, value: <Copyable value={link} noun="link" once /> },
          { term: TEXT.until, value: until },
        ]}
      />
      <LinkAction look="primary" to={backTo} text={TEXT.copied} />
    </Card>
    <CopyScript />
  </AccountPage>
);
