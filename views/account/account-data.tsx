/* The data of an account: a file with everything, and the way to its deletion. Data: web/account. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Card, DangerCard } from '../parts/card.js';
import { ButtonForm, LinkAction } from '../parts/forms/actions.js';

export const ACCOUNT_DATA_TEXT = {
  title: 'Your data',
  detail: 'Download everything that is stored about you, or delete your account.',
  download: 'Download your data',
  downloadLead:
    'One JSON file with your profile, event types, schedules, bookings with their attendees, calendars, webhooks, teams, applications, browsers and the audit log about you. Passwords and credentials are not in it. Keep it as safe as your mailbox.',
  downloadSubmit: 'Download as JSON',
  deletion: 'Delete your account',
  deletionLead:
    'The next page says what happens to your bookings, teams and applications before anything is deleted.',
  deletionLink: 'Delete your account',
} as const;
const TEXT = ACCOUNT_DATA_TEXT;

export interface AccountDataProps {
  readonly user: PageUser;
  readonly csrf: string;
  readonly exportAction: string;
  readonly deletionTo: string;
}

export const AccountDataPage = ({ user, csrf, exportAction, deletionTo }: AccountDataProps): VNode => (
  <AccountPage title={TEXT.title} user={user}>
    <Card>
      <h2>{TEXT.download}</h2>
      <p class="hint">{TEXT.downloadLead}</p>
      <ButtonForm action={exportAction} csrf={csrf} look="plain" text={TEXT.downloadSubmit} />
    </Card>
    <DangerCard title={TEXT.deletion} detail={TEXT.deletionLead}>
      <LinkAction look="danger" to={deletionTo} text={TEXT.deletionLink} />
    </DangerCard>
  </AccountPage>
);
