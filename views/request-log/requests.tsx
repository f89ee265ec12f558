/* For administrators: from the reference of an error page to its cause. */
import type { VNode } from 'preact';
import { AccountPage } from '../parts/account-page.js';
import type { PageUser } from '../parts/account-menu.js';
import { Button } from '../parts/forms/button.js';
import { ErrorSummary } from '../parts/forms/error-summary.js';
import { Field } from '../parts/forms/field.js';
import { RequestCards, type RequestCardsProps } from './request.js';

export const REQUESTS_TEXT = {
  title: 'Requests',
  detail: 'Paste the reference of an error page, and see what failed and why.',
  unknownId:
    'There is no request with this reference in the log. It keeps refused requests and those of clients, for 7 days.',
  notAnId: 'This is no reference. It looks like 123e4567-e89b-12d3-a456-426614174000.',
} as const;

const TEXT = {
  id: 'Reference or request ID',
  hint: 'From an error page, the header X-Request-Id, or the log of the service.',
  search: 'Find the request',
  notFound: 'No request was found',
} as const;

export interface RequestsPageProps {
  readonly user: PageUser;
  readonly action: string;
  readonly typed: string;
  readonly fault?: string | undefined;
  readonly found?: RequestCardsProps | undefined;
}

const ID = 'id';

export const RequestsPage = ({ user, action, typed, fault, found }: RequestsPageProps): VNode => (
  <AccountPage title={REQUESTS_TEXT.title} user={user}>
    {fault !== undefined && <ErrorSummary title={TEXT.notFound} faults={{ [ID]: [fault] }} />}
    <p class="lead">{REQUESTS_TEXT.detail}</p>
    <form class="form" method="get" action={action} role="search">
      <Field
        {...({ name: ID, type: 'identifier', label: TEXT.id, hint: TEXT.hint, fault } as const)}
        value={typed}
        focused={found === undefined && fault === undefined}
      />
      <div class="actions">
        <Button look="primary">{TEXT.search}</Button>
      </div>
    </form>
    {found && <RequestCards {...found} showsClient />}
  </AccountPage>
);
