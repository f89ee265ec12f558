/*
 * `/playground` with demonstration data: a public client in the browser. It uses only what every third party has, so
 * these pages know the authorization server only by its URLs.
 */
import type { ScopeGroup } from '../../../views/parts/scope-list.js';
import { PlaygroundPage } from '../../../views/playground/playground.js';
import { notFound } from '../../errors.js';
import { definePage, type Page } from '../page.js';
import { page, type PageReply } from '../reply.js';

export interface PlaygroundDeps {
  readonly issuerUrl: string;
  readonly appUrl: string;
  readonly baseUrl: string;
  /** The client of the playground and its scopes; undefined when it was deleted. */
  readonly client: () => Promise<{ readonly id: string; readonly groups: readonly ScopeGroup[] } | undefined>;
}

export const PLAYGROUND_PATH = '/playground';
const PLAYGROUND_CALLBACK_PATH = '/playground/callback';

async function playgroundReply(deps: PlaygroundDeps, path: string): Promise<PageReply> {
  const { issuerUrl, appUrl, baseUrl } = deps;
  const client = await deps.client();
  if (client === undefined) throw notFound('The playground needs the demonstration data.');
  const props = {
    issuer: issuerUrl,
    baseUrl,
    clientId: client.id,
    redirectUri: appUrl + PLAYGROUND_CALLBACK_PATH,
    groups: client.groups,
    isCallback: path === PLAYGROUND_CALLBACK_PATH,
  };
  return page(<PlaygroundPage {...props} />, { scripts: [issuerUrl, baseUrl] });
}

export const createPlayground = (deps: PlaygroundDeps): readonly Page[] =>
  [PLAYGROUND_PATH, PLAYGROUND_CALLBACK_PATH].map((path) =>
    definePage({
      method: 'GET',
      path,
      who: 'anyone',
      inShell: true,
      handle: () => playgroundReply(deps, path),
    }),
  );
