/* The permissions that an application requests, and the user's answer. Data: web/consent. */
import type { VNode } from 'preact';
import { assetUrl } from '../asset-files.js';
import { type ConsentResources, LeftOut, OrganizationResources, TeamResources } from './resource-choice.js';
import { Layout } from '../layout.js';
import { type ApplicationView, DevelopedBy } from '../parts/application.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/forms/form.js';
import { Identifier } from '../parts/text/identifier.js';
import { Link } from '../parts/link.js';
import { Logo } from '../parts/logo.js';
import { Notice } from '../parts/notice.js';
import type { PageUser } from '../parts/account-menu.js';
import { type ScopeGroup, ScopeList } from '../parts/scope-list.js';

export interface OfferedEnd {
  readonly end: '1d' | '30d' | '1y' | 'revoked';
  readonly checked: boolean;
}

export interface ConsentProps {
  readonly serviceName: string;
  readonly client: ApplicationView;
  /** The name of the developer or of their team, as they wrote it. */
  readonly developer?: string | undefined;
  readonly user: PageUser;
  readonly switchAccountUrl: string;
  /** The next host after the answer, in full. */
  readonly redirectHost: string;
  /** Empty when `unrestricted`, and when the user can give none of them. */
  readonly groups: readonly ScopeGroup[];
  /** A legacy application that requests no scopes: it gets full access. */
  readonly unrestricted: boolean;
  readonly resources: ConsentResources;
  readonly notAble: string;
  /** The ends to choose from. */
  readonly ends: readonly OfferedEnd[];
  /** Other ends of access. */
  readonly limits: string;
  /** After which access ends in any case, `365 days`. */
  readonly longest: string;
  /** What is requested, `12 permissions, 3 make changes`. Absent when `unrestricted`. */
  readonly count?: string | undefined;
  readonly csrf: string;
  readonly action: string;
  /** Why the last answer was refused, for example that nothing was ticked. */
  readonly fault?: string | undefined;
  /** Address to revoke it later. */
  readonly connectedAppsUrl?: string | undefined;
}

const ENDS: Readonly<Record<OfferedEnd['end'], (longest: string) => string>> = {
  '1d': () => '1 day',
  '30d': () => '30 days',
  '1y': () => '1 year',
  revoked: (longest) => longest,
};

const TEXT = {
  title: (client: string) => `Allow ${client}?`,
  reviewed: (service: string) => `Reviewed by ${service}`,
  notReviewed: 'Not reviewed yet',
  links: 'About the application',
  privacyPolicy: 'Privacy policy',
  termsOfService: 'Terms of service',
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
  next: 'It sends you back to',
  allow: 'Allow',
  cancel: 'Cancel',
  takeBack: 'You can take this back at any time',
  takeBackLink: 'in your connected applications',
} as const;

/** Who is behind the application, in their own words. */
const Links = ({ supportEmail, privacyPolicy, termsOfService }: ApplicationView): VNode | null =>
  supportEmail || privacyPolicy || termsOfService ? (
    <ul class="question-links" aria-label={TEXT.links}>
      {privacyPolicy && (
        <li>
          <Link to={privacyPolicy} newTab>
            {TEXT.privacyPolicy}
          </Link>
        </li>
      )}
      {termsOfService && (
        <li>
          <Link to={termsOfService} newTab>
            {TEXT.termsOfService}
          </Link>
        </li>
      )}
      {supportEmail && (
        <li>
          <Identifier value={supportEmail} />
        </li>
      )}
    </ul>
  ) : null;

function Question({ serviceName, client, developer, redirectHost }: ConsentProps): VNode {
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
      {developer && (
        <p class="hint">
          <DevelopedBy name={developer} />
        </p>
      )}
      <p class="hint">
        {TEXT.next} <Identifier value={redirectHost} />
      </p>
      {client.reviewed ? (
        <Badge kind="good" text={TEXT.reviewed(serviceName)} />
      ) : (
        <Badge kind="warning" text={TEXT.notReviewed} />
      )}
      <Links {...client} />
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

/** Otherwise there is nothing to allow. */
const isGivable = ({ groups, unrestricted }: ConsentProps): boolean => unrestricted || groups.length > 0;

const Able = ({ groups, unrestricted, resources }: ConsentProps): VNode =>
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
          {group.level === 'team' && resources.teams && <TeamResources choice={resources.teams} />}
          {group.level === 'organization' && resources.organizations && (
            <OrganizationResources choice={resources.organizations} />
          )}
        </>
      ))}
    </section>
  );

const Until = ({ ends, limits, longest }: ConsentProps): VNode => (
  <fieldset class="until" aria-describedby="until-limits">
    <legend>{TEXT.lasts}</legend>
    <div class="until-ends">
      {ends.map(({ end, checked }) => (
        <label class="box" key={end}>
          <input type="radio" name="until" value={end} checked={checked} />
          <span>{ENDS[end](longest)}</span>
        </label>
      ))}
    </div>
    <p class="hint" id="until-limits">
      {limits}
    </p>
  </fieldset>
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
    <div class="answer answer-sticky">
      {isGivable(props) && props.count && <p class="hint">{props.count}</p>}
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
        <LeftOut {...props.resources} />
        {isGivable(props) && (
          <>
            <DefinitionList of={[{ term: TEXT.notAble, value: props.notAble }]} />
            <Until {...props} />
          </>
        )}
        <Answer {...props} />
      </Form>
    </Card>
  </Layout>
);
