/* One entry of the request log: why it was refused with the fix, the answer, and what was sent. */
import type { VNode } from 'preact';
import type { SubpageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { type Definition, DefinitionList } from '../parts/definition-list.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { Copyable, CopyScript } from '../parts/text/copyable.js';
import { Identifier, IdentifierList } from '../parts/text/identifier.js';
import { ExactTime, Time } from '../parts/text/time.js';

export type RequestKind = 'authorization' | 'token' | 'revocation' | 'introspection' | 'api' | 'page';

export interface RequestView {
  readonly id: string;
  readonly at: Date;
  readonly endpoint: RequestKind;
  readonly method: string;
  readonly route: string;
  readonly clientIp: string;
  readonly userAgent: string;
  readonly sent: {
    readonly parameters: readonly string[];
    readonly scope?: string;
    readonly redirectUri?: string;
    readonly grantType?: string;
    readonly challengeMethod?: string;
  };
  readonly status: number;
  /** Of the answer; absent where nothing was refused. */
  readonly error?: string;
  readonly cause?: { readonly why: string; readonly fix: string } | undefined;
}

export const KINDS: Readonly<Record<RequestKind, string>> = {
  authorization: 'Authorization',
  token: 'Token',
  revocation: 'Revocation',
  introspection: 'Introspection',
  api: 'API call',
  page: 'Page',
};

const REQUEST_TEXT = {
  title: 'Request',
  refused: 'Refused',
  answered: 'Answered',
  unexplained: 'This version of the service has no explanation for it.',
} as const;

const TEXT = {
  answer: 'Answer',
  sent: 'What was sent',
  sentHint: 'Secrets, codes, tokens and verifiers are not kept: of most parameters only the names are.',
  noParameters: 'No parameters',
  at: 'Time',
  request: 'Request',
  status: 'Status',
  error: 'Error code',
  clientIp: 'Client IP',
  userAgent: 'User agent',
  id: 'Request ID',
  client: 'Client',
  noClient: 'None that is registered',
  parameters: 'Parameters',
  scope: 'Scope',
  redirectUri: 'Redirect URI',
  grantType: 'Grant type',
  challengeMethod: 'PKCE method',
} as const;

export const AnswerBadge = ({ status, error }: Pick<RequestView, 'status' | 'error'>): VNode =>
  error === undefined ? (
    <Badge kind="good" text={`${REQUEST_TEXT.answered} ${status}`} />
  ) : (
    <Badge kind="danger" text={`${REQUEST_TEXT.refused} ${status}`} />
  );

const Cause = ({ error, cause }: Pick<RequestView, 'error' | 'cause'>): VNode | null =>
  error === undefined ? null : (
    <Notice kind="danger" title={cause?.why ?? error}>
      <p>{cause?.fix ?? REQUEST_TEXT.unexplained}</p>
    </Notice>
  );

const code = (value: string | undefined) =>
  value === undefined || value === '' ? undefined : <Identifier value={value} />;

const answerOf = (request: RequestView, now: Date): readonly Definition[] => [
  {
    term: TEXT.at,
    value: (
      <>
        <ExactTime at={request.at} /> (<Time at={request.at} now={now} />)
      </>
    ),
  },
  { term: TEXT.request, value: <Identifier value={`${request.method} ${request.route}`} /> },
  { term: TEXT.status, value: <AnswerBadge {...request} /> },
  { term: TEXT.error, value: code(request.error) },
  { term: TEXT.clientIp, value: code(request.clientIp) },
  { term: TEXT.userAgent, value: code(request.userAgent) },
  { term: TEXT.id, value: <Copyable value={request.id} noun="request ID" /> },
];

const sentOf = ({ sent }: RequestView): readonly Definition[] => [
  { term: TEXT.grantType, value: code(sent.grantType) },
  { term: TEXT.scope, value: code(sent.scope) },
  { term: TEXT.redirectUri, value: code(sent.redirectUri) },
  { term: TEXT.challengeMethod, value: code(sent.challengeMethod) },
  {
    term: TEXT.parameters,
    value: sent.parameters.length > 0 ? <IdentifierList values={sent.parameters} /> : TEXT.noParameters,
  },
];

export interface RequestCardsProps {
  readonly request: RequestView;
  readonly now: Date;
  /** For administrators; undefined where the request belongs to none. */
  readonly client?: { readonly name: string; readonly to: string } | undefined;
  readonly showsClient?: boolean;
}

const Client = ({ client }: RequestCardsProps): VNode => (
  <DefinitionList
    of={[
      {
        term: TEXT.client,
        value: client ? (
          <Link to={client.to}>
            <bdi>{client.name}</bdi>
          </Link>
        ) : (
          TEXT.noClient
        ),
      },
    ]}
  />
);

export const RequestCards = (props: RequestCardsProps): VNode => (
  <>
    <Cause {...props.request} />
    <Card>
      <h2>{TEXT.answer}</h2>
      {props.showsClient && <Client {...props} />}
      <DefinitionList of={answerOf(props.request, props.now)} />
    </Card>
    <Card>
      <h2>{TEXT.sent}</h2>
      <p class="hint">{TEXT.sentHint}</p>
      <DefinitionList of={sentOf(props.request)} />
    </Card>
    <CopyScript />
  </>
);

export const RequestPage = (props: SubpageProps & RequestCardsProps): VNode => (
  <AccountPage
    title={`${KINDS[props.request.endpoint]} ${REQUEST_TEXT.title.toLowerCase()}`}
    user={props.user}
    crumbs={props.crumbs}
  >
    <RequestCards {...props} />
  </AccountPage>
);
