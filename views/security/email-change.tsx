/* Another address for an account: entering it, and confirming it with the link. Data: web/security/email-change-pages. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { CardPage } from '../parts/card-page.js';
import { Submit } from '../parts/forms/actions.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';
import { Time } from '../parts/text/time.js';

export const EMAIL_CHANGE_TEXT = {
  title: 'Change your e-mail address',
  lead: 'We mail a link to the new address, and tell the present one. Until you follow the link, signed in, the present one stays.',
  present: 'Your address now',
  email: 'New e-mail address',
  submit: 'Send the link',
  change: 'Change the address',
  waiting: (email: string) => `${email} waits for its confirmation`,
  waitingLead: 'Follow the link that was mailed there. It works once, until',
  withdraw: 'Stop this change',
  requested:
    'If the address is free, a mail with a link is on its way there. The link works once, for a day. Until then your address stays.',
  withdrawn: 'The change is stopped. Your address stays.',
  changed: 'Your e-mail address is changed. Every other browser is signed out.',
  confirmTitle: 'Use this address from now on?',
  confirmLead:
    'You sign in with it, and all our mails go there. Every other browser is signed out, and links from earlier mails stop working. Connected applications keep their access.',
  confirm: 'Yes, change it',
  taken: {
    title: 'This address belongs to another account',
    lead: 'It was taken after you entered it, so nothing changed. Sign in to that account, or use another address.',
  },
} as const;
const TEXT = EMAIL_CHANGE_TEXT;

/** In the card of the address: a change that waits, or the way to begin one. */
export interface WaitingEmail {
  readonly email: string;
  readonly until: Date;
}

interface EmailChangeProps {
  readonly waiting: WaitingEmail | undefined;
  readonly now: Date;
  readonly csrf: string;
  /** Address of the form that withdraws it. */
  readonly action: string;
  readonly to: string;
}

export const EmailChange = ({ waiting, now, csrf, action, to }: EmailChangeProps): VNode => (
  <>
    {waiting && (
      <Notice kind="info" title={TEXT.waiting(waiting.email)}>
        <p>
          {TEXT.waitingLead} <Time at={waiting.until} now={now} />.
        </p>
        <Form action={action} csrf={csrf}>
          <Button look="plain">{TEXT.withdraw}</Button>
        </Form>
      </Notice>
    )}
    <p>
      <ButtonLink look="plain" to={to}>
        {TEXT.change}
      </ButtonLink>
    </p>
  </>
);

interface FormProps {
  readonly user: PageUser;
  readonly csrf: string;
  readonly action: string;
  readonly backTo: string;
}

export interface ChangeAddressProps extends FormProps {
  /** As typed. */
  readonly email: string;
  readonly fault?: string | undefined;
  readonly refusal?: string | undefined;
}

export const ChangeAddressPage = (props: ChangeAddressProps): VNode => (
  <CardPage title={TEXT.title} user={props.user} crumbs={[]}>
    <p>{TEXT.lead}</p>
    {props.refusal && <Notice kind="danger" title={props.refusal} />}
    <p>
      {TEXT.present}: <bdi class="strong">{props.user.email}</bdi>
    </p>
    <Form action={props.action} csrf={props.csrf}>
      <Field
        name="email"
        label={TEXT.email}
        type="email"
        autocomplete="email"
        value={props.email}
        fault={props.fault}
        focused
      />
      <Submit look="primary" text={TEXT.submit} cancelTo={props.backTo} />
    </Form>
  </CardPage>
);

export interface ConfirmChangeProps extends FormProps {
  readonly email: string;
  /** Sent back with the form, so that no other page learns it. */
  readonly token: string;
}

export const ConfirmChangePage = ({
  user,
  email,
  token,
  csrf,
  action,
  backTo,
}: ConfirmChangeProps): VNode => (
  <CardPage title={TEXT.confirmTitle} user={user} crumbs={[]}>
    <p>
      <bdi class="strong">{email}</bdi>
    </p>
    <p>{TEXT.confirmLead}</p>
    <p class="hint">
      {TEXT.present}: <bdi>{user.email}</bdi>
    </p>
    <Form action={action} csrf={csrf}>
      <input type="hidden" name="token" value={token} />
      <Submit look="primary" text={TEXT.confirm} cancelTo={backTo} />
    </Form>
  </CardPage>
);
