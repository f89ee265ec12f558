/* What an application asks for, and the user's answer. Filled by src/web/consent/consent-page.tsx. */
import type { VNode } from 'preact';
import { assetUrl } from '../asset-files.js';
import { LeftOut, OrganizationResources, TeamResources } from './resource-choice.js';
import type { ConsentResources } from './resource-choice.js';
import { Layout } from '../layout.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/form.js';
import { Identifier } from '../parts/identifier.js';
import { Link } from '../parts/link.js';
import { Logo } from '../parts/logo.js';
import { Notice } from '../parts/notice.js';
import type { PagePerson } from '../parts/account-menu.js';
import { ScopeList } from '../parts/scope-list.js';
import type { ScopeGroup } from '../parts/scope-list.js';

export interface ConsentClient {
  readonly name: string;
  readonly logoUrl?: string | undefined;
  readonly website?: string | undefined;
  readonly reviewed: boolean;
}

export interface OfferedEnd {
  readonly end: '1d' | '30d' | '1y' | 'revoked';
  readonly checked: boolean;
}

export interface ConsentProps {
  readonly serviceName: string;
  readonly client: ConsentClient;
  readonly user: PagePerson;
  readonly switchAccountUrl: string;
  /** In full: where the browser goes after the answer. */
  readonly redirectHost: string;
  /** Empty when `unrestricted`, and when the user can give nothing of it. */
  readonly groups: readonly ScopeGroup[];
  /** An application from before scopes existed that asks for no scopes: it gets everything. */
  readonly unrestricted: boolean;
  readonly reach: ConsentResources;
  readonly notAble: string;
  /** Until when: the answers to choose from. */
  readonly ends: readonly OfferedEnd[];
  /** What ends access besides. */
  readonly limits: string;
  readonly csrf: string;
  readonly action: string;
  /** Why the last answer was not taken, for example that nothing was ticked. */
  readonly fault?: string | undefined;
  /** Where the user revokes it later. */
  readonly connectedAppsUrl?: string | undefined;
}

const ENDS: Readonly<Record<OfferedEnd['end'], string>> = {
  '1d': '1 day',
  '30d': '30 days',
  '1y': '1 year',
  revoked: 'Until I remove it',
};

const TEXT = {
  title: (client: string) => `Allow ${client}?`,
  reviewed: (service: string) => `Reviewed by ${service}`,
  notReviewed: 'Not reviewed yet',
  signedInAs: 'Signed in as',
  change: 'Use another account',
  able: 'It will be able to',
  write: 'makes changes',
  everythingTitle: 'It will be able to do everything you can',
  everything:
    'See, change and delete all your bookings, event types, schedules, calendars, teams and settings. ' +
    'This application does not say what it needs.',
  notAble: 'It will not be able to',
  lasts: 'How long',
  next: 'You go next to',
  allow: 'Allow',
  cancel: 'Cancel',
  takeBack: 'You can take this back at any time',
  takeBackLink: 'in your connected applications',
} as const;

function Question({ serviceName, client }: ConsentProps): VNode {
  const name = <bdi>{client.name}</bdi>;
  return (
    <div class="question">
      <div class="marks" aria-hidden="true">
        <Logo name={client.name} url={client.logoUrl} size="large" />
        <span class="marks-line" />
        <img src={assetUrl('mark.svg')} width="56" height="56" alt="" />
      </div>
      <h1>
        {client.website ? (
          <Link to={client.website} newTab>
            {name}
          </Link>
        ) : (
          <strong>{name}</strong>
        )}{' '}
        wants to use your {serviceName} account
      </h1>
      {client.reviewed ? (
        <Badge kind="good" text={TEXT.reviewed(serviceName)} />
      ) : (
        <Badge kind="warning" text={TEXT.notReviewed} />
      )}
    </div>
  );
}

const SignedInAs = ({ user, switchAccountUrl }: ConsentProps): VNode => (
  <div class="signed-in-as">
    <p>
      <span class="hint">{TEXT.signedInAs}</span>
      <bdi class="strong">{user.name}</bdi>
      <bdi class="hint">{user.email}</bdi>
    </p>
    <Link to={switchAccountUrl}>{TEXT.change}</Link>
  </div>
);

const ResourcesOf = ({ level, reach }: { level: ScopeGroup['level']; reach: ConsentResources }): VNode => (
  <>
    {level === 'team' && reach.teams && <TeamResources choice={reach.teams} />}
    {level === 'organization' && reach.organizations && (
      <OrganizationResources choice={reach.organizations} />
    )}
  </>
);

/** Otherwise there is nothing to allow. */
const isGivable = ({ groups, unrestricted }: ConsentProps): boolean => unrestricted || groups.length > 0;

const Able = ({ groups, unrestricted, reach }: ConsentProps): VNode =>
  unrestricted ? (
    <Notice kind="warning" title={TEXT.everythingTitle}>
      <p>{TEXT.everything}</p>
    </Notice>
  ) : (
    <section aria-labelledby="able">
      <h2 id="able">{TEXT.able}</h2>
      {groups.map((group) => (
        <>
          <ScopeList key={group.level} group={group} write={TEXT.write} />
          <ResourcesOf level={group.level} reach={reach} />
        </>
      ))}
    </section>
  );

const NotAble = ({ notAble }: ConsentProps): VNode => (
  <DefinitionList of={[{ term: TEXT.notAble, value: notAble }]} />
);

const Until = ({ ends, limits }: ConsentProps): VNode => (
  <fieldset class="until" aria-describedby="until-limits">
    <legend>{TEXT.lasts}</legend>
    <div class="until-ends">
      {ends.map(({ end, checked }) => (
        <label class="box" key={end}>
          <input type="radio" name="until" value={end} checked={checked} />
          <span>{ENDS[end]}</span>
        </label>
      ))}
    </div>
    <p class="hint" id="until-limits">
      {limits}
    </p>
  </fieldset>
);

const Next = ({ redirectHost }: ConsentProps): VNode => (
  <DefinitionList of={[{ term: TEXT.next, value: <Identifier value={redirectHost} /> }]} />
);

const TakeBack = ({ connectedAppsUrl }: ConsentProps): VNode => (
  <p class="hint centred">
    {TEXT.takeBack}
    {connectedAppsUrl && (
      <>
        {' '}
        <Link to={connectedAppsUrl}>{TEXT.takeBackLink}</Link>
      </>
    )}
    .
  </p>
);

const Answer = (props: ConsentProps): VNode => (
  <>
    <div class="answer answer-in-reach">
      {isGivable(props) && (
        <Button look="primary" name="decision" value="allow">
          {TEXT.allow}
        </Button>
      )}
      <Button look="plain" name="decision" value="cancel">
        {TEXT.cancel}
      </Button>
    </div>
    {isGivable(props) && <TakeBack {...props} />}
  </>
);

export const ConsentPage = (props: ConsentProps): VNode => (
  <Layout title={TEXT.title(props.client.name)} width="narrow">
    <Card>
      <Question {...props} />
      {props.fault && <Notice kind="danger" title={props.fault} />}
      <SignedInAs {...props} />
      <Form action={props.action} csrf={props.csrf}>
        {isGivable(props) && <Able {...props} />}
        <LeftOut {...props.reach} />
        {isGivable(props) && (
          <>
            <NotAble {...props} />
            <Until {...props} />
          </>
        )}
        <Next {...props} />
        <Answer {...props} />
      </Form>
    </Card>
  </Layout>
);
