/* The job queue for administrators. Data: web/jobs. */
import type { VNode } from 'preact';
import { AccountPage } from '../parts/account-page.js';
import type { PageUser } from '../parts/account-menu.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { Link } from '../parts/link.js';
import { Pages } from '../parts/pages.js';
import { counted } from '../parts/text/counted.js';
import { Identifier } from '../parts/text/identifier.js';
import { Time } from '../parts/text/time.js';

export interface KindView {
  readonly kind: string;
  readonly waiting: number;
  readonly oldest?: Date;
  readonly retried: number;
  readonly dead: number;
  /** Those of it that were given up. */
  readonly to: string;
}

export interface FailingView {
  readonly id: string;
  readonly host: string;
  readonly since: Date;
  readonly owner: string;
  /** The page of its owner. */
  readonly to?: string;
}

export interface DeadJobView {
  readonly id: string;
  readonly kind: string;
  readonly attempts: number;
  readonly reason?: string;
  readonly deadAt: Date;
  readonly to: string;
}

export interface JobsPageProps {
  readonly user: PageUser;
  readonly kinds: readonly KindView[];
  /** A count that reached it may be larger. */
  readonly mostCounted: number;
  readonly failing: readonly FailingView[];
  /** The only kind that is listed. */
  readonly kind?: string | undefined;
  /** The list of all kinds. */
  readonly everyKind: string;
  readonly jobs: readonly DeadJobView[];
  readonly first?: string | undefined;
  readonly next?: string | undefined;
  readonly done?: string | undefined;
  readonly now: Date;
}

export const JOBS_TEXT = {
  title: 'Jobs',
  detail: 'See what waits to be sent or done, and try again what was given up.',
} as const;

export const DONE_TEXT = {
  retry: 'The job is tried again now.',
  discard: 'The job was discarded.',
} as const;

const TEXT = {
  queue: 'By kind',
  queueHint: 'Jobs that are due. Those for a later time are not counted.',
  idle: 'Nothing waits, nothing is retried, and nothing was given up.',
  waiting: 'waiting',
  oldest: 'the first since',
  retried: 'retried',
  given: 'given up',
  cut: 'At most so many are counted of each',
  dead: 'Given up',
  deadHint: 'Jobs whose last attempt failed are kept for 30 days.',
  none: 'No job was given up.',
  noneOfKind: 'No job of this kind was given up.',
  everyKind: 'Show every kind',
  noReason: 'No reason was recorded.',
  failing: 'Failing webhooks',
  failingHint:
    'Every delivery to them has failed since. They are switched off after a day; their owners see each attempt and can switch them on again.',
  of: 'of',
  since: 'since',
  pages: { first: 'The newest', next: 'Older jobs' },
} as const;

const KINDS: Readonly<Record<string, string>> = {
  notification: 'Mail about an event',
  recovery: 'Mail with a link for an account',
  email_change: 'Mail about a change of address',
  account: 'End of a deleted account',
  booking: 'Mail about a booking',
  sms: 'Text message',
  verification: 'Mail with a code',
  grant: 'Check of an authorization',
  narrowing: 'Scopes taken from installations',
  planning: 'Plan of a new workflow or webhook',
  webhook: 'Webhook delivery',
  conference: 'Meeting of a booking',
  workflow: 'Workflow',
  calendar: 'Calendar',
  revocation: 'End of a connection at its provider',
};

/** The name itself for a kind of another version. */
export const kindText = (kind: string): string =>
  (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined) ?? kind;

const KindRow = ({ of, now }: { of: KindView; now: Date }): VNode => (
  <li>
    <span>{kindText(of.kind)}</span>
    <span class="badges">
      {of.retried > 0 && <Badge kind="warning" text={`${of.retried} ${TEXT.retried}`} />}
      {of.dead > 0 && (
        <Link to={of.to} label={`${of.dead} ${TEXT.given}: ${kindText(of.kind)}`}>
          <Badge kind="danger" text={`${of.dead} ${TEXT.given}`} />
        </Link>
      )}
    </span>
    {of.waiting > 0 && (
      <p class="hint">
        {of.waiting} {TEXT.waiting}
        {of.oldest && (
          <>
            , {TEXT.oldest} <Time at={of.oldest} now={now} />
          </>
        )}
      </p>
    )}
  </li>
);

const isCut = ({ kinds, mostCounted }: JobsPageProps): boolean =>
  (['waiting', 'retried', 'dead'] as const).some(
    (column) => kinds.reduce((sum, of) => sum + of[column], 0) >= mostCounted,
  );

const Queue = (props: JobsPageProps): VNode => (
  <Card>
    <h2>{TEXT.queue}</h2>
    {props.kinds.length === 0 ? (
      <p>{TEXT.idle}</p>
    ) : (
      <>
        <p class="hint">
          {TEXT.queueHint}
          {isCut(props) && ` ${TEXT.cut}: ${props.mostCounted}.`}
        </p>
        <ul class="rows">
          {props.kinds.map((of) => (
            <KindRow key={of.kind} of={of} now={props.now} />
          ))}
        </ul>
      </>
    )}
  </Card>
);

const Owner = ({ owner, to }: FailingView): VNode =>
  to === undefined ? (
    <bdi>{owner}</bdi>
  ) : (
    <Link to={to}>
      <bdi>{owner}</bdi>
    </Link>
  );

const Failing = ({ failing, now }: JobsPageProps): VNode | null =>
  failing.length === 0 ? null : (
    <Card>
      <h2>{TEXT.failing}</h2>
      <p class="hint">{TEXT.failingHint}</p>
      <ul class="rows">
        {failing.map((webhook) => (
          <li key={webhook.id}>
            <Identifier value={webhook.host} />
            <p class="hint">
              {TEXT.of} <Owner {...webhook} />, {TEXT.since} <Time at={webhook.since} now={now} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );

const MAX_LENGTH = 160;

/** The whole text is on the page of the job. */
const beginningOf = (text: string): string =>
  text.length > MAX_LENGTH ? `${Array.from(text).slice(0, MAX_LENGTH).join('')}…` : text;

const Dead = ({ jobs, kind, everyKind, now }: JobsPageProps): VNode => (
  <Card>
    <h2>{kind === undefined ? TEXT.dead : `${TEXT.dead}: ${kindText(kind)}`}</h2>
    {kind !== undefined && (
      <p>
        <Link to={everyKind}>{TEXT.everyKind}</Link>
      </p>
    )}
    {jobs.length === 0 ? (
      <p>{kind === undefined ? TEXT.none : TEXT.noneOfKind}</p>
    ) : (
      <>
        <p class="hint">{TEXT.deadHint}</p>
        <ul class="rows">
          {jobs.map((job) => (
            <li key={job.id}>
              <Link to={job.to}>{kindText(job.kind)}</Link>
              <span class="hint">
                {counted(job.attempts, 'attempt')}, <Time at={job.deadAt} now={now} />
              </span>
              <p class="hint">
                <bdi>{beginningOf(job.reason ?? TEXT.noReason)}</bdi>
              </p>
            </li>
          ))}
        </ul>
      </>
    )}
  </Card>
);

export const JobsPage = (props: JobsPageProps): VNode => (
  <AccountPage title={JOBS_TEXT.title} user={props.user} done={props.done}>
    <Queue {...props} />
    <Failing {...props} />
    <Dead {...props} />
    <Pages {...props} labels={TEXT.pages} />
  </AccountPage>
);
