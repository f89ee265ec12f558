/*
 * `/playground` outside production: a client of the demonstration world in the browser. It uses nothing but what every
 * third party has; this room serves its two pages and knows the authorization server by its addresses alone.
 */
import Router from 'koa-router';
import type { Context } from 'koa';
import type { VNode } from 'preact';
import { PlaygroundPage } from '../../../views/playground/playground.js';
import type { ScopeGroup } from '../../../views/parts/scope-list.js';
import { notFound } from '../../errors.js';

export interface PlaygroundDeps {
  readonly issuerUrl: string;
  readonly appUrl: string;
  readonly baseUrl: string;
  /** The playground's client and what it may ask for; undefined when there is none. */
  readonly client: () => Promise<{ readonly id: string; readonly groups: readonly ScopeGroup[] } | undefined>;
  readonly sendPage: (ctx: Context, status: number, page: VNode) => void;
  /** The page may run its own script and talk to these origins. */
  readonly allowScript: (ctx: Context, origins: readonly string[]) => void;
}

const PLAYGROUND_PATH = '/playground';
const PLAYGROUND_CALLBACK_PATH = '/playground/callback';

/** What the home page shows of this room where there is a playground. */
export const PLAYGROUND_LINK = {
  to: PLAYGROUND_PATH,
  label: 'Playground',
  detail: 'Try a whole authorization by hand, as an application goes through it.',
};

export function createPlayground(deps: PlaygroundDeps): Router {
  const { issuerUrl, appUrl, baseUrl } = deps;
  const router = new Router();
  const show = (isCallback: boolean) => async (ctx: Context) => {
    const client = await deps.client();
    if (client === undefined) throw notFound('The playground needs the demonstration world.');
    deps.allowScript(ctx, [issuerUrl, baseUrl]);
    deps.sendPage(
      ctx,
      200,
      <PlaygroundPage
        issuer={issuerUrl}
        baseUrl={baseUrl}
        clientId={client.id}
        redirectUri={appUrl + PLAYGROUND_CALLBACK_PATH}
        groups={client.groups}
        isCallback={isCallback}
      />,
    );
  };
  router.get(PLAYGROUND_PATH, show(false));
  router.get(PLAYGROUND_CALLBACK_PATH, show(true));
  return router;
}
