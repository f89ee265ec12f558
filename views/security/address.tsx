/* The address of an account: whether it is confirmed, and the page that confirms it. Data: web/security/address-pages. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { Badge } from '../parts/badge.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { CardPage } from '../parts/card-page.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { EmailChange, type WaitingEmail } from './email-change.js';

export const ADDRESS_TEXT = {
  heading: 'E-mail address',
  confirmed: 'Confirmed',
  unconfirmed: 'Not confirmed',
  lead: 'Follow the link in our mail to confirm that this address is yours. Until then applications cannot use your account, and others cannot add you by it; everything else works.',
  send: 'Send the link again',
  sent: 'A mail with a link is on its way. The link works once, for 3 days.',
  done: 'Your e-mail address is confirmed.',
  accessEnded:
    'Your e-mail address is confirmed. This account was signed in to more than once before, so its passkeys, calendars, meeting apps and applications were removed and every other browser is signed out. If somebody else knows the password, change it.',
  notice: 'Confirm your e-mail address',
  noticeLead: (email: string) => `Follow the link in our mail to ${email}. Nothing there?`,
  noticeLink: 'Have it sent again',
  title: 'Confirm your e-mail address',
  question: 'Is this your address?',
  confirm: 'Yes, confirm it',
  over: 'This link does not work any more',
  overLead:
    'It was used, is too old, was not copied whole, or belongs to another account. Have a new one sent from your security page.',
  toSecurity: 'Go to Security',
} as const;
const TEXT = ADDRESS_TEXT;

export interface AddressCardProps {
  readonly email: string;
  readonly confirmed: boolean;
  readonly actions: {
    readonly addressLink: string;
    readonly emailWithdrawal: string;
    readonly email: string;
  };
  readonly csrf: string;
  readonly refusal: string | undefined;
  readonly waiting: WaitingEmail | undefined;
  readonly now: Date;
}

export const AddressCard = ({
  email,
  confirmed,
  actions,
  csrf,
  refusal,
  ...change
}: AddressCardProps): VNode => (
  <Card>
    <h2>{TEXT.heading}</h2>
    {refusal && <Notice kind="danger" title={refusal} />}
    <p>
      <bdi class="strong">{email}</bdi>{' '}
      <Badge kind={confirmed ? 'good' : 'warning'} text={confirmed ? TEXT.confirmed : TEXT.unconfirmed} />
    </p>
    {!confirmed && (
      <>
        <p class="hint">{TEXT.lead}</p>
        <Form action={actions.addressLink} csrf={csrf}>
          <Button look="plain">{TEXT.send}</Button>
        </Form>
      </>
    )}
    <EmailChange {...change} csrf={csrf} action={actions.emailWithdrawal} to={actions.email} />
  </Card>
);

export const Unconfirmed = ({ email, to }: { readonly email: string; readonly to: string }): VNode => (
  <Notice kind="info" title={TEXT.notice}>
    <p>
      {TEXT.noticeLead(email)} <Link to={to}>{TEXT.noticeLink}</Link>
    </p>
  </Notice>
);

export interface ConfirmAddressProps {
  readonly user: PageUser;
  /** Sent back with the form, so that no other page learns it. */
  readonly token: string;
  readonly action: string;
  readonly csrf: string;
}

export const ConfirmAddressPage = ({ user, token, action, csrf }: ConfirmAddressProps): VNode => (
  <CardPage title={TEXT.title} user={user} crumbs={[]}>
    <p>{TEXT.question}</p>
    <p>
      <bdi class="strong">{user.email}</bdi>
    </p>
    <Form action={action} csrf={csrf}>
      <input type="hidden" name="token" value={token} />
      <Button look="primary">{TEXT.confirm}</Button>
    </Form>
  </CardPage>
);

interface ConfirmationOverProps {
  readonly user: PageUser;
  readonly to: string;
  readonly text?: { readonly title: string; readonly lead: string };
}

const OVER = { title: TEXT.over, lead: TEXT.overLead } as const;

export const ConfirmationOverPage = ({ user, to, text = OVER }: ConfirmationOverProps): VNode => (
  <CardPage title={text.title} user={user} crumbs={[]}>
    <p>{text.lead}</p>
    <ButtonLink look="primary" to={to}>
      {TEXT.toSecurity}
    </ButtonLink>
  </CardPage>
);
