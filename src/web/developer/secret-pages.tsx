/* Adding and removing client secrets by those who manage the client. */
import type Router from 'koa-router';
import { NewSecretPage } from '../../../views/developer/client-secrets.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { allowScript } from '../../http/security-headers.js';
import { clientCrumbs } from './client-pages.js';
import {
  type ClientPagesDeps,
  actorOf,
  clientPath,
  confirmed,
  ownClient,
  paramOf,
  type Post,
  posted,
} from './deps.js';
import { addPartPages } from './nested-pages.js';
import { addSecret, removeSecret } from '../../clients/rotate-secrets.js';

async function add(post: Post, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  const { id: clientId, name } = record.client;
  const { clientSecret } = await addSecret(deps, clientId, actorOf(post), post.account.id);
  const props = { name, clientId, clientSecret, backTo: clientPath(deps, clientId) };
  allowScript(post.ctx, []);
  sendPage(
    post.ctx,
    201,
    <NewSecretPage user={post.account} crumbs={clientCrumbs(deps, record)} {...props} />,
  );
}

async function remove(post: Post, deps: ClientPagesDeps): Promise<void> {
  const { client } = await ownClient(deps, post);
  await removeSecret(deps, client.id, paramOf(post, 'secretId'), actorOf(post), post.account.id);
  redirectAfterPost(post.ctx, `${clientPath(deps, client.id)}?done=secret_removed`);
}

export function addSecretPages(router: Router, deps: ClientPagesDeps): void {
  const forms = (take: (post: Post, deps: ClientPagesDeps) => Promise<void>) =>
    posted(
      deps,
      confirmed(deps, (post) => take(post, deps)),
    );
  addPartPages(router, deps, { at: 'secrets', param: 'secretId', add: forms(add), remove: forms(remove) });
}
