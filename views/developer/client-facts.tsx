/* The details of a client, for its owner and its reviewers. */
import type { VNode } from 'preact';
import { Copyable } from '../parts/text/copyable.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Identifier, IdentifierList } from '../parts/text/identifier.js';
import { Link } from '../parts/link.js';
import { Preline } from '../parts/text/preline.js';
import { Time } from '../parts/text/time.js';
import { CLIENT_KINDS, type KindView } from './client-status.js';

export interface ScopeLevelLines {
  readonly heading: string;
  readonly scopes: readonly { readonly name: string; readonly label: string }[];
}

export interface ClientFactsProps {
  readonly id: string;
  readonly kind: KindView;
  readonly purpose: string;
  readonly website?: string | undefined;
  readonly supportEmail?: string | undefined;
  readonly privacyPolicy?: string | undefined;
  readonly termsOfService?: string | undefined;
  readonly redirectUris: readonly string[];
  /** Without a dot and without the colon. */
  readonly allowedSchemes: readonly string[];
  /** Retired scope names mean those of today. */
  readonly migrating: boolean;
  /** Empty for a legacy client. */
  readonly levels: readonly ScopeLevelLines[];
  readonly createdAt: Date;
  /** Its newest token request or API call. */
  readonly activeAt?: Date | undefined;
}

const TEXT = {
  id: 'Client ID',
  kind: 'Kind',
  purpose: 'Purpose',
  website: 'Website',
  supportEmail: 'E-mail for users',
  privacyPolicy: 'Privacy policy',
  termsOfService: 'Terms of service',
  noLink: 'None given',
  uris: 'Redirect URIs',
  schemes: 'Allowed schemes',
  scopes: 'Scopes',
  legacy: 'None. Requests without scope get everything the person may do.',
  retired: 'Retired scopes',
  migrating: 'Accepted: READ_PROFILE means PROFILE_READ, READ_BOOKING means BOOKING_READ.',
  created: 'Created',
  active: 'Last activity',
  neverActive: 'None yet',
} as const;

const Levels = ({ levels }: { levels: readonly ScopeLevelLines[] }): VNode => (
  <div class="level-list">
    {levels.map(({ heading, scopes }) => (
      <div key={heading}>
        <h3>{heading}</h3>
        <ul class="plain-list">
          {scopes.map(({ name, label }) => (
            <li key={name}>
              {label}
              <code class="scope-name">{name}</code>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </div>
);

const Address = ({ to }: { to: string | undefined }): VNode =>
  to === undefined ? (
    <>{TEXT.noLink}</>
  ) : (
    <Link to={to} newTab>
      <Identifier value={to} />
    </Link>
  );

export const ClientFacts = (props: ClientFactsProps & { now: Date }): VNode => (
  <DefinitionList
    of={[
      { term: TEXT.id, value: <Copyable value={props.id} noun="client ID" /> },
      { term: TEXT.kind, value: CLIENT_KINDS[props.kind] },
      { term: TEXT.purpose, value: <Preline text={props.purpose} /> },
      { term: TEXT.website, value: <Address to={props.website} /> },
      { term: TEXT.supportEmail, value: props.supportEmail ?? TEXT.noLink },
      { term: TEXT.privacyPolicy, value: <Address to={props.privacyPolicy} /> },
      { term: TEXT.termsOfService, value: <Address to={props.termsOfService} /> },
      { term: TEXT.uris, value: <IdentifierList values={props.redirectUris} /> },
      {
        term: TEXT.schemes,
        value:
          props.allowedSchemes.length === 0 ? undefined : (
            <IdentifierList values={props.allowedSchemes.map((name) => `${name}:`)} />
          ),
      },
      {
        term: TEXT.scopes,
        value: props.levels.length === 0 ? TEXT.legacy : <Levels levels={props.levels} />,
      },
      { term: TEXT.retired, value: props.migrating ? TEXT.migrating : undefined },
      { term: TEXT.created, value: <Time at={props.createdAt} now={props.now} /> },
      {
        term: TEXT.active,
        value: props.activeAt ? <Time at={props.activeAt} now={props.now} /> : TEXT.neverActive,
      },
    ]}
  />
);
