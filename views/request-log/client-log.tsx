/* The request log of a client, for the users who manage it. */
import type { VNode } from 'preact';
import type { SubpageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card, EmptyCard } from '../parts/card.js';
import { BoxField } from '../parts/forms/box-field.js';
import { LinkAction } from '../parts/forms/actions.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { ErrorSummary } from '../parts/forms/error-summary.js';
import { Field, SelectField } from '../parts/forms/field.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { Pages } from '../parts/pages.js';
import { counted } from '../parts/text/counted.js';
import { Identifier } from '../parts/text/identifier.js';
import { ExactTime, Time } from '../parts/text/time.js';
import { AnswerBadge, KINDS, type RequestView } from './request.js';

export interface LogFilterView {
  /** Path of the log. */
  readonly action: string;
  readonly endpoint: string;
  readonly refusedOnly: boolean;
  /** A request id, as typed. */
  readonly id: string;
  readonly fault?: string | undefined;
}

/** A day of which not all requests are listed. */
export interface FullDay {
  readonly day: string;
  readonly refused: number;
  readonly succeeded: number;
}

export interface ClientLogProps extends SubpageProps {
  readonly filter: LogFilterView;
  readonly isFiltered: boolean;
  readonly requests: readonly (RequestView & { readonly to: string })[];
  readonly fullDays: readonly FullDay[];
  readonly keptPerDay: number;
  readonly now: Date;
  /** The same page again. */
  readonly refresh: string;
  readonly newest?: string | undefined;
  readonly older?: string | undefined;
}

export const CLIENT_LOG_TEXT = {
  title: 'Request log',
  detail: 'See why a request failed, and how to fix it.',
  open: 'View the request log',
  fields: { endpoint: 'endpoint', refusedOnly: 'refused', id: 'id', behind: 'behind' },
  unknownId:
    'There is no request with this ID in the log of this client. Requests are kept for 7 days; those of the last second may still be on their way.',
  notAnId: 'This is no request ID. Copy it from the error page or from the header X-Request-Id.',
} as const;

const { fields: FIELDS } = CLIENT_LOG_TEXT;
const TEXT = {
  lead: 'Authorization, token, revocation and introspection requests of the last 7 days, and refused API calls. Secrets, codes and tokens are never kept.',
  filter: 'Filter and search',
  endpoint: 'Endpoint',
  everyEndpoint: 'All endpoints',
  refusedOnly: 'Refused requests only',
  id: 'Request ID',
  idHint: 'From an error page or the header X-Request-Id.',
  notFound: 'No request was found',
  show: 'Show requests',
  clear: 'Clear the filter',
  refresh: 'Refresh',
  none: 'No requests yet',
  noneDetail:
    'A request appears here about a second after your program sent it with the client ID of this client. Start with an authorization request.',
  noneFiltered: 'No request matches this filter',
  noneFilteredDetail: 'Choose another endpoint, or show requests that were not refused, too.',
  full: 'Not every request is listed',
  fullDetail: (kept: number) =>
    `Of each day (UTC) the log keeps the first ${kept.toLocaleString('en')} refused requests and as many others.`,
  fullDay: ({ day, refused, succeeded }: FullDay) =>
    `${day}: ${counted(refused, 'refused request')}, ${counted(succeeded, 'other request')}`,
  pages: { first: 'Back to the newest', next: 'Older requests' },
} as const;

/** On the page of the client. */
export const ClientLogCard = ({ to }: { to: string }): VNode => (
  <Card>
    <h2>{CLIENT_LOG_TEXT.title}</h2>
    <p class="hint">{CLIENT_LOG_TEXT.detail}</p>
    <LinkAction look="plain" to={to} text={CLIENT_LOG_TEXT.open} />
  </Card>
);

const ENDPOINT_CHOICES = [
  { value: '', label: TEXT.everyEndpoint },
  ...(['authorization', 'token', 'revocation', 'introspection', 'api'] as const).map((value) => ({
    value,
    label: KINDS[value],
  })),
];

const Filter = ({ filter, isFiltered }: ClientLogProps): VNode => (
  <details class="filter" open={isFiltered || filter.fault !== undefined}>
    <summary>{TEXT.filter}</summary>
    <form class="form" method="get" action={filter.action} role="search">
      <div class="filter-fields">
        <SelectField
          name={FIELDS.endpoint}
          label={TEXT.endpoint}
          choices={ENDPOINT_CHOICES}
          chosen={filter.endpoint}
        />
        <Field
          name={FIELDS.id}
          type="identifier"
          label={TEXT.id}
          hint={TEXT.idHint}
          value={filter.id}
          fault={filter.fault}
          optional
        />
      </div>
      <BoxField name={FIELDS.refusedOnly} label={TEXT.refusedOnly} checked={filter.refusedOnly} />
      <div class="actions">
        <Button look="primary">{TEXT.show}</Button>
        {isFiltered && (
          <ButtonLink look="plain" to={filter.action}>
            {TEXT.clear}
          </ButtonLink>
        )}
      </div>
    </form>
  </details>
);

const Row = ({ request, now }: { request: ClientLogProps['requests'][number]; now: Date }): VNode => (
  <li class="entry">
    <div class="entry-head">
      <h2>
        <Link to={request.to}>{KINDS[request.endpoint]}</Link>
      </h2>
      <AnswerBadge {...request} />
    </div>
    <p class="hint">
      <ExactTime at={request.at} /> · <Time at={request.at} now={now} /> ·{' '}
      <Identifier value={`${request.method} ${request.route}`} />
    </p>
    {request.error !== undefined && <p>{request.cause?.why ?? <Identifier value={request.error} />}</p>}
  </li>
);

const FullDays = ({ fullDays, keptPerDay }: ClientLogProps): VNode | null =>
  fullDays.length === 0 ? null : (
    <Notice kind="info" title={TEXT.full} detail={TEXT.fullDetail(keptPerDay)}>
      <ul class="plain-list">
        {fullDays.map((day) => (
          <li key={day.day}>{TEXT.fullDay(day)}</li>
        ))}
      </ul>
    </Notice>
  );

const Requests = (props: ClientLogProps): VNode => {
  if (props.requests.length > 0)
    return (
      <Card>
        <ul class="entries">
          {props.requests.map((request) => (
            <Row key={request.id} request={request} now={props.now} />
          ))}
        </ul>
      </Card>
    );
  return props.isFiltered ? (
    <EmptyCard title={TEXT.noneFiltered} detail={TEXT.noneFilteredDetail} />
  ) : (
    <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} />
  );
};

export const ClientLogPage = (props: ClientLogProps): VNode => (
  <AccountPage title={CLIENT_LOG_TEXT.title} user={props.user} crumbs={props.crumbs}>
    {props.filter.fault !== undefined && (
      <ErrorSummary title={TEXT.notFound} faults={{ [FIELDS.id]: [props.filter.fault] }} />
    )}
    <p class="lead">{TEXT.lead}</p>
    <FullDays {...props} />
    <Filter {...props} />
    {props.filter.fault === undefined && (
      <>
        <LinkAction look="plain" to={props.refresh} text={TEXT.refresh} />
        <Requests {...props} />
        <Pages first={props.newest} next={props.older} labels={TEXT.pages} />
      </>
    )}
  </AccountPage>
);
