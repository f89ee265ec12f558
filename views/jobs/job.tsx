/* One job that was given up. Data: web/jobs. */
import type { VNode } from 'preact';
import type { SubpageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Button, type ButtonLook } from '../parts/forms/button.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { Identifier } from '../parts/text/identifier.js';
import { Time } from '../parts/text/time.js';
import { kindText } from './jobs.js';

export interface JobPageProps extends SubpageProps {
  readonly job: {
    readonly id: string;
    readonly kind: string;
    readonly attempts: number;
    readonly createdAt: Date;
    readonly deadAt: Date;
  };
  readonly reason?: string | undefined;
  /** Ids of what it is about. */
  readonly about: readonly string[];
  readonly isRetryable: boolean;
  readonly audit: string;
  readonly actions: readonly {
    /** Below the page's path. */
    readonly to: string;
    readonly label: string;
    readonly consequence: string;
    readonly look: ButtonLook;
  }[];
  readonly path: string;
  readonly csrf: string;
  readonly now: Date;
}

const TEXT = {
  job: 'The job',
  reason: 'Last failure',
  noReason: 'No reason was recorded.',
  about: 'About',
  id: 'Job ID',
  attempts: 'Attempts',
  created: 'Added',
  dead: 'Given up',
  audit: 'Audit log',
  auditLink: 'About this job',
  actions: 'What to do',
  lost: 'It cannot be tried again',
  lostDetail:
    'What it was to send was deleted when it was given up, or another version of the service added it. A user who needs a code or a link asks for another.',
} as const;

const Facts = ({ job, reason, about, audit, now }: JobPageProps): VNode => (
  <Card>
    <h2>{TEXT.job}</h2>
    <DefinitionList
      of={[
        { term: TEXT.reason, value: <bdi>{reason ?? TEXT.noReason}</bdi> },
        {
          term: TEXT.about,
          value:
            about.length === 0
              ? undefined
              : about.map((line) => (
                  <span class="block" key={line}>
                    <bdi>{line}</bdi>
                  </span>
                )),
        },
        { term: TEXT.attempts, value: job.attempts },
        { term: TEXT.created, value: <Time at={job.createdAt} now={now} /> },
        { term: TEXT.dead, value: <Time at={job.deadAt} now={now} /> },
        { term: TEXT.id, value: <Identifier value={job.id} /> },
        { term: TEXT.audit, value: <Link to={audit}>{TEXT.auditLink}</Link> },
      ]}
    />
  </Card>
);

const Actions = ({ actions, path, csrf }: JobPageProps): VNode => (
  <Card>
    <h2>{TEXT.actions}</h2>
    <ul class="plain-list verdicts">
      {actions.map(({ to, label, consequence, look }) => (
        <li key={to}>
          <Form action={`${path}/${to}`} csrf={csrf}>
            <div class="consequence">
              <p class="hint">{consequence}</p>
              <Button look={look}>{label}</Button>
            </div>
          </Form>
        </li>
      ))}
    </ul>
  </Card>
);

export const JobPage = (props: JobPageProps): VNode => (
  <AccountPage title={kindText(props.job.kind)} user={props.user} crumbs={props.crumbs}>
    {!props.isRetryable && <Notice kind="info" title={TEXT.lost} detail={TEXT.lostDetail} />}
    <Facts {...props} />
    <Actions {...props} />
  </AccountPage>
);
