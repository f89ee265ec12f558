/* A third-party application in the browser, to try a whole authorization by hand. Its steps run in assets/playground.js. */
import type { VNode } from 'preact';
import { assetUrl } from '../asset-files.js';
import { Layout } from '../layout.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Identifier } from '../parts/text/identifier.js';
import { Notice } from '../parts/notice.js';
import { type ScopeGroup, ScopeList } from '../parts/scope-list.js';

export interface PlaygroundProps {
  readonly issuer: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly groups: readonly ScopeGroup[];
  /** The page at the redirect URI. */
  readonly isCallback: boolean;
}

export const PLAYGROUND_TEXT = {
  title: 'Playground',
  detail: 'Try a whole authorization by hand, as an application goes through it.',
  lead: 'A third-party application in your browser. It knows this service only from its discovery document.',
  noScript: 'The playground runs in your browser',
  noScriptDetail: 'It needs JavaScript. All other pages work without it.',
  client: 'Client',
  scopes: 'Requested scopes',
  write: 'makes changes',
  authorize: 'Start an authorization',
  callback: 'Result of the authorization',
  exchange: 'Exchange the code',
  profile: 'Read the profile',
  refresh: 'Refresh the tokens',
  revoke: 'Revoke the refresh token',
  again: 'Start again',
  log: 'Requests and responses',
  emptyLog: 'Nothing was sent yet.',
} as const;
const TEXT = PLAYGROUND_TEXT;

const Step = (props: { action: string; look: 'primary' | 'plain'; text: string }): VNode => (
  <button type="button" class={`button button-${props.look}`} data-action={props.action} disabled>
    {props.text}
  </button>
);

const Start = ({ groups }: PlaygroundProps): VNode => (
  <section aria-labelledby="scopes">
    <div class="actions">
      <Step action="authorize" look="primary" text={TEXT.authorize} />
    </div>
    <h2 id="scopes">{TEXT.scopes}</h2>
    {groups.map((group) => (
      <ScopeList key={group.level} group={group} write={TEXT.write} />
    ))}
  </section>
);

const Steps = (): VNode => (
  <section aria-labelledby="callback">
    <h2 id="callback">{TEXT.callback}</h2>
    <p data-outcome role="status" />
    <div class="actions">
      <Step action="exchange" look="primary" text={TEXT.exchange} />
      <Step action="profile" look="plain" text={TEXT.profile} />
      <Step action="refresh" look="plain" text={TEXT.refresh} />
      <Step action="revoke" look="plain" text={TEXT.revoke} />
      <Step action="again" look="plain" text={TEXT.again} />
    </div>
  </section>
);

export const PlaygroundPage = (props: PlaygroundProps): VNode => (
  <Layout title={TEXT.title} width="wide">
    <h1>{TEXT.title}</h1>
    <p class="lead">{TEXT.lead}</p>
    <noscript>
      <Notice kind="warning" title={TEXT.noScript} detail={TEXT.noScriptDetail} />
    </noscript>
    <div
      class="playground"
      data-playground
      data-issuer={props.issuer}
      data-api={props.baseUrl}
      data-client-id={props.clientId}
      data-redirect-uri={props.redirectUri}
    >
      <Card>
        <DefinitionList
          of={[
            { term: TEXT.client, value: <Identifier value={props.clientId} /> },
            { term: 'redirect_uri', value: <Identifier value={props.redirectUri} /> },
            { term: 'issuer', value: <Identifier value={props.issuer} /> },
          ]}
        />
        {props.isCallback ? <Steps /> : <Start {...props} />}
      </Card>
      <section aria-labelledby="log">
        <h2 id="log">{TEXT.log}</h2>
        <p class="hint" data-empty>
          {TEXT.emptyLog}
        </p>
        <ol class="exchanges" data-log />
      </section>
    </div>
    <script type="module" src={assetUrl('playground.js')} />
  </Layout>
);
