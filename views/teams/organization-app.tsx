/* One application in use in an organization: the grants of its members, and revoking them all. */
import type { VNode } from 'preact';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/form.js';
import { Identifier } from '../parts/identifier.js';
import { Link } from '../parts/link.js';
import { Logo } from '../parts/logo.js';
import { ResourceList } from '../parts/granted-resources.js';
import type { GrantedResourcesView } from '../parts/granted-resources.js';
import { Time } from '../parts/time.js';
import { CLIENT_ID } from './admission.js';

export interface GrantView {
  readonly id: string;
  readonly user: { readonly name: string; readonly email: string };
  readonly since: Date;
  readonly lastActive: Date;
  /** What it permits in teams and organizations, a sentence each; empty for full access. */
  readonly permissions: readonly string[];
  readonly resources: GrantedResourcesView;
}

export interface AppView {
  readonly clientId: string;
  readonly name: string;
  readonly website?: string | undefined;
  readonly logoUrl?: string | undefined;
  readonly reviewed: boolean;
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

const TEXT = {
  notReviewed: 'Not reviewed yet',
  notListed: 'Not on the list: it has no access to the organization',
  may: 'May',
  everything: 'Do everything this person can',
  resources: 'In',
  since: 'Allowed',
  lastActive: 'Last active',
  list: (name: string) => `Add ${name} to the list`,
  end: (name: string) => `Revoke ${name} for all members`,
  consequence:
    'Each of their grants is revoked at once and completely, including access outside the organization.',
} as const;

const May = ({ permissions }: GrantView): VNode =>
  permissions.length === 0 ? (
    <strong>{TEXT.everything}</strong>
  ) : (
    <ul class="plain-list">
      {permissions.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );

const Grant = ({ grant, now }: { grant: GrantView; now: Date }): VNode => (
  <li>
    <p>
      <bdi class="strong">{grant.user.name}</bdi> <bdi class="hint">{grant.user.email}</bdi>
    </p>
    <DefinitionList
      of={[
        { term: TEXT.may, value: <May {...grant} /> },
        { term: TEXT.resources, value: <ResourceList reach={grant.resources} whose="theirs" /> },
        { term: TEXT.since, value: <Time at={grant.since} now={now} /> },
        { term: TEXT.lastActive, value: <Time at={grant.lastActive} now={now} /> },
      ]}
    />
  </li>
);

const Heading = ({ app }: { app: AppView }): VNode => (
  <>
    <div class="heading-with-logo">
      <Logo name={app.name} url={app.logoUrl} size="small" />
      <h3>{app.website ? <Link to={app.website}>{app.name}</Link> : <bdi>{app.name}</bdi>}</h3>
    </div>
    <Identifier value={app.clientId} />
    {!app.reviewed && (
      <p>
        <Badge kind="warning" text={TEXT.notReviewed} />
      </p>
    )}
  </>
);

export const OrganizationApp = ({ app, policy, now, csrf, action }: OrganizationAppProps): VNode => (
  <li>
    <Card>
      <Heading app={app} />
      {policy === 'listed' && !app.listed && (
        <p>
          <Badge kind="warning" text={TEXT.notListed} />
        </p>
      )}
      <ul class="grants">
        {app.grants.map((grant) => (
          <Grant key={grant.id} grant={grant} now={now} />
        ))}
      </ul>
      {!app.listed && (
        <Form action={`${action}/admissions`} csrf={csrf}>
          <div class="actions">
            <Button look="plain" name={CLIENT_ID} value={app.clientId}>
              {TEXT.list(app.name)}
            </Button>
          </div>
        </Form>
      )}
      <Form action={`${action}/removals`} csrf={csrf}>
        <p class="hint">{TEXT.consequence}</p>
        <div class="actions">
          <Button look="danger" name={CLIENT_ID} value={app.clientId}>
            {TEXT.end(app.name)}
          </Button>
        </div>
      </Form>
    </Card>
  </li>
);
