/* A client in a list, for its owner and for its reviewers. */
import type { ComponentChildren, VNode } from 'preact';
import { Link } from '../parts/link.js';
import { Logo } from '../parts/logo.js';
import { CLIENT_KINDS, ClientStatus, type ClientStatusProps, type KindView } from './client-status.js';

export interface ClientRowView extends ClientStatusProps {
  readonly to: string;
  readonly name: string;
  readonly logoUrl?: string | undefined;
  readonly kind: KindView;
  readonly createdAt: Date;
  /** The team that owns it. */
  readonly team?: string | undefined;
}

const TEXT = { team: 'Team' } as const;

/** Children: dates. `by` follows the kind. */
export const ClientRow = (props: {
  client: ClientRowView;
  by?: ComponentChildren;
  children: ComponentChildren;
}): VNode => {
  const { to, name, logoUrl, kind, team } = props.client;
  return (
    <li>
      <Logo name={name} url={logoUrl} size="small" />
      <Link to={to}>
        <bdi>{name}</bdi>
      </Link>
      <ClientStatus {...props.client} />
      <p class="hint">
        {CLIENT_KINDS[kind]}
        {props.by} ·{' '}
        {team && (
          <>
            {TEXT.team} <bdi>{team}</bdi> ·{' '}
          </>
        )}
        {props.children}
      </p>
    </li>
  );
};
