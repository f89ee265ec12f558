/* A secret of a client, shown once. Its response must allow scripts, for the button that copies it. */
import type { VNode } from 'preact';
import type { SubpageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { LinkAction } from '../parts/forms/actions.js';
import { Card } from '../parts/card.js';
import { Copyable, CopyScript } from '../parts/text/copyable.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Notice } from '../parts/notice.js';

export interface NewSecretProps extends SubpageProps {
  readonly kind: keyof typeof TEXTS;
  /** Of the client, or the URL of the webhook. */
  readonly name: string;
  /** Of a client secret, which is used together with it. */
  readonly clientId?: string;
  readonly secret: string;
  readonly backTo: string;
}

const TEXTS = {
  client: {
    title: 'Your client secret',
    once: 'It is shown only once and not stored in plain text. If you reload or leave this page, it is lost, and you have to add another.',
    name: 'Name',
    secret: 'Client secret',
    noun: 'client secret',
  },
  webhook: {
    title: 'Your signing secret',
    once: 'It is shown only once. If you reload or leave this page, it is lost, and you have to create a new one.',
    name: 'Client',
    secret: 'Signing secret',
    noun: 'signing secret',
  },
  subscriber: {
    title: 'Your signing secret',
    once: 'It is shown only once. If you reload or leave this page, you have to create a new one.',
    name: 'Webhook',
    secret: 'Signing secret',
    noun: 'signing secret',
  },
} as const;

const TEXT = {
  onceTitle: 'Copy this secret now',
  clientId: 'Client ID',
  copied: 'I have copied it',
} as const;

export const NewSecretPage = ({ kind, clientId, ...props }: NewSecretProps): VNode => {
  const text = TEXTS[kind];
  return (
    <AccountPage title={text.title} user={props.user} crumbs={props.crumbs}>
      <Notice kind="warning" title={TEXT.onceTitle} detail={text.once} />
      <Card>
        <DefinitionList
          of={[
            { term: text.name, value: <bdi>{props.name}</bdi> },
            { term: TEXT.clientId, value: clientId && <Copyable value={clientId} noun="client ID" /> },
            { term: text.secret, value: <Copyable value={props.secret} noun={text.noun} once /> },
          ]}
        />
        <LinkAction look="primary" to={props.backTo} text={TEXT.copied} />
      </Card>
      <CopyScript />
    </AccountPage>
  );
};
