/* One application in use in an organization: the grants of its members, and revoking them all. */
import type { VNode } from 'preact';
import { ButtonForm, Submit } from '../parts/forms/actions.js';
import { ApplicationHeading, type ApplicationView, Permissions } from '../parts/application.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/forms/form.js';
import { Identifier } from '../parts/text/identifier.js';
import { type GrantedResourcesView, ResourceList } from '../parts/granted-resources.js';
import { Time } from '../parts/text/time.js';
import { CLIENT_ID } from './admission.js';

export interface GrantView {
  readonly id: string;
  readonly user: { readonly name: string; readonly email: string };
  readonly since: Date;
  /** The application has not exchanged its code for tokens yet. */
  readonly waiting: boolean;
  readonly lastActive: Date;
  /** What it permits in teams and organizations, a sentence each; empty for full access. */
  readonly permissions: readonly string[];
  readonly resources: GrantedResourcesView;
}

export interface AppView extends ApplicationView {
  readonly clientId: string;
  readonly listed: boolean;
  readonly grants: readonly GrantView[];
}

export interface OrganizationAppProps {
  readonly app: AppView;
  readonly policy: 'every' | 'listed';
  readonly now: Date;
  readonly csrf: string;
  readonly action: string;
}

export const ORGANIZATION_APP_TEXT = {
  notReviewed: 'Not reviewed yet',
  notListed: 'Not on the list: it has no access to the organization',
  may: 'May',
  everything: 'Do everything this person can',
  resources: 'In',
  since: 'Allowed',
  lastActive: 'Last active',
  waiting: 'Not connected yet',
  list: (name: string) => `Add ${name} to the list`,
  end: (name: string) => `Revoke ${name} for all members`,
  consequence:
    'Each of their grants is revoked at once and completely, including access outside the organization.',
} as const;
const TEXT = ORGANIZATION_APP_TEXT;

const Grant = ({ grant, now }: { grant: GrantView; now: Date }): VNode => (
  <li>
    <p>
      <bdi class="strong">{grant.user.name}</bdi> <bdi class="hint">{grant.user.email}</bdi>
    </p>
    <DefinitionList
      of={[
        {
          term: TEXT.may,
          value: <Permissions sentences={grant.permissions} everything={TEXT.everything} />,
        },
        { term: TEXT.resources, value: <ResourceList resources={grant.resources} perspective="theirs" /> },
        { term: TEXT.since, value: <Time at={grant.since} now={now} /> },
        {
          term: TEXT.lastActive,
          value: grant.waiting ? TEXT.waiting : <Time at={grant.lastActive} now={now} />,
        },
      ]}
    />
  </li>
);

export const OrganizationApp = ({ app, policy, now, csrf, action }: OrganizationAppProps): VNode => (
  <li>
    <Card>
      <ApplicationHeading app={app} level="h3" />
      <Identifier value={app.clientId} />
      {!app.reviewed && (
        <p>
          <Badge kind="warning" text={TEXT.notReviewed} />
        </p>
      )}
      {policy === 'listed' && !app.listed && (
        <p>
          <Badge kind="warning" text={TEXT.notListed} />
        </p>
      )}
      <ul class="stacked">
        {app.grants.map((grant) => (
          <Grant key={grant.id} grant={grant} now={now} />
        ))}
      </ul>
      {!app.listed && (
        <ButtonForm
          action={`${action}/admissions`}
          csrf={csrf}
          look="plain"
          name={CLIENT_ID}
          value={app.clientId}
          text={TEXT.list(app.name)}
        />
      )}
      <Form action={`${action}/removals`} csrf={csrf}>
        <p class="hint">{TEXT.consequence}</p>
        <Submit look="danger" name={CLIENT_ID} value={app.clientId} text={TEXT.end(app.name)} />
      </Form>
    </Card>
  </li>
);
