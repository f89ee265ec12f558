/* The applications whose access to a user's account has ended, and why. Data: web/connected-apps/ended-pages. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Card, EmptyCard } from '../parts/card.js';
import { Pages } from '../parts/pages.js';
import { Time } from '../parts/text/time.js';

export interface EndedAccess {
  readonly id: string;
  /** Absent when nothing knows it any more. */
  readonly name?: string | undefined;
  readonly allowed: Date;
  readonly reason: keyof (typeof ENDED_ACCESS_TEXT)['reasons'];
  /** Absent when nobody recorded it. */
  readonly ended?: Date | undefined;
}

export interface EndedAccessProps {
  readonly user: PageUser;
  readonly grants: readonly EndedAccess[];
  readonly now: Date;
  readonly newest?: string | undefined;
  readonly older?: string | undefined;
}

export const ENDED_ACCESS_TEXT = {
  title: 'Ended access',
  lead: 'Applications that could use your account once. The last one that you allowed comes first.',
  none: 'Nothing has ended',
  noneDetail: 'When an application loses its access to your account, you see here when that was, and why.',
  unnamed: 'An application that was removed',
  allowed: 'Allowed',
  ended: 'ended',
  reasons: {
    person: 'You removed it.',
    authorized_again: 'You allowed the application again, with chosen permissions instead of all.',
    client: 'The application gave its access back.',
    refresh_reused:
      'Its access was renewed with a key from before, as if it had been copied. It was ended for safety.',
    code_replayed:
      'Its access was collected a second time, as if it had been copied. It was ended for safety.',
    organization: 'An administrator of your organization ended it.',
    recovery: 'It ended when you recovered your account.',
    address_confirmed: 'It ended when you confirmed your e-mail address.',
    account_deleted: 'It ended with the account.',
    scopes_removed: 'The application gave up all the permissions that it had from you.',
    expired: 'Its time was over, or it was not used for too long.',
    client_removed: 'The application was removed from this service.',
  },
  pages: { first: 'Newest', next: 'Older' },
} as const;
const TEXT = ENDED_ACCESS_TEXT;

const Row = ({ grant, now }: { grant: EndedAccess; now: Date }): VNode => (
  <li>
    <div>
      <p class="strong">{grant.name === undefined ? TEXT.unnamed : <bdi>{grant.name}</bdi>}</p>
      <p>{TEXT.reasons[grant.reason]}</p>
      <p class="hint">
        {TEXT.allowed} <Time at={grant.allowed} now={now} />
        {grant.ended && (
          <>
            , {TEXT.ended} <Time at={grant.ended} now={now} />
          </>
        )}
      </p>
    </div>
  </li>
);

export const EndedAccessPage = ({ user, grants, now, newest, older }: EndedAccessProps): VNode => (
  <AccountPage title={TEXT.title} user={user} crumbs={[]}>
    {grants.length === 0 ? (
      <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} />
    ) : (
      <>
        <p class="lead">{TEXT.lead}</p>
        <Card>
          <ul class="rows">
            {grants.map((grant) => (
              <Row key={grant.id} grant={grant} now={now} />
            ))}
          </ul>
        </Card>
      </>
    )}
    <Pages first={newest} next={older} labels={TEXT.pages} />
  </AccountPage>
);
