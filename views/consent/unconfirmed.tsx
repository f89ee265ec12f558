/* In place of the consent page, for an account whose address is not confirmed. Data: web/consent/consent-pages. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { CardPage } from '../parts/card-page.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { ADDRESS_TEXT } from '../security/address.js';

const TEXT = {
  lead: (client: string) => `Before ${client} can use your account, confirm that this address is yours:`,
  how: 'Follow the link in our mail. In this browser it leads back here; from another one, come back and continue.',
  goOn: 'Continue',
  cancel: 'Cancel',
  change: 'Use another account',
} as const;

export interface UnconfirmedConsentProps {
  /** Name of the application. */
  readonly client: string;
  readonly user: PageUser;
  readonly switchAccountUrl: string;
  /** A link was just sent. */
  readonly sent: boolean;
  readonly csrf: string;
  /** Address of this page. */
  readonly action: string;
  readonly linkAction: string;
}

export const UnconfirmedConsentPage = (props: UnconfirmedConsentProps): VNode => (
  <CardPage title={ADDRESS_TEXT.notice} below={<Below {...props} />}>
    {props.sent && <Notice kind="good" title={ADDRESS_TEXT.sent} />}
    <p>{TEXT.lead(props.client)}</p>
    <p>
      <bdi class="strong">{props.user.email}</bdi>
    </p>
    <p class="hint">{TEXT.how}</p>
    <ButtonLink look="primary" to={props.action}>
      {TEXT.goOn}
    </ButtonLink>
    <Form action={props.linkAction} csrf={props.csrf}>
      <input type="hidden" name="return_to" value={props.action} />
      <Button look="plain">{ADDRESS_TEXT.send}</Button>
    </Form>
    <Form action={props.action} csrf={props.csrf}>
      <Button look="plain" name="decision" value="cancel">
        {TEXT.cancel}
      </Button>
    </Form>
  </CardPage>
);

const Below = ({ switchAccountUrl }: UnconfirmedConsentProps): VNode => (
  <p class="centred">
    <Link to={switchAccountUrl}>{TEXT.change}</Link>
  </p>
);
