/* The applications of an organization, for its owners and administrators. */
import type { VNode } from 'preact';
import type { SubpageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { EmptyCard } from '../parts/card.js';
import { Pages } from '../parts/pages.js';
import { isolated } from '../parts/text/isolated.js';
import { Admission, type AdmissionProps } from './admission.js';
import { type AppView, OrganizationApp } from './organization-app.js';

export interface OrganizationAppsProps extends AdmissionProps, SubpageProps {
  readonly name: string;
  readonly apps: readonly AppView[];
  /** Addresses of other pages, absent where there are none. */
  readonly first?: string | undefined;
  readonly next?: string | undefined;
  readonly now: Date;
  /** Outcome of the last form. */
  readonly done?: string | undefined;
}

export const ORGANIZATION_APPS_TEXT = {
  title: 'Applications',
  link: (name: string) => `Applications of ${name}`,
  lead: 'Choose which applications may access the organization and its teams, see which do, and revoke one for all members.',
  inUse: 'In use',
  none: 'No application is in use',
  noneDetail:
    'An application appears here when a member has allowed it to access teams or the organization, and it has requested tokens.',
  first: 'First page',
  next: 'More applications',
} as const;
const TEXT = ORGANIZATION_APPS_TEXT;

export const ORGANIZATION_APPS_DONE = {
  policy: 'Saved. The change takes effect within a second.',
  admitted: (app: string) => `${isolated(app)} was added to the list.`,
  dismissed: (app: string) => `${isolated(app)} was removed from the list.`,
  ended: (app: string) => `${isolated(app)} no longer has access through any member.`,
} as const;

const InUse = (props: OrganizationAppsProps): VNode => (
  <section class="in-use" aria-labelledby="in-use">
    <h2 id="in-use">{TEXT.inUse}</h2>
    {props.apps.length === 0 ? (
      <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} level="h3" />
    ) : (
      <ul class="cards">
        {props.apps.map((app) => (
          <OrganizationApp key={app.clientId} app={app} {...props} />
        ))}
      </ul>
    )}
    <Pages {...props} labels={TEXT} />
  </section>
);

export const OrganizationAppsPage = (props: OrganizationAppsProps): VNode => (
  <AccountPage
    title={TEXT.link(props.name)}
    heading={
      <>
        {TEXT.title} of <bdi>{props.name}</bdi>
      </>
    }
    user={props.user}
    crumbs={props.crumbs}
    done={props.done}
  >
    <p class="lead">{TEXT.lead}</p>
    <Admission {...props} />
    <InUse {...props} />
  </AccountPage>
);
